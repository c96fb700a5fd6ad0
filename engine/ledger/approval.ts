/** Who may book how much without a second person: a client's limits by role (docs/decisions/approvals.md). */

/** What a limit is about. A correction that lowers what is owed counts as a write-off. */
export const LIMITED_KINDS = ['writeOff', 'settlement', 'refund'] as const;
export type LimitedKind = (typeof LIMITED_KINDS)[number];

/** What needs another person's approval above a limit. */
export const APPROVAL_KINDS = ['writeOff', 'correction', 'settlement', 'refund'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** A role's limits in the client's currency, as decimal text; null: none. */
export type RoleLimits = { readonly role: string } & Readonly<Record<LimitedKind, string | null>>;

/** @returns which limit holds for a kind of request. */
export const limitedAs = (kind: ApprovalKind): LimitedKind => (kind === 'correction' ? 'writeOff' : kind);

/**
 * @param roles of one person in the client; the most generous of them decides.
 * @param minorOf reads a limit as minor units.
 * @returns the most that they may book alone, in minor units: everything above it waits for another person, and with 0 everything does.
 * Null: no limit, as for a role that the client has set none for.
 */
export function limitOf(
  limits: readonly RoleLimits[],
  roles: readonly string[],
  kind: LimitedKind,
  minorOf: (decimal: string) => bigint,
): bigint | null {
  let most: bigint | null = null;
  for (const role of roles) {
    const amount = limits.find((each) => each.role === role)?.[kind] ?? null;
    if (amount === null) return null;
    const minor = minorOf(amount);
    if (most === null || minor > most) most = minor;
  }
  // Whoever has no role in the client may book nothing anyway.
  return most ?? 0n;
}

/** @returns whether a second person must agree. @param amount minor units that are given up or paid back. */
export const needsApproval = (limit: bigint | null, amount: bigint): boolean => limit !== null && amount > limit;
