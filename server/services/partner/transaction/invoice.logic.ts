/** Statements of commission: closed once, numbered without gaps, never changed. */
import { and, desc, eq } from 'drizzle-orm';
import { invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toLocale } from '../../../../core/locale.ts';
import { money, toDecimal } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { partnerInvoice } from '../ground/commission.tables.ts';
import { holdCommissions } from '../ground/partner.logic.ts';
import { partner } from '../ground/partner.tables.ts';
import { reckonPartner } from './reckon.logic.ts';
import { numberOf } from './transaction.list.logic.ts';

export type InvoiceRow = typeof partnerInvoice.$inferSelect & { readonly partnerName: string };

const MOST = 200;
/** Declared in invoice.jobs.ts, which is above. */
const WRITE = { name: 'partner.invoice.files' };

export interface InvoiceInput {
  readonly partnerId: Uuid;
  readonly currency: string;
  /** The last day that is billed. */
  readonly to: CalendarDate;
  /** Of its files; the client's when absent. */
  readonly locale?: string | null | undefined;
}

/** @throws Fault NOT_FOUND, INVALID_INPUT (to): a day to come, or nothing to bill */
export async function issueInvoice(tx: Tx, input: InvoiceInput): Promise<InvoiceRow> {
  await holdCommissions(tx);
  const { partnerId, currency, to } = input;
  const { name } = await readPartner(tx, partnerId);
  const client = await readClient(tx);
  if (to > localDate(now(), client.timezone)) throw invalid('to', 'statementFuture');
  await reckonPartner(tx, partnerId);
  const invoiceId = uuidv7();
  const [sums] = await tx.sql<Sums>(
    `with billed as (update partner_commission set invoice_id = $2
       where client_id = $1 and partner_id = $3 and currency = $4 and invoice_id is null and day <= $5 returning day, base, net, vat, payment_kind)
     select count(*)::int as lines, min(day) as first, coalesce(sum(base), 0)::bigint as base, coalesce(sum(net), 0)::bigint as net,
       coalesce(sum(vat), 0)::bigint as vat, coalesce(sum(base) filter (where payment_kind = 'partner'), 0)::bigint as collected from billed`,
    [tx.clientId, invoiceId, partnerId, currency, to],
  );
  if (!sums || sums.lines === 0) throw invalid('to', 'statementEmpty', { day: to });
  const { first, ...amounts } = sums;
  const row = {
    clientId: tx.clientId,
    invoiceId,
    partnerId,
    number: await nextNumber(tx),
    currency,
    fromDay: first,
    toDay: to,
    ...amounts,
    issuedAt: now(),
    issuedBy: tx.actor.id,
    locale: toLocale(input.locale ?? client.defaultLocale),
    pdfFileId: null,
    csvFileId: null,
  };
  await tx.db.insert(partnerInvoice).values(row);
  const total = toDecimal(row.net + row.vat, currency);
  const payload = { partnerId, name, invoiceId, number: numberOf(row.number), from: first, to, amount: total, currency };
  await appendEvents(tx, [{ messageType: 'partnerInvoiceIssued', payload }]);
  await enqueue(tx, WRITE, { clientId: tx.clientId, invoiceId });
  return { ...row, partnerName: name };
}

interface Sums extends Record<string, unknown> {
  readonly lines: number;
  readonly first: CalendarDate;
  readonly base: bigint;
  readonly net: bigint;
  readonly vat: bigint;
  readonly collected: bigint;
}

/** Also of a partner that was deleted: what it earned is billed all the same. */
async function readPartner(tx: Tx, partnerId: Uuid) {
  const [row] = isUuid(partnerId)
    ? await tx.db
        .select()
        .from(partner)
        .where(and(eq(partner.clientId, tx.clientId), eq(partner.partnerId, partnerId)))
    : [];
  if (!row) throw notFound('partnerNotFound');
  return row;
}

/** Whoever holds the client's commissions counts alone: no number is left out, none is given twice. */
async function nextNumber(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ number: number }>(
    'select coalesce(max(number), 0)::int + 1 as number from partner_invoice where client_id = $1',
    [tx.clientId],
  );
  return row!.number;
}

const joined = (tx: Tx) =>
  tx.db
    .select({ invoice: partnerInvoice, partnerName: partner.name })
    .from(partnerInvoice)
    .innerJoin(partner, and(eq(partner.clientId, partnerInvoice.clientId), eq(partner.partnerId, partnerInvoice.partnerId)));

/** @returns statements, the newest first. */
export async function listInvoices(tx: Tx, partnerId: Uuid | null): Promise<InvoiceRow[]> {
  if (partnerId !== null) await readPartner(tx, partnerId);
  const rows = await joined(tx)
    .where(and(eq(partnerInvoice.clientId, tx.clientId), partnerId === null ? undefined : eq(partnerInvoice.partnerId, partnerId)))
    .orderBy(desc(partnerInvoice.number))
    .limit(MOST);
  return rows.map(({ invoice, partnerName }) => ({ ...invoice, partnerName }));
}

/** @throws Fault NOT_FOUND */
export async function readInvoice(tx: Tx, invoiceId: string): Promise<InvoiceRow & { readonly partner: typeof partner.$inferSelect }> {
  const [row] = isUuid(invoiceId)
    ? await joined(tx).where(and(eq(partnerInvoice.clientId, tx.clientId), eq(partnerInvoice.invoiceId, invoiceId)))
    : [];
  if (!row) throw notFound('statementNotFound');
  return { ...row.invoice, partnerName: row.partnerName, partner: await readPartner(tx, row.invoice.partnerId) };
}

/** @returns a statement in the contract's shape. What the partner took in itself is set off. */
export function presentInvoice({ number, fromDay, toDay, lines, base, collected, net, vat, ...row }: InvoiceRow) {
  const of = (minor: bigint) => money(minor, row.currency);
  const total = net + vat;
  return {
    ...row,
    number: numberOf(number),
    kind: total < 0n ? 'creditNote' : 'invoice',
    from: fromDay,
    to: toDay,
    count: lines,
    amount: of(base),
    collected: of(collected),
    commission: of(net),
    vat: of(vat),
    total: of(total),
    balance: of(total - collected),
  };
}
