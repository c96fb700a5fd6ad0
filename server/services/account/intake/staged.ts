/**
 * What search reads about an account that is new, from the debtors and claims it comes with: the same as ground/projection.logic.ts
 * computes, without asking the database for rows that were in memory a moment ago. The words are made by the database in both cases.
 */
import type { CalendarDate } from '../../../../core/time.ts';
import { metaWords, type SearchedField } from '../ground/searchable.ts';
import { endingOf } from '../ground/typed.ts';
import { KEPT_CHARACTERS, KEPT_ENDINGS } from '../ground/words.ts';
import type { AccountState, ClaimState, DebtorState } from './states.logic.ts';

export interface StagedProjection {
  readonly debtorName: string;
  readonly debtorRef: string;
  readonly debtorType: 'person' | 'company';
  readonly city: string | null;
  /** Minor units. */
  readonly totalAmount: bigint;
  readonly activeClaimsCount: number;
  readonly oldestDueDate: CalendarDate | null;
  readonly latestDueDate: CalendarDate | null;
  readonly latest: ClaimState | null;
  readonly products: readonly string[];
  readonly portfolios: readonly string[];
  /** Names and places; and references, addresses and numbers: what the words are made of. */
  readonly names: string;
  readonly marks: string;
  /** Dates of birth. */
  readonly born: readonly CalendarDate[];
  /** The last digits of references and telephone numbers. */
  readonly endings: readonly string[];
}

/** @param claims of the account, all that there are. @param fields metadata that search knows. */
export function projectStaged(account: AccountState, claims: readonly ClaimState[], fields: readonly SearchedField[]): StagedProjection {
  const known = account.debtors ?? [];
  const debtors = known.length > 1 ? known.toSorted((a, b) => a.position - b.position || (a.debtorId < b.debtorId ? -1 : 1)) : known;
  const main = debtors[0];
  let totalAmount = 0n;
  let activeClaimsCount = 0;
  let oldestDueDate: CalendarDate | null = null;
  let latestDueDate: CalendarDate | null = null;
  let latest: ClaimState | null = null;
  const products: (string | null)[] = [];
  const portfolios: (string | null)[] = [];
  const claimRefs: string[] = [];
  for (const claim of claims) {
    products.push(claim.productName ?? claim.productReference);
    portfolios.push(claim.portfolio);
    claimRefs.push(claim.ref);
    if (!latest || isLater(claim, latest)) latest = claim;
    if (claim.status !== 'open') continue;
    totalAmount += claim.balance;
    activeClaimsCount++;
    const day = claim.dueDate;
    if (day === null) continue;
    if (oldestDueDate === null || day < oldestDueDate) oldestDueDate = day;
    if (latestDueDate === null || day > latestDueDate) latestDueDate = day;
  }
  const names: (string | null | undefined)[] = [];
  const refs: string[] = [];
  const contacts: string[] = [];
  const numbers: string[] = [];
  for (const debtor of debtors) {
    names.push(personOf(debtor), debtor.companyName, debtor.address.city, debtor.address.postalCode);
    names.push(debtor.address.addressLine1, debtor.address.houseNumber);
    refs.push(debtor.ref);
    for (const { kind, normalized } of debtor.contacts) {
      contacts.push(normalized);
      if (kind !== 'email') numbers.push(normalized);
    }
  }
  let [metaNames, metaMarks] = ['', ''];
  if (fields.length > 0) {
    const words = [...metaWords(fields, 'account', account.meta), ...claims.flatMap((claim) => metaWords(fields, 'claim', claim.meta))];
    const [digits, letters] = [words.filter((word) => /[0-9]/.test(word)), words.filter((word) => !/[0-9]/.test(word))];
    metaNames = ` ${joined(letters, 100_000)}`;
    metaMarks = ` ${joined(digits, 100_000)}`;
  }
  return {
    debtorName: main ? nameOf(main) : '',
    debtorRef: main?.ref ?? '',
    debtorType: main?.type ?? 'person',
    city: main?.address.city ?? null,
    totalAmount,
    activeClaimsCount,
    oldestDueDate,
    latestDueDate,
    latest,
    products: distinct(products),
    portfolios: distinct(portfolios),
    names: joined(names, 100_000) + metaNames,
    marks: `${joined([account.ref], KEPT_CHARACTERS)} ${joined(refs, 100_000)} ${joined(contacts, 100_000)} ${joined(claimRefs, 200_000)}${metaMarks}`,
    born: debtors.flatMap(({ birthday }) => birthday ?? []),
    endings: [account.ref, ...refs, ...numbers, ...claimRefs.slice(0, KEPT_ENDINGS)].flatMap((mark) => endingOf(mark) ?? []),
  };
}

/** Open ones first, then the one due last, then the greater reference; those without a day come last. */
function isLater(claim: ClaimState, best: ClaimState): boolean {
  const open = Number(claim.status === 'open') - Number(best.status === 'open');
  if (open !== 0) return open > 0;
  if (claim.dueDate !== best.dueDate) return best.dueDate === null || (claim.dueDate !== null && claim.dueDate > best.dueDate);
  return inBytes(claim.ref, best.ref) > 0;
}

/** As the database sorts: by code point. Texts compare by their 16-bit units, which is the same but for the pairs that stand for one character. */
function inBytes(a: string, b: string): number {
  if (PAIR.test(a) || PAIR.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}
const PAIR = /[\ud800-\udfff]/;

function personOf({ firstName, middleName, lastName }: DebtorState): string {
  if (middleName === null && firstName !== null && lastName !== null) return `${firstName} ${lastName}`;
  return [firstName, middleName, lastName].filter((part) => part !== null).join(' ');
}

function nameOf(debtor: DebtorState): string {
  const person = personOf(debtor);
  return (debtor.type === 'company' ? debtor.companyName || person : person || debtor.companyName) || debtor.ref;
}

function distinct(names: readonly (string | null)[]): string[] {
  const all: string[] = [];
  for (const name of names) {
    if (name === null || all.includes(name)) continue;
    // There are few, so each is moved to its place.
    let at = all.push(name) - 1;
    for (; at > 0 && inBytes(name, all[at - 1]!) < 0; at--) all[at] = all[at - 1]!;
    all[at] = name;
  }
  return all;
}

/** @param most characters of all texts together that take part. */
function joined(texts: readonly (string | null | undefined)[], most: number): string {
  let all = '';
  for (const text of texts) {
    if (text === null || text === undefined) continue;
    const kept = cut(text, KEPT_CHARACTERS);
    all = all === '' ? kept : `${all} ${kept}`;
  }
  return cut(all, most);
}

function cut(text: string, most: number): string {
  return text.length > most ? [...text].slice(0, most).join('') : text;
}
