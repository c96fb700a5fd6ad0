/** The lists of bank and direct debits as files: bank transactions, statements, collections and the files that were made of them. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { defineListExport, fetchRows } from '../../../platform/listExport.ts';
import { staffNames } from '../../backoffice/backoffice.user.list.logic.ts';
import { openFor } from '../account/secrets.ts';
import { maskIban } from '../account/sepa.ts';

const SEES_BANK = { domain: 'operations', action: 'viewBank' } as const;

interface EntryRow {
  readonly entry_id: Uuid;
  readonly value_date: CalendarDate;
  readonly booking_date: CalendarDate | null;
  readonly counterparty_name: string | null;
  readonly counterparty_iban: string | null;
  readonly remittance: string;
  readonly status: string;
  readonly doubt: string | null;
  readonly currency: string;
  readonly amount: bigint;
  readonly charge: bigint | null;
  readonly return_reason: string | null;
  readonly end_to_end_id: string | null;
  readonly mandate_ref: string | null;
  readonly statement_ref: string;
  readonly external_account_ref: string | null;
  readonly decided_by: Uuid | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

defineListExport<{ statementId?: Uuid; statuses?: string[] }, EntryRow & { decider: string | undefined }, 'operations'>({
  name: 'bank-entries',
  permission: SEES_BANK,
  service: 'finance',
  takes: { statementId: 'ID', statuses: '[String!]' },
  columns: {
    valueDate: { kind: 'day', value: (row) => row.value_date },
    bookingDate: { kind: 'day', value: (row) => row.booking_date },
    counterparty: { kind: 'text', value: (row) => row.counterparty_name },
    iban: { kind: 'text', value: (row) => (row.counterparty_iban === null ? null : maskIban(row.counterparty_iban)) },
    text: { kind: 'text', value: (row) => row.remittance },
    status: { kind: 'words', value: (row) => row.status },
    doubt: { kind: 'words', value: (row) => row.doubt },
    currency: { kind: 'text', value: (row) => row.currency },
    amount: { kind: 'money', value: (row) => ({ minor: row.amount, currency: row.currency }) },
    bankCharge: { kind: 'money', value: (row) => (row.charge === null ? null : { minor: row.charge, currency: row.currency }) },
    returnReason: { kind: 'words', value: (row) => row.return_reason },
    endToEnd: { kind: 'text', value: (row) => row.end_to_end_id },
    mandate: { kind: 'text', value: (row) => row.mandate_ref },
    statement: { kind: 'text', value: (row) => row.statement_ref },
    account: { kind: 'text', value: (row) => row.external_account_ref },
    decidedBy: { kind: 'text', value: (row) => row.decider },
    decidedAt: { kind: 'moment', value: (row) => row.decided_at },
    note: { kind: 'text', value: (row) => row.note },
  },
  rows: async function* (tx, { statementId, statuses }) {
    const names = await staffNames(tx);
    const select = `select e.entry_id, e.value_date, e.booking_date, e.counterparty_name, e.counterparty_iban, e.remittance, e.status, e.currency, e.amount,
        e.explanation ->> 'doubt' as doubt, (e.explanation ->> 'charge')::bigint as charge, e.return_reason, e.end_to_end_id, e.mandate_ref,
        s.statement_ref, a.external_account_ref, e.decided_by, e.decided_at, e.note
      from bank_entry e join bank_statement s on s.client_id = $1 and s.statement_id = e.statement_id
        left join published.account a on a.client_id = $1 and a.account_id = e.account_id
      where e.client_id = $1 and ($2::uuid is null or e.statement_id = $2) and ($3::text[] is null or e.status = any($3))
      order by e.value_date, e.statement_id, e.position`;
    for await (const rows of fetchRows<EntryRow>(tx, 'exported_entries', select, [tx.clientId, statementId ?? null, statuses ?? null]))
      yield rows.map((row) => ({
        ...row,
        counterparty_iban: openFor('entry', tx.clientId, row.entry_id, row.counterparty_iban),
        decider: row.decided_by === null ? undefined : names.get(row.decided_by),
      }));
  },
});

interface StatementRow {
  readonly client_id: Uuid;
  readonly statement_id: Uuid;
  readonly statement_ref: string;
  readonly iban: string;
  readonly file_name: string;
  readonly status: string;
  readonly from_date: CalendarDate | null;
  readonly to_date: CalendarDate | null;
  readonly currency: string;
  readonly opening_balance: bigint | null;
  readonly closing_balance: bigint | null;
  readonly entries: number;
  readonly booked: number;
  readonly open: number;
  readonly ignored: number;
  readonly created_at: Date;
}
const sum = (minor: bigint | null, { currency }: { currency: string }) => (minor === null ? null : { minor, currency });

defineListExport<Record<string, never>, StatementRow, 'operations'>({
  name: 'bank-statements',
  permission: SEES_BANK,
  service: 'finance',
  takes: {},
  columns: {
    statement: { kind: 'text', value: (row) => row.statement_ref },
    iban: { kind: 'text', value: (row) => openFor('statement', row.client_id, row.statement_id, row.iban) },
    file: { kind: 'text', value: (row) => row.file_name },
    status: { kind: 'words', value: (row) => row.status },
    from: { kind: 'day', value: (row) => row.from_date },
    to: { kind: 'day', value: (row) => row.to_date },
    currency: { kind: 'text', value: (row) => row.currency },
    opening: { kind: 'money', value: (row) => sum(row.opening_balance, row) },
    closing: { kind: 'money', value: (row) => sum(row.closing_balance, row) },
    entries: { kind: 'number', value: (row) => row.entries },
    booked: { kind: 'number', value: (row) => row.booked },
    open: { kind: 'number', value: (row) => row.open },
    ignored: { kind: 'number', value: (row) => row.ignored },
    created: { kind: 'moment', value: (row) => row.created_at },
  },
  rows: (tx) =>
    fetchRows<StatementRow>(
      tx,
      'exported_statements',
      `select s.*, n.* from bank_statement s cross join lateral (
         select count(*)::int as entries, count(*) filter (where e.status = 'booked')::int as booked,
           count(*) filter (where e.status in ('ambiguous', 'unmatched'))::int as open, count(*) filter (where e.status = 'ignored')::int as ignored
         from bank_entry e where e.client_id = $1 and e.statement_id = s.statement_id) n
       where s.client_id = $1 order by s.created_at desc, s.statement_id`,
      [tx.clientId],
    ),
});

interface DebitRow {
  readonly collection_date: CalendarDate;
  readonly debtor_name: string;
  readonly external_account_ref: string;
  readonly reference: string;
  readonly allocation: readonly { readonly externalClaimRef: string }[];
  readonly status: string;
  readonly return_reason: string | null;
  readonly sequence_type: string | null;
  readonly currency: string;
  readonly amount: bigint;
  readonly announced_at: Date | null;
  readonly message_id: string | null;
}

defineListExport<{ statuses?: string[] }, DebitRow, 'operations'>({
  name: 'direct-debits',
  permission: SEES_BANK,
  service: 'finance',
  takes: { statuses: '[String!]' },
  columns: {
    day: { kind: 'day', value: (row) => row.collection_date },
    debtor: { kind: 'text', value: (row) => row.debtor_name },
    account: { kind: 'text', value: (row) => row.external_account_ref },
    mandate: { kind: 'text', value: (row) => row.reference },
    claims: { kind: 'text', value: (row) => row.allocation.map((part) => part.externalClaimRef).join(', ') },
    status: { kind: 'words', value: (row) => row.status },
    returnReason: { kind: 'words', value: (row) => row.return_reason },
    sequence: { kind: 'text', value: (row) => row.sequence_type },
    currency: { kind: 'text', value: (row) => row.currency },
    amount: { kind: 'money', value: (row) => ({ minor: row.amount, currency: row.currency }) },
    announced: { kind: 'moment', value: (row) => row.announced_at },
    file: { kind: 'text', value: (row) => row.message_id },
  },
  rows: (tx, { statuses }) =>
    fetchRows<DebitRow>(
      tx,
      'exported_debits',
      `select d.*, a.debtor_name, a.external_account_ref, m.reference, p.allocation, f.message_id
       from direct_debit d join published.account a on a.client_id = $1 and a.account_id = d.account_id
         join recurring_payment_mandate m on m.client_id = $1 and m.mandate_id = d.mandate_id
         join payment p on p.client_id = $1 and p.payment_id = d.payment_id
         left join direct_debit_file f on f.client_id = $1 and f.file_id = d.file_id
       where d.client_id = $1 and ($2::text[] is null or d.status = any($2)) order by d.collection_date, d.payment_id`,
      [tx.clientId, statuses ?? null],
    ),
});

interface DebitFileRow {
  readonly message_id: string;
  readonly bank_account: string;
  readonly created_at: Date;
  readonly downloaded_at: Date | null;
  readonly count: number;
  readonly currency: string;
  readonly amount: bigint;
}

defineListExport<Record<string, never>, DebitFileRow, 'operations'>({
  name: 'direct-debit-files',
  permission: SEES_BANK,
  service: 'finance',
  takes: {},
  columns: {
    id: { kind: 'text', value: (row) => row.message_id },
    bankAccount: { kind: 'text', value: (row) => row.bank_account },
    made: { kind: 'moment', value: (row) => row.created_at },
    taken: { kind: 'moment', value: (row) => row.downloaded_at },
    count: { kind: 'number', value: (row) => row.count },
    currency: { kind: 'text', value: (row) => row.currency },
    amount: { kind: 'money', value: (row) => ({ minor: row.amount, currency: row.currency }) },
  },
  rows: (tx) =>
    fetchRows<DebitFileRow>(
      tx,
      'exported_debit_files',
      `select f.message_id, b.name as bank_account, f.created_at, f.downloaded_at, f.count, f.currency, f.amount
       from direct_debit_file f left join bank_account b on b.client_id = $1 and b.bank_account_id = f.bank_account_id
       where f.client_id = $1 order by f.created_at desc, f.file_id`,
      [tx.clientId],
    ),
});
