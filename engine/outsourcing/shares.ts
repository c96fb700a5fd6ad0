/** Sharing claims out to partners by percentages that hold exactly, however many claims come and however few at a time. */

/** A partner's share; the shares of a rule are 10,000 together. */
export interface Share {
  readonly partnerId: string;
  /** Hundredths of a percent, above zero. */
  readonly basisPoints: number;
}

/** The claims of one debtor: they stay together. */
export interface Group {
  readonly key: string;
  readonly claims: number;
  /** Who has claims of this debtor already; null: nobody of the rule. */
  readonly boundTo: string | null;
}

/** Claims that each partner has been given by the rule so far. */
export type Given = Readonly<Record<string, number>>;

export const WHOLE = 10_000;

/** @returns why shares can't be used; null: they can. */
export function sharesProblem(shares: readonly Share[]): 'none' | 'twice' | 'sum' | null {
  if (shares.length === 0) return 'none';
  if (new Set(shares.map(({ partnerId }) => partnerId)).size < shares.length) return 'twice';
  const isWhole = shares.every(({ basisPoints }) => Number.isInteger(basisPoints) && basisPoints > 0);
  return isWhole && shares.reduce((sum, { basisPoints }) => sum + basisPoints, 0) === WHOLE ? null : 'sum';
}

/**
 * Chooses a partner for each debtor. With one claim a debtor, each partner's count differs from its share of all claims by less than one at any
 * time, so it is exact wherever the share is a whole number (R. Tijdeman, "The chairman assignment problem", 1980: among those who are behind,
 * whoever would be behind too far first). Larger groups move it by less than twice the largest of them; later claims make up for that, as they do for debtors
 * who stay where they are. Largest groups first, so that small ones even out what they leave.
 * @returns the partner by group, and the counts after.
 */
export function shareOut(
  shares: readonly Share[],
  given: Given,
  groups: readonly Group[],
): { readonly partnerOf: ReadonlyMap<string, string>; readonly given: Given } {
  const counts = new Map(shares.map(({ partnerId }) => [partnerId, given[partnerId] ?? 0]));
  let total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const partnerOf = new Map<string, string>();
  const ordered = [...groups].sort((one, other) => other.claims - one.claims || (one.key < other.key ? -1 : 1));
  for (const { key, claims, boundTo } of ordered) {
    total += claims;
    const chosen = boundTo !== null && counts.has(boundTo) ? boundTo : nextOf(shares, counts, total, claims);
    counts.set(chosen, (counts.get(chosen) ?? 0) + claims);
    partnerOf.set(key, chosen);
  }
  return { partnerOf, given: { ...given, ...Object.fromEntries(counts) } };
}

/** @param total all claims, those that are being given included. Whole numbers only: nothing is rounded. */
function nextOf(shares: readonly Share[], counts: ReadonlyMap<string, number>, total: number, claims: number): string {
  const span = Math.max(2 * shares.length - 2, 1);
  const slack = shares.length > 1 ? span - 1 : 0;
  let best: { readonly partnerId: string; readonly basisPoints: number; readonly until: number } | null = null;
  for (const { partnerId, basisPoints } of shares) {
    const count = counts.get(partnerId) ?? 0;
    // What all are behind by adds up to the claims that are being given, so somebody always is behind far enough.
    if ((basisPoints * total - WHOLE * count) * span < WHOLE * claims) continue;
    const until = count * span + claims * slack;
    if (best === null || until * best.basisPoints < best.until * basisPoints) best = { partnerId, basisPoints, until };
  }
  return (best ?? shares[0]!).partnerId;
}
