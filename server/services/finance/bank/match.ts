/**
 * Whose money a bank's entry is: every sign has a weight, and the sum decides. Pure: the same entry and the same candidates always give the
 * same answer, whatever order they come in.
 */
import type { Uuid } from '../../../../core/id.ts';

/** What speaks for an account, in points (docs/decisions/banking.md says why these). */
export const WEIGHTS = {
  endToEnd: 100,
  claimReference: 60,
  paymentReference: 60,
  accountReference: 55,
  mandateReference: 55,
  /** A reference of four or five characters may stand in a text by chance. */
  shortReference: 30,
  iban: 30,
  amount: 25,
  name: 20,
  familyName: 8,
} as const;
export type SignName = keyof typeof WEIGHTS;

/** From here on an entry is booked without a person… */
export const SURE = 75;
/** …unless another account comes nearer than this. */
export const LEAD = 20;
/** Candidates that are kept for people. */
const KEPT = 8;

export interface Sign {
  readonly sign: SignName;
  readonly weight: number;
  /** What it was found by: a reference, a sum, a name; an IBAN only masked. */
  readonly detail: string;
}

export interface Incoming {
  /** Minor units. */
  readonly amount: bigint;
  readonly name: string | null;
}

export interface Hit {
  readonly sign: SignName;
  /** The reference as the account writes it. */
  readonly detail: string;
  readonly externalClaimRef: string | null;
}

export interface Candidate {
  readonly accountId: Uuid;
  readonly externalAccountRef: string;
  readonly debtorName: string;
  /** All people and companies of the account. */
  readonly names: readonly string[];
  /** Open claims, oldest due date first; minor units due. */
  readonly claims: readonly { readonly externalClaimRef: string; readonly balance: bigint }[];
  /** Sums somebody agreed to pay: instalments and promises. */
  readonly agreed: readonly bigint[];
  readonly hits: readonly Hit[];
}

export interface Ranked {
  readonly accountId: Uuid;
  readonly externalAccountRef: string;
  readonly debtorName: string;
  readonly score: number;
  readonly signs: readonly Sign[];
  /** Claims the money would go on, in this order. */
  readonly claimRefs: readonly string[];
  /** Minor units due on the account, as text. */
  readonly due: string;
}

/** Why an entry was not booked by itself. */
export type Doubt = 'nothingFits' | 'tooWeak' | 'severalFit' | 'moreThanDue' | 'nothingDue';

export interface Verdict {
  readonly status: 'sure' | 'ambiguous' | 'unmatched';
  readonly doubt: Doubt | null;
  /** Best first. */
  readonly ranked: readonly Ranked[];
}

/** @returns a reference without what people and machines put between its characters. */
export function normalized(reference: string): string {
  return reference.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Neighbouring words that are read as one: scanners put spaces into numbers. */
const JOINED = 6;
const SHORTEST = 4;
const LONGEST = 40;

/**
 * @returns everything in a remittance text that may be a reference: its words, neighbouring words as one, and what an ISO 11649 creditor
 * reference ("RF18 5390 …") carries behind its check digits. Normalized; only what holds a digit.
 */
export function tokensOf(text: string): string[] {
  const words = text
    .split(/[\s,;:/+|]+/)
    .map(normalized)
    .filter(Boolean);
  const tokens = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    let joined = '';
    for (let to = from; to < Math.min(words.length, from + JOINED); to++) {
      joined += words[to];
      if (joined.length > LONGEST) break;
      if (joined.length < SHORTEST || !/\d/.test(joined)) continue;
      tokens.add(joined);
      const carried = rfReference(joined);
      if (carried) tokens.add(carried);
    }
  }
  return [...tokens];
}

/** @returns the reference inside an ISO 11649 creditor reference, or null when its check digits are wrong. */
export function rfReference(text: string): string | null {
  const match = /^RF(\d\d)([A-Z0-9]{1,21})$/.exec(text);
  if (!match) return null;
  const digits = `${match[2]}RF${match[1]}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? (match[2] ?? null) : null;
}

/** @returns the words of a name, without accents, titles and legal forms, in the order of the alphabet. */
export function nameWords(name: string): string[] {
  const plain = name
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !IGNORED.has(word)))].sort();
}
const IGNORED = new Set([
  'herr',
  'frau',
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'dhr',
  'mevr',
  'sr',
  'sra',
  'und',
  'and',
  'en',
  'gmbh',
  'ag',
  'kg',
  'bv',
  'sl',
  'sa',
  'ltd',
  'inc',
]);

/** German banks write ü as ue or u; both are the same letter here. */
const loose = (word: string) => word.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u');

/** @returns how well a payer's name fits one of the account's: all words of one are in the other, or the longest only. */
function nameSign(payer: string | null, names: readonly string[]): 'name' | 'familyName' | null {
  const paid = new Set(nameWords(payer ?? '').map(loose));
  if (paid.size === 0) return null;
  let best: 'familyName' | null = null;
  for (const each of names) {
    const own = nameWords(each).map(loose);
    const common = own.filter((word) => paid.has(word));
    if (common.length >= 2 && (common.length === own.length || common.length === paid.size)) return 'name';
    if (common.length === 1 && own.length === 1 && paid.size === 1) return 'name';
    if (common.some((word) => word.length >= 4)) best = 'familyName';
  }
  return best;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

/** Adds up what speaks for one account. Of several references of one kind one counts. */
export function weigh(entry: Incoming, candidate: Candidate, written: (minor: bigint) => string): Ranked {
  const signs = new Map<string, Sign>();
  const add = (group: string, sign: SignName, detail: string) => {
    const known = signs.get(group);
    if (!known || known.weight < WEIGHTS[sign]) signs.set(group, { sign, weight: WEIGHTS[sign], detail });
  };
  for (const hit of candidate.hits)
    add(hit.sign === 'iban' ? 'iban' : hit.sign === 'endToEnd' ? 'endToEnd' : 'reference', hit.sign, hit.detail);
  const named = candidate.hits.flatMap((hit) => hit.externalClaimRef ?? []);
  const open = candidate.claims.filter((claim) => claim.balance > 0n);
  const chosen = open.filter((claim) => named.includes(claim.externalClaimRef));
  const due = sum(open.map((claim) => claim.balance));
  const single = (chosen.length > 0 ? chosen : open).find((claim) => claim.balance === entry.amount);
  if (chosen.length > 0 && sum(chosen.map((claim) => claim.balance)) === entry.amount) add('amount', 'amount', written(entry.amount));
  else if (single || due === entry.amount || candidate.agreed.includes(entry.amount)) add('amount', 'amount', written(entry.amount));
  const byName = nameSign(entry.name, candidate.names);
  if (byName) add('name', byName, entry.name ?? '');
  const refs = [...(chosen.length > 0 ? chosen : single ? [single] : []), ...open].map((claim) => claim.externalClaimRef);
  return {
    accountId: candidate.accountId,
    externalAccountRef: candidate.externalAccountRef,
    debtorName: candidate.debtorName,
    score: [...signs.values()].reduce((total, each) => total + each.weight, 0),
    signs: [...signs.values()].sort((a, b) => b.weight - a.weight || a.sign.localeCompare(b.sign)),
    claimRefs: [...new Set([...refs, ...(open.length === 0 ? named : [])])],
    due: due.toString(),
  };
}

/** Decides about money that came in. @param written writes minor units for people. */
export function judge(entry: Incoming, candidates: readonly Candidate[], written: (minor: bigint) => string): Verdict {
  const ranked = candidates
    .map((candidate) => weigh(entry, candidate, written))
    .filter((each) => each.signs.some(({ sign }) => sign !== 'amount' && sign !== 'familyName') || each.signs.length > 1)
    .sort((a, b) => b.score - a.score || a.externalAccountRef.localeCompare(b.externalAccountRef));
  const kept = ranked.slice(0, KEPT);
  const [best, next] = ranked;
  if (!best) return { status: 'unmatched', doubt: 'nothingFits', ranked: [] };
  const doubt = (why: Doubt): Verdict => ({ status: 'ambiguous', doubt: why, ranked: kept });
  if (best.score < SURE) return doubt(next && best.score - next.score < LEAD ? 'severalFit' : 'tooWeak');
  if (next && best.score - next.score < LEAD) return doubt('severalFit');
  if (best.due === '0') return doubt('nothingDue');
  if (entry.amount > BigInt(best.due)) return doubt('moreThanDue');
  return { status: 'sure', doubt: null, ranked: kept };
}
