/** Commissions as lists and sums: on screen, in files, on statements. */
import { invalid } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { money } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { PAYMENT_KINDS, type PaymentKind } from '../../../../engine/commission/agreement.ts';
import type { CommissionReason } from '../../../../engine/commission/reckon.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { CommissionKind } from '../ground/commission.tables.ts';

export interface TransactionFilter {
  readonly partnerIds?: readonly Uuid[] | null | undefined;
  readonly from?: CalendarDate | null | undefined;
  readonly to?: CalendarDate | null | undefined;
  readonly currency?: string | null | undefined;
  readonly kinds?: readonly string[] | null | undefined;
  readonly paymentKinds?: readonly string[] | null | undefined;
  readonly status?: string | null | undefined;
  readonly invoiceId?: Uuid | null | undefined;
  readonly externalClaimRef?: string | null | undefined;
}

export interface TransactionRow {
  readonly commissionId: Uuid;
  readonly partnerId: Uuid;
  readonly partnerName: string;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly debtorName: string | null;
  readonly kind: CommissionKind;
  readonly paymentKind: PaymentKind | null;
  readonly component: string | null;
  readonly day: CalendarDate;
  readonly currency: string;
  readonly base: bigint;
  readonly net: bigint;
  readonly vat: bigint;
  readonly why: CommissionReason;
  readonly invoiceId: Uuid | null;
  readonly number: number | null;
}

const KINDS: readonly string[] = ['payment', 'takenBack', 'fixedFee', 'minimum'] satisfies CommissionKind[];
const STATUSES = ['open', 'invoiced'];
const USUAL = 100;
const MOST = 500;

/** @returns the conditions of a filter on `partner_commission c`, with their values after the client's. @throws Fault INVALID_INPUT */
function conditionsOf(filter: TransactionFilter): { readonly where: string; readonly values: unknown[] } {
  const { partnerIds, from, to, currency, kinds, paymentKinds, status, invoiceId, externalClaimRef } = filter;
  const choice = (field: string, given: readonly string[] | null | undefined, choices: readonly string[]) => {
    if (given?.some((each) => !choices.includes(each))) throw invalid(`filter.${field}`, 'oneOf', { choices: choices.join(', ') });
  };
  choice('kinds', kinds, KINDS);
  choice('paymentKinds', paymentKinds, PAYMENT_KINDS);
  choice('status', status ? [status] : null, STATUSES);
  if (from && to && from > to) throw invalid('filter.to', 'rangeBackwards');
  const values: unknown[] = [];
  const conditions = ['c.client_id = $1'];
  const add = (value: unknown, condition: (at: string) => string) => {
    values.push(value);
    conditions.push(condition(`$${values.length + 1}`));
  };
  if (partnerIds && partnerIds.length > 0) add(partnerIds.filter(isUuid), (at) => `c.partner_id = any(${at}::uuid[])`);
  if (from) add(from, (at) => `c.day >= ${at}::date`);
  if (to) add(to, (at) => `c.day <= ${at}::date`);
  if (currency) add(currency, (at) => `c.currency = ${at}`);
  if (kinds && kinds.length > 0) add(kinds, (at) => `c.kind = any(${at}::text[])`);
  if (paymentKinds && paymentKinds.length > 0) add(paymentKinds, (at) => `c.payment_kind = any(${at}::text[])`);
  if (invoiceId) add(isUuid(invoiceId) ? invoiceId : null, (at) => `c.invoice_id = ${at}::uuid`);
  if (externalClaimRef?.trim()) add(externalClaimRef.trim(), (at) => `c.external_claim_ref = ${at}`);
  if (status) conditions.push(status === 'open' ? 'c.invoice_id is null' : 'c.invoice_id is not null');
  return { where: conditions.join(' and '), values };
}

/** Refuses a filter that cannot be. @throws Fault INVALID_INPUT */
export const checkFilter = (filter: TransactionFilter): void => void conditionsOf(filter);

/** @param after what the page before ended with. @returns commissions, the newest day first. @throws Fault INVALID_INPUT */
export async function listTransactions(tx: Tx, filter: TransactionFilter, after: string | null = null, size: number = USUAL) {
  if (size < 1 || size > MOST) throw invalid('size', 'pageSize', { most: MOST });
  const { where, values } = conditionsOf(filter);
  const end = after === null ? null : readEnd(after);
  const place = `$${values.length + 2}::date, $${values.length + 3}::uuid`;
  const rows = await tx.sql<TransactionRow & Record<string, unknown>>(
    `select c.commission_id as "commissionId", c.partner_id as "partnerId", p.name as "partnerName", c.account_id as "accountId",
       c.external_claim_ref as "externalClaimRef", a.debtor_name as "debtorName", c.kind, c.payment_kind as "paymentKind", c.component, c.day,
       c.currency, c.base, c.net, c.vat, c.why, c.invoice_id as "invoiceId", i.number
     from partner_commission c
     join partner p on p.client_id = c.client_id and p.partner_id = c.partner_id
     left join published.account a on a.client_id = c.client_id and a.account_id = c.account_id
     left join partner_invoice i on i.client_id = c.client_id and i.invoice_id = c.invoice_id
     where ${where} ${end ? `and (c.day, c.commission_id) < (${place})` : ''}
     order by c.day desc, c.commission_id desc limit ${size + 1}`,
    [tx.clientId, ...values, ...(end ? [end.day, end.id] : [])],
  );
  const results = rows.slice(0, size);
  const last = results.at(-1);
  return { results, next: rows.length > size && last ? `${last.day} ${last.commissionId}` : null };
}

function readEnd(after: string): { day: string; id: Uuid } {
  const [day = '', id] = after.split(' ');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isUuid(id)) throw invalid('after', 'pageEndUnknown');
  return { day, id };
}

/** @returns sums by partner and currency. @throws Fault INVALID_INPUT */
export async function sumTransactions(tx: Tx, filter: TransactionFilter) {
  const { where, values } = conditionsOf(filter);
  const rows = await tx.sql<{
    partnerId: Uuid;
    partnerName: string;
    currency: string;
    count: number;
    base: bigint;
    collected: bigint;
    net: bigint;
    vat: bigint;
    open: bigint;
  }>(
    `select c.partner_id as "partnerId", p.name as "partnerName", c.currency, count(*)::int as count, sum(c.base)::bigint as base,
       coalesce(sum(c.base) filter (where c.payment_kind = 'partner'), 0)::bigint as collected, sum(c.net)::bigint as net, sum(c.vat)::bigint as vat,
       coalesce(sum(c.net + c.vat) filter (where c.invoice_id is null), 0)::bigint as open
     from partner_commission c join partner p on p.client_id = c.client_id and p.partner_id = c.partner_id
     where ${where} group by c.partner_id, p.name, c.currency order by lower(p.name), c.partner_id, c.currency`,
    [tx.clientId, ...values],
  );
  return rows.map(({ base, collected, net, vat, open, ...row }) => {
    const of = (minor: bigint) => money(minor, row.currency);
    return { ...row, amount: of(base), collected: of(collected), commission: of(net), vat: of(vat), total: of(net + vat), open: of(open) };
  });
}

/** @returns the number of a statement as people read it. */
export const numberOf = (number: number): string => `P-${String(number).padStart(6, '0')}`;

/** @returns a commission in the contract's shape. */
export const presentTransaction = ({ base, net, vat, number, ...row }: TransactionRow) => {
  const of = (minor: bigint) => money(minor, row.currency);
  return {
    ...row,
    amount: of(base),
    commission: of(net),
    vat: of(vat),
    total: of(net + vat),
    invoiceNumber: number === null ? null : numberOf(number),
  };
};
