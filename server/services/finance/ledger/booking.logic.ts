/** What staff books by hand: fees, interest, write-offs, corrections. Each is an entry of its own; nothing is ever changed. */
import { and, eq } from 'drizzle-orm';
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { allocateRefund, COMPONENTS, type Component, NOTHING, owed } from '../../../../engine/ledger/allocate.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type LockedClaim, lockAccounts, lockClaims } from '../../account/claim/balance.logic.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { orderChooser, readSums } from '../ground/component.logic.ts';
import { ledgerEntry } from '../ground/finance.tables.ts';
import { readEntriesByKey } from '../ground/read.logic.ts';
import { accrueInterest } from './interest.logic.ts';
import { book, type LedgerEntry } from './ledger.logic.ts';

/** What every booking by hand says. */
export interface Booking {
  readonly accountId: Uuid;
  readonly description: string;
  /** Today in the client's zone when absent. */
  readonly valueDate: CalendarDate | null;
  /** A repeated call with the same key answers with what the first one booked. */
  readonly idempotencyKey: string;
}

const MAX_WORDS = 500;

/**
 * Reads what every booking has, so that one answer names all of it that is wrong. @param checkAmount the booking's own check, first.
 * @throws Fault INVALID_INPUT (amount, valueDate, description)
 */
export async function readBooking(
  tx: Tx,
  input: Pick<Booking, 'valueDate' | 'description'>,
  checkAmount: () => void,
): Promise<{ valueDate: CalendarDate; description: string }> {
  return collectFaults(async (check) => {
    check(checkAmount);
    const valueDate = (await check(() => readValueDate(tx, input.valueDate)))!;
    const description = check(() => wordsOf(input.description)) ?? '';
    return { valueDate, description };
  });
}

/** @returns the day that was named; today in the client's zone when none was. @throws Fault INVALID_INPUT (valueDate) for one to come */
export async function readValueDate(tx: Tx, valueDate: CalendarDate | null): Promise<CalendarDate> {
  const today = await clientToday(tx);
  if (valueDate !== null && valueDate > today) throw invalid('valueDate', 'dayAfter', { day: today });
  return valueDate ?? today;
}

function wordsOf(description: string): string {
  const words = description.trim();
  if (words === '') throw invalid('description', 'sayWhy');
  if (words.length > MAX_WORDS) throw invalid('description', 'atMostCharacters', { number: MAX_WORDS });
  return words;
}

/** @returns the claim, locked. @throws Fault NOT_FOUND when it is not the account's */
async function lockOne(tx: Tx, accountId: Uuid, externalClaimRef: string): Promise<LockedClaim> {
  const [claim] = await lockClaims(tx, [externalClaimRef]);
  if (claim?.accountId !== accountId) throw notFound('claimNotFound');
  return claim;
}

const aboveZero = (amount: bigint) => {
  if (amount <= 0n) throw invalid('amount', 'amountZero');
};

/** Books a fee on the costs of a claim. @param amount minor units, above zero. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function bookFee(tx: Tx, input: Booking & { externalClaimRef: string; amount: bigint }): Promise<LedgerEntry[]> {
  const claim = await lockOne(tx, input.accountId, input.externalClaimRef);
  const earlier = await readEntriesByKey(tx, input.accountId, input.idempotencyKey);
  if (earlier.length > 0) return earlier;
  const { valueDate, description } = await readBooking(tx, input, () => aboveZero(input.amount));
  const entry = {
    accountId: input.accountId,
    externalClaimRef: input.externalClaimRef,
    kind: 'fee' as const,
    amount: input.amount,
    currency: claim.currency,
    valueDate,
    key: input.idempotencyKey,
    description,
  };
  return book(tx, [entry]);
}

/** Books a claim's interest until a day. @throws Fault NOT_FOUND, INVALID_INPUT (until), CONFLICT when the claim bears none */
export async function bookInterest(
  tx: Tx,
  accountId: Uuid,
  externalClaimRef: string,
  until: CalendarDate | null,
  description: string,
): Promise<LedgerEntry[]> {
  const today = await clientToday(tx);
  if (until !== null && until > today) throw invalid('until', 'interestUntil', { day: today });
  const claim = await lockOne(tx, accountId, externalClaimRef);
  if (!claim.interestTerms) throw fault('CONFLICT', 'interestNone');
  return accrueInterest(tx, [claim], until ?? today, description.trim());
}

/**
 * Gives up what is owed on a claim, from the part that money reaches last.
 * @param amount minor units; all that is owed when null. @throws Fault NOT_FOUND, INVALID_INPUT (amount, description), CONFLICT
 */
export async function writeOff(tx: Tx, input: Booking & { externalClaimRef: string; amount: bigint | null }): Promise<LedgerEntry[]> {
  const claim = await lockOne(tx, input.accountId, input.externalClaimRef);
  const earlier = await readEntriesByKey(tx, input.accountId, input.idempotencyKey);
  if (earlier.length > 0) return earlier;
  if (claim.balance <= 0n) throw fault('CONFLICT', 'claimNothingDue');
  const amount = input.amount ?? claim.balance;
  const { valueDate, description } = await readBooking(tx, input, () => {
    aboveZero(amount);
    if (amount > claim.balance)
      throw invalid('amount', 'amountMore', { amount: toDecimal(claim.balance, claim.currency), currency: claim.currency });
  });
  const order = (await orderChooser(tx))(claim);
  const sums = await readSums(tx, [input.accountId], [input.externalClaimRef]);
  const given = allocateRefund(owed(sums.get(input.externalClaimRef) ?? NOTHING, order), amount, order);
  return book(
    tx,
    COMPONENTS.filter((component) => given[component] > 0n).map((component) => ({
      accountId: input.accountId,
      externalClaimRef: input.externalClaimRef,
      kind: 'writeOff' as const,
      component,
      amount: -given[component],
      currency: claim.currency,
      valueDate,
      key: `${input.idempotencyKey}:${component}`,
      description,
    })),
  );
}

/**
 * Takes an entry back, and books it right when told how. An entry can be taken back once; what takes another one back cannot.
 * @param right minor units without a sign (the entry's own is kept), the component, or both; null: only taken back.
 * @throws Fault NOT_FOUND, INVALID_INPUT, CONFLICT when it was taken back already, or a settlement made it
 */
export async function correctLedgerEntry(
  tx: Tx,
  input: Booking & { entryId: Uuid; right: { amount: bigint | null; component: Component | null } | null },
): Promise<LedgerEntry[]> {
  await lockAccounts(tx, [input.accountId]);
  const earlier = await readEntriesByKey(tx, input.accountId, input.idempotencyKey);
  if (earlier.length > 0) return earlier;
  const rows = await tx.db
    .select()
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.clientId, tx.clientId), eq(ledgerEntry.accountId, input.accountId)));
  const entry = rows.find((row) => row.entryId === input.entryId);
  if (!entry) throw notFound('entryNotFound');
  if (entry.reversesEntryId !== null) throw fault('CONFLICT', 'entryTakesBack');
  if (rows.some((row) => row.reversesEntryId === entry.entryId)) throw fault('CONFLICT', 'entryTakenBack');
  if (entry.key.startsWith('settlement:')) throw fault('CONFLICT', 'entryOfSettlement');
  const right = input.right;
  const { valueDate, description } = await readBooking(tx, input, () => right?.amount != null && aboveZero(right.amount));
  const { accountId, externalClaimRef, currency, contra, paymentId } = entry;
  const about = { accountId, externalClaimRef, currency, contra, paymentId, description };
  const sign = entry.amount < 0n ? -1n : 1n;
  return book(tx, [
    // It is undone as of its own day: no interest ran on what never was.
    {
      ...about,
      kind: 'correction',
      component: entry.component,
      amount: -entry.amount,
      valueDate: entry.valueDate,
      key: `${input.idempotencyKey}:takenBack`,
      reversesEntryId: entry.entryId,
    },
    ...(right
      ? [
          {
            ...about,
            // Interest that was set right by hand is not reckoned again.
            kind: entry.kind === 'interest' ? ('correction' as const) : entry.kind,
            component: right.component ?? entry.component,
            amount: right.amount === null ? entry.amount : sign * right.amount,
            valueDate: input.valueDate === null ? entry.valueDate : valueDate,
            key: `${input.idempotencyKey}:right`,
          },
        ]
      : []),
  ]);
}
