/** Feature flags: the client's own list first, then what is switched on for the user, then the product's static defaults (specification 1, section 6). */
const STATIC: Readonly<Record<string, boolean>> = { i18n: true, PARTNERS: false };

/** @param own the client's featureFlags (JSON) @param active names from getActiveFeatureFlags. @returns whether the flag is on. */
export function isFlagOn(flag: string, own: unknown, active: readonly string[]): boolean {
  const list = own !== null && typeof own === 'object' ? (own as Record<string, unknown>) : {};
  const value = Array.isArray(own) ? (own.includes(flag) ? true : undefined) : list[flag];
  if (typeof value === 'boolean') return value;
  return active.includes(flag) || (STATIC[flag] ?? false);
}
