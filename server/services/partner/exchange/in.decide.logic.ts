/** What a chunk of a partner's rows would do: decided for a preview and for the booking alike, against what is known by then. */
import { Fault, type SaidWords, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { ReturnKind } from '../../../../core/partnerFiles.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { checkDebtorChange } from '../../account/debtor/debtor.edit.logic.ts';
import { collectedKey, readCollected } from '../../finance/payment/payment.collected.logic.ts';
import type { RowOutcome } from './exchange.tables.ts';
import { contentOf, isRefused, type RefusedRow, type ReturnRow, type RowParser } from './in.read.ts';

/** What rows of a file before have made of a claim, in a preview: nothing of it is written. */
export type Overlay = Map<string, { balance: bigint; isBack: boolean }>;

export interface DecideContext {
  readonly tx: Tx;
  readonly partnerId: Uuid;
  readonly parser: RowParser;
  readonly today: CalendarDate;
  readonly zone: string;
  /** Null: the rows are booked, so claims are locked. */
  readonly overlay: Overlay | null;
  /** Keys that rows of the file before have used, in a preview. */
  readonly used: Map<string, string>;
}

/** A row with what becomes of it. */
export interface Decided {
  readonly number: number;
  readonly kind: ReturnKind | null;
  readonly claimRef: string | null;
  readonly accountId: Uuid | null;
  readonly outcome: RowOutcome;
  readonly words?: SaidWords;
  readonly row: ReturnRow | null;
  readonly cells: readonly string[];
  /** Minor units. */
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly digest: string | null;
  /** The day it counts from. */
  readonly date: CalendarDate;
  /** Of a change of contact data: whose they are. */
  readonly debtorRef: string | null;
}

interface KnownClaim {
  readonly accountId: Uuid;
  readonly currency: string;
  readonly isDeleted: boolean;
  balance: bigint;
  /** When the partner had it; an end of null: it has it now. */
  readonly spans: { readonly from: CalendarDate; readonly to: CalendarDate | null }[];
  isBack: boolean;
  readonly debtorRef: string | null;
}

/** @returns what becomes of each row, in their order. */
export async function decide(context: DecideContext, rows: readonly (ReturnRow | RefusedRow)[]): Promise<Decided[]> {
  const readable = rows.filter((row) => !isRefused(row)) as ReturnRow[];
  const claims = await readClaims(context, [...new Set(readable.map(({ claimRef }) => claimRef))]);
  const booked = await readBooked(context, readable);
  const result: Decided[] = [];
  for (const row of rows) result.push(isRefused(row) ? unreadable(row, context.today) : await decideRow(context, row, claims, booked));
  if (context.overlay) for (const [ref, { balance, isBack }] of claims) context.overlay.set(ref, { balance, isBack });
  return result;
}

const unreadable = ({ number, words: said, cells, kind, claimRef }: RefusedRow, today: CalendarDate): Decided => ({
  number,
  kind,
  claimRef,
  cells,
  accountId: null,
  outcome: 'refused',
  words: said,
  row: null,
  amount: null,
  currency: null,
  digest: null,
  date: today,
  debtorRef: null,
});

async function readClaims({ tx, partnerId, zone, overlay }: DecideContext, refs: readonly string[]): Promise<Map<string, KnownClaim>> {
  // In the order in which everybody does who books.
  if (!overlay) await lockClaims(tx, refs, 'all');
  const rows = await tx.sql<{
    ref: string;
    account_id: Uuid;
    currency: string;
    balance: bigint;
    status: string;
    debtor_ref: string | null;
    spans: KnownClaim['spans'];
  }>(
    `select c.external_claim_ref as ref, c.account_id, c.currency, c.balance, c.status,
       (select d.external_debtor_ref from published.debtor d where d.client_id = $1 and d.account_id = c.account_id order by d.position, d.external_debtor_ref limit 1) as debtor_ref,
       coalesce(g.spans, '[]') as spans
     from published.claim c left join (
       select a.external_claim_ref, jsonb_agg(jsonb_build_object('from', (a.created_at at time zone $4)::date, 'to', (a.ended_at at time zone $4)::date)) as spans
       from claim_assignment a where a.client_id = $1 and a.partner_id = $2 and a.external_claim_ref = any($3::text[]) group by 1) g
       on g.external_claim_ref = c.external_claim_ref
     where c.client_id = $1 and c.external_claim_ref = any($3::text[])`,
    [tx.clientId, partnerId, refs, zone],
  );
  return new Map(
    rows.map((row) => {
      const before = overlay?.get(row.ref);
      return [
        row.ref,
        {
          accountId: row.account_id,
          currency: row.currency,
          isDeleted: row.status === 'deleted',
          balance: before?.balance ?? row.balance,
          spans: row.spans,
          isBack: before?.isBack ?? !row.spans.some(({ to }) => to === null),
          debtorRef: row.debtor_ref,
        },
      ];
    }),
  );
}

interface Booked {
  readonly digest: string;
  /** What it said, for people. */
  readonly said: string;
}

/** @returns what was booked before under the rows' keys, by files or otherwise. */
async function readBooked({ tx, partnerId, used }: DecideContext, rows: readonly ReturnRow[]): Promise<Map<string, Booked>> {
  const keys = rows.map(({ key }) => key);
  const before = await tx.sql<{
    row_key: string;
    digest: string;
    amount: bigint | null;
    currency: string | null;
    external_claim_ref: string;
  }>(
    `select row_key, digest, amount, currency, external_claim_ref from partner_return_row
     where client_id = $1 and partner_id = $2 and row_key = any($3::text[]) and outcome = 'booked'`,
    [tx.clientId, partnerId, keys],
  );
  const said = (ref: string, amount: bigint | null, currency: string | null) =>
    amount === null || currency === null ? ref : `${toDecimal(amount, currency)} ${currency}, ${ref}`;
  const booked = new Map<string, Booked>(
    before.map((row) => [row.row_key, { digest: row.digest, said: said(row.external_claim_ref, row.amount, row.currency) }]),
  );
  for (const key of keys) {
    const digest = used.get(key);
    if (digest !== undefined && !booked.has(key)) booked.set(key, { digest, said: '' });
  }
  const payments = rows.filter(({ kind, reference, key }) => kind === 'payment' && reference !== '' && !booked.has(key));
  const others = await readCollected(
    tx,
    payments.map(({ reference }) => collectedKey(partnerId, reference)),
  );
  for (const row of payments) {
    const other = others.get(collectedKey(partnerId, row.reference));
    if (!other) continue;
    const { amount, currency, externalClaimRef } = other;
    booked.set(row.key, {
      digest: contentOf({ ...row, claimRef: externalClaimRef }, amount, currency),
      said: said(externalClaimRef, amount, currency),
    });
  }
  return booked;
}

async function decideRow(
  context: DecideContext,
  row: ReturnRow,
  claims: Map<string, KnownClaim>,
  booked: Map<string, Booked>,
): Promise<Decided> {
  const claim = claims.get(row.claimRef);
  // A partner's clock may be a day ahead of ours: tomorrow is today.
  const date = row.date === null || row.date === addDays(context.today, 1) ? context.today : row.date;
  const currency = claim?.currency ?? null;
  const base = {
    number: row.number,
    kind: row.kind,
    claimRef: row.claimRef,
    accountId: claim?.accountId ?? null,
    row,
    cells: row.cells,
    amount: null as bigint | null,
    currency: null as string | null,
    digest: null as string | null,
    date,
    debtorRef: claim?.debtorRef ?? null,
  };
  const refuse = (said: SaidWords): Decided => ({ ...base, outcome: 'refused', words: said });
  if (!claim) return refuse(words('returnRowClaim', { claim: row.claimRef }));
  if (claim.spans.length === 0) return refuse(words('returnRowNotGiven', { claim: row.claimRef }));
  if (claim.isDeleted) return refuse(words('returnRowDeleted', { claim: row.claimRef }));
  if (row.kind === 'payment' || row.kind === 'costs') {
    if (row.currency !== '' && row.currency !== currency)
      return refuse(words('returnRowCurrency', { claim: row.claimRef, own: claim.currency, other: row.currency }));
    const amount = context.parser.amount(row, claim.currency);
    if (typeof amount !== 'bigint') return refuse(amount);
    base.amount = amount;
    base.currency = claim.currency;
  }
  base.digest = contentOf(row, base.amount, claim.currency);
  const before = booked.get(row.key);
  if (before)
    return before.digest === base.digest
      ? { ...base, outcome: 'known' }
      : refuse(words('returnRowOtherwise', { reference: row.reference || row.claimRef, booked: before.said || row.claimRef }));
  const refusal = await contradiction(context, row, claim, date, base.amount);
  if (refusal) return refuse(refusal);
  if (row.kind === 'payment') claim.balance -= base.amount ?? 0n;
  else if (row.kind === 'costs') claim.balance += base.amount ?? 0n;
  else if (row.kind === 'closing') claim.isBack = true;
  booked.set(row.key, { digest: base.digest, said: '' });
  if (context.overlay) context.used.set(row.key, base.digest);
  return { ...base, outcome: 'booked' };
}

/** @returns what of a readable row contradicts what is known. */
async function contradiction(
  { tx, today }: DecideContext,
  row: ReturnRow,
  claim: KnownClaim,
  date: CalendarDate,
  amount: bigint | null,
): Promise<SaidWords | null> {
  const { claimRef } = row;
  if (date > today) return words('returnRowFuture', { day: date });
  if (row.kind === 'closing') return claim.isBack ? words('returnRowBack', { claim: claimRef }) : null;
  if (!claim.spans.some(({ from, to }) => from <= date && (to === null || date <= to)))
    return words('returnRowNotThen', { claim: claimRef, day: date });
  if (row.kind === 'payment' && amount !== null && amount > claim.balance) {
    const due = claim.balance > 0n ? claim.balance : 0n;
    const { currency } = claim;
    return words('returnRowMore', { amount: toDecimal(amount, currency), currency, due: toDecimal(due, currency), claim: claimRef });
  }
  if (row.kind !== 'contact') return null;
  if (claim.debtorRef === null) return words('returnRowDebtor');
  try {
    await checkDebtorChange(tx, claim.accountId, claim.debtorRef, row.contact);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.words;
    throw error;
  }
}
