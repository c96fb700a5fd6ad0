/** What the money tabs of an account show, as files: payments, promises, instalments, the ledger. */
import type { Uuid } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import { defineListExport, fetchRows, type ListColumn } from '../../platform/listExport.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';
import { staffNames } from '../backoffice/backoffice.user.list.logic.ts';

interface OfAccount {
  readonly accountId?: Uuid;
}
interface Sums {
  readonly currency: string;
  readonly amount: bigint;
}

const SEES_PAYMENTS = { domain: 'operations', action: 'viewPayments' } as const;
const CURRENCY: ListColumn<Sums> = { kind: 'text', value: (row) => row.currency };
const AMOUNT: ListColumn<Sums> = { kind: 'money', value: (row) => ({ minor: row.amount, currency: row.currency }) };
const accountExists = async (tx: Tx, { accountId }: OfAccount) => void (await requireAccount(tx, accountId ?? ''));

interface PaymentRow extends Sums {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly provider_name: string;
  readonly method: string;
  readonly allocation: readonly { readonly externalClaimRef: string }[];
  readonly status: string;
  readonly status_reason: string | null;
  readonly end_to_end_id: string | null;
}

defineListExport<OfAccount, PaymentRow, 'operations'>({
  name: 'payments',
  permission: SEES_PAYMENTS,
  service: 'finance',
  takes: { accountId: 'ID' },
  columns: {
    date: { kind: 'moment', value: (row) => row.created_at },
    provider: { kind: 'text', value: (row) => row.provider_name },
    method: { kind: 'words', value: (row) => row.method },
    claim: { kind: 'text', value: (row) => row.allocation.map((part) => part.externalClaimRef).join(', ') },
    status: { kind: 'words', value: (row) => row.status },
    reason: { kind: 'words', value: (row) => row.status_reason },
    currency: CURRENCY,
    amount: AMOUNT,
    endToEnd: { kind: 'text', value: (row) => row.end_to_end_id },
    changed: { kind: 'moment', value: (row) => row.updated_at },
  },
  check: accountExists,
  rows: (tx, { accountId }) =>
    fetchRows<PaymentRow>(
      tx,
      'exported_payments',
      'select * from payment where client_id = $1 and account_id = $2 order by created_at desc, payment_id desc',
      [tx.clientId, accountId],
    ),
});

interface PromiseRow extends Sums {
  readonly external_claim_ref: string;
  readonly start_date: CalendarDate;
  readonly due_date: CalendarDate;
  readonly paid_amount: bigint;
  readonly status: string;
  readonly method: string | null;
  readonly requested_by: string;
  readonly created_at: Date;
}

defineListExport<OfAccount, PromiseRow & { by: string }, 'operations'>({
  name: 'promises',
  permission: SEES_PAYMENTS,
  service: 'finance',
  takes: { accountId: 'ID' },
  columns: {
    start: { kind: 'day', value: (row) => row.start_date },
    due: { kind: 'day', value: (row) => row.due_date },
    claim: { kind: 'text', value: (row) => row.external_claim_ref },
    status: { kind: 'words', value: (row) => row.status },
    method: { kind: 'words', value: (row) => row.method },
    currency: CURRENCY,
    amount: AMOUNT,
    paid: { kind: 'money', value: (row) => ({ minor: row.paid_amount, currency: row.currency }) },
    requestedBy: { kind: 'words', value: (row) => row.by },
    created: { kind: 'moment', value: (row) => row.created_at },
  },
  check: accountExists,
  rows: async function* (tx, { accountId }) {
    const names: ReadonlyMap<string, string> = await staffNames(tx);
    // A promise about several claims is one row that names them all.
    const select = `select string_agg(external_claim_ref, ', ' order by external_claim_ref) as external_claim_ref, start_date, due_date, currency,
        sum(amount)::bigint as amount, sum(paid_amount)::bigint as paid_amount, status, method, requested_by, min(created_at) as created_at
      from promise_to_pay where client_id = $1 and account_id = $2
      group by coalesce(promise_id, promise_to_pay_id), start_date, due_date, currency, status, method, requested_by
      order by min(created_at) desc, coalesce(promise_id, promise_to_pay_id) desc`;
    for await (const rows of fetchRows<PromiseRow>(tx, 'exported_promises', select, [tx.clientId, accountId]))
      yield rows.map((row) => ({ ...row, by: names.get(row.requested_by) ?? row.requested_by }));
  },
});

interface InstalmentRow extends Sums {
  readonly position: number;
  readonly due_date: CalendarDate;
  readonly paid_amount: bigint;
  readonly status: string;
  readonly claim_refs: readonly string[];
  readonly interval: string;
  readonly plan_status: string;
}

defineListExport<OfAccount, InstalmentRow, 'operations'>({
  name: 'instalments',
  permission: SEES_PAYMENTS,
  service: 'finance',
  takes: { accountId: 'ID' },
  columns: {
    number: { kind: 'number', value: (row) => row.position },
    due: { kind: 'day', value: (row) => row.due_date },
    status: { kind: 'words', value: (row) => row.status },
    currency: CURRENCY,
    amount: AMOUNT,
    paid: { kind: 'money', value: (row) => ({ minor: row.paid_amount, currency: row.currency }) },
    claim: { kind: 'text', value: (row) => row.claim_refs.join(', ') },
    interval: { kind: 'words', value: (row) => row.interval },
    plan: { kind: 'words', value: (row) => row.plan_status },
  },
  check: accountExists,
  rows: (tx, { accountId }) =>
    fetchRows<InstalmentRow>(
      tx,
      'exported_instalments',
      `select i.*, p.claim_refs, p.interval, p.status as plan_status from instalments_plan p
         join instalment i on i.client_id = $1 and i.instalments_plan_id = p.instalments_plan_id
       where p.client_id = $1 and p.account_id = $2 and p.status <> 'canceled' order by i.due_date, p.created_at, i.position`,
      [tx.clientId, accountId],
    ),
});

interface LedgerRow extends Sums {
  readonly value_date: CalendarDate;
  readonly booked_at: Date;
  readonly kind: string;
  readonly component: string;
  readonly external_claim_ref: string;
  readonly balance: bigint;
  readonly description: string;
}

defineListExport<OfAccount & { externalClaimRef?: string }, LedgerRow, 'operations'>({
  name: 'ledger',
  permission: SEES_PAYMENTS,
  service: 'finance',
  takes: { accountId: 'ID', externalClaimRef: 'String' },
  columns: {
    valueDate: { kind: 'day', value: (row) => row.value_date },
    booked: { kind: 'moment', value: (row) => row.booked_at },
    kind: { kind: 'words', value: (row) => row.kind },
    component: { kind: 'words', value: (row) => row.component },
    claim: { kind: 'text', value: (row) => row.external_claim_ref },
    description: { kind: 'text', value: (row) => row.description },
    currency: CURRENCY,
    amount: AMOUNT,
    balance: { kind: 'money', value: (row) => ({ minor: row.balance, currency: row.currency }) },
  },
  check: accountExists,
  rows: (tx, { accountId, externalClaimRef }) =>
    fetchRows<LedgerRow>(
      tx,
      'exported_ledger',
      `select *, (sum(amount) over (order by booked_at, entry_id))::bigint as balance from ledger_entry
       where client_id = $1 and account_id = $2 and ($3::text is null or external_claim_ref = $3) order by booked_at, entry_id`,
      [tx.clientId, accountId, externalClaimRef ?? null],
    ),
});
