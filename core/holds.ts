/** What a role may do. Apart from the table of all permissions, which the first screen does not need. */
export interface Permission {
  readonly domain: string;
  /** '*' means all actions of the domain. */
  readonly actions: readonly string[];
}

/** @returns whether a role's permissions hold the pair. */
export function holds(permissions: readonly Permission[], domain: string, action: string): boolean {
  return permissions.some(
    (permission) => permission.domain === domain && (permission.actions.includes('*') || permission.actions.includes(action)),
  );
}
