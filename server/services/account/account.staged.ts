/**
 * What search reads about an account that is new, from the debtors and claims it comes with: the same as account.projection.logic.ts
 * computes, without asking the database for rows that were in memory a moment ago. The words are made by the database in both cases.
 */
import type { CalendarDate } from '../../../core/time.ts';
import type { AccountState, ClaimState, DebtorState } from './account.states.logic.ts';
import { KEPT_CHARACTERS } from './account.words.ts';

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
}

/** @param claims of the account, all that there are. */
export function projectStaged(account: AccountState, claims: readonly ClaimState[]): StagedProjection {
  const debtors = [...(account.debtors ?? [])].sort((a, b) => a.position - b.position || (a.debtorId < b.debtorId ? -1 : 1));
  const main = debtors[0];
  const open = claims.filter((claim) => claim.status === 'open');
  const days = open.flatMap((claim) => claim.dueDate ?? []).sort();
  return {
    debtorName: main ? nameOf(main) : '',
    debtorRef: main?.ref ?? '',
    debtorType: main?.type ?? 'person',
    city: main?.address.city ?? null,
    totalAmount: open.reduce((sum, claim) => sum + claim.balance, 0n),
    activeClaimsCount: open.length,
    oldestDueDate: days[0] ?? null,
    latestDueDate: days.at(-1) ?? null,
    latest: claims.reduce<ClaimState | null>((best, claim) => (best && !isLater(claim, best) ? best : claim), null),
    products: distinct(claims.map((claim) => claim.productName ?? claim.productReference)),
    portfolios: distinct(claims.map((claim) => claim.portfolio)),
    names: joined(
      debtors.flatMap((debtor) => [personOf(debtor), debtor.companyName, debtor.address.city, debtor.address.postalCode]),
      100_000,
    ),
    marks: [
      joined([account.ref], KEPT_CHARACTERS),
      joined(
        debtors.map((debtor) => debtor.ref),
        100_000,
      ),
      joined(
        debtors.flatMap((debtor) => debtor.contacts.map((contact) => contact.normalized)),
        100_000,
      ),
      joined(
        claims.map((claim) => claim.ref),
        200_000,
      ),
    ].join(' '),
  };
}

/** Open ones first, then the one due last, then the greater reference; those without a day come last. */
function isLater(claim: ClaimState, best: ClaimState): boolean {
  const open = Number(claim.status === 'open') - Number(best.status === 'open');
  if (open !== 0) return open > 0;
  if (claim.dueDate !== best.dueDate) return best.dueDate === null || (claim.dueDate !== null && claim.dueDate > best.dueDate);
  return inBytes(claim.ref, best.ref) > 0;
}

const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function personOf(debtor: DebtorState): string {
  return [debtor.firstName, debtor.middleName, debtor.lastName].filter((part) => part !== null).join(' ');
}

function nameOf(debtor: DebtorState): string {
  const person = personOf(debtor);
  return (debtor.type === 'company' ? debtor.companyName || person : person || debtor.companyName) || debtor.ref;
}

function distinct(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))].sort(inBytes);
}

/** @param most characters of all texts together that take part. */
function joined(texts: readonly (string | null | undefined)[], most: number): string {
  const kept = texts.flatMap((text) => (text === null || text === undefined ? [] : cut(text, KEPT_CHARACTERS)));
  return cut(kept.join(' '), most);
}

function cut(text: string, most: number): string {
  return text.length > most ? [...text].slice(0, most).join('') : text;
}
