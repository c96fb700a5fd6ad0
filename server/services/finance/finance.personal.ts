/** Personal data of money: who paid from where. Amounts, accounts and keys of the ledger stay for good. */
import {
  defineErasable,
  definePersonalSections,
  eraseAllExcept,
  type PersonalRow,
  type PersonalSection,
  rowsOf,
  setting,
} from '../../platform/personal.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { openFor } from './account/secrets.ts';
import { contextOf, type Mandate } from './debit/mandate.logic.ts';
import { bankEntry } from './ground/bank.tables.ts';

/** What of a bank transaction is bookkeeping; the rest says who paid, and from where. */
const PAYER = eraseAllExcept(
  bankEntry,
  [
    'client_id entry_id statement_id position key amount currency booking_date value_date end_to_end_id return_reason status account_id payment_id',
    'decided_by decided_at revision',
  ].flatMap((names) => names.split(' ')),
  { remittance: `''` },
);

defineErasable(
  { name: 'bankEntries', kind: 'accounting', ...PAYER },
  {
    name: 'unmatchedBankEntries',
    kind: 'accounting',
    ...PAYER,
    left: `t.account_id is null and (${PAYER.left})`,
    account: null,
    age: 't.value_date',
  },
  { name: 'mandates', kind: 'accounting', table: 'recurring_payment_mandate', ...setting({ context: `'{}'::jsonb`, iban_digest: 'null' }) },
  {
    name: 'directDebitFiles',
    kind: 'accounting',
    table: 'direct_debit_file',
    ...setting({ xml: `''` }),
    account: null,
    age: 't.created_at',
    held: `exists (select from direct_debit b where b.client_id = t.client_id and b.file_id = t.file_id and b.account_id = any(held))`,
  },
  { name: 'approvals', kind: 'accounting', table: 'approval_request', ...setting({ reason: `''`, note: `''`, act: `'{}'::jsonb` }) },
  { name: 'settlements', kind: 'accounting', table: 'settlement_offer', ...setting({ note: `''` }) },
  { name: 'ledgerTexts', kind: 'accounting', table: 'ledger_entry', left: `t.description <> ''`, erase: { texts: 'ledger' } },
);

/** @returns the rows as `read` finds them, with what is sealed opened. */
function openRows(read: PersonalSection['read'], open: (tx: Tx, row: PersonalRow) => PersonalRow): PersonalSection['read'] {
  return async (tx, asked) => (await read(tx, asked)).map((row) => open(tx, row));
}

definePersonalSections(
  { name: 'ledger', read: rowsOf('ledger_entry', 't.booked_at, t.key', ['account_id', 'entry_id', 'key', 'reverses_entry_id']) },
  { name: 'payments', read: rowsOf('payment', 't.created_at', ['account_id', 'idempotency_key', 'instalment_id', 'promise_to_pay_id']) },
  { name: 'promises', read: rowsOf('promise_to_pay', 't.created_at', ['account_id', 'idempotency_key']) },
  {
    name: 'plans',
    read: async (tx, { accountIds }) =>
      (
        await tx.sql<{ row: Record<string, unknown> }>(
          `select to_jsonb(t) - '{client_id,account_id,idempotency_key}'::text[] || jsonb_build_object('instalments', (
             select coalesce(jsonb_agg(to_jsonb(i) - '{client_id,instalments_plan_id,instalment_id}'::text[] order by i.position), '[]')
             from instalment i where i.client_id = $1 and i.instalments_plan_id = t.instalments_plan_id)) as row
           from instalments_plan t where t.client_id = $1 and t.account_id = any($2::uuid[]) order by t.created_at`,
          [tx.clientId, accountIds],
        )
      ).map(({ row }) => row),
  },
  { name: 'settlements', read: rowsOf('settlement_offer', 't.created_at', ['account_id', 'idempotency_key']) },
  {
    name: 'mandates',
    read: openRows(rowsOf('recurring_payment_mandate', 't.created_at', ['account_id', 'iban_digest']), (tx, row) => ({
      ...row,
      context: contextOf({ clientId: tx.clientId, mandateId: String(row.mandate_id), context: row.context as Mandate['context'] }),
    })),
  },
  { name: 'directDebits', read: rowsOf('direct_debit', 't.created_at', ['account_id', 'file_id', 'bank_account_id']) },
  {
    name: 'bankEntries',
    read: openRows(
      rowsOf('bank_entry', 't.value_date', ['account_id', 'statement_id', 'key', 'explanation', 'counterparty_iban_digest']),
      (tx, row) => ({
        ...row,
        counterparty_iban: openFor('entry', tx.clientId, String(row.entry_id), row.counterparty_iban as string | null),
      }),
    ),
  },
);
