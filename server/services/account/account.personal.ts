/** Personal data of accounts: who the debtors are, how they are reached, what staff wrote about them. */
import { defineErasable, definePersonalSections, eraseAllExcept, rowsOf, setting } from '../../platform/personal.ts';
import { debtor } from './ground/account.tables.ts';
import { refreshAccounts } from './ground/projection.logic.ts';

const KEYS = ['client_id', 'account_id', 'debtor_id', 'external_debtor_ref', 'position', 'type', 'deceased'];
const IDENTITY = {
  first_name: 'null',
  middle_name: 'null',
  last_name: 'null',
  title: 'null',
  company_name: 'null',
  gender: 'null',
  address: `'{}'::jsonb`,
  returned_address: 'null',
};
const OF_DEBTOR = 't.external_debtor_ref = $ref';
const empty = `'{}'::jsonb`;

defineErasable(
  {
    // Before the numbers go, by which it is known whose they are.
    name: 'workItems',
    kind: 'details',
    table: 'work_item',
    ...setting({ made: empty }),
  },
  {
    name: 'contacts',
    kind: 'details',
    table: 'contact_point',
    left: 'true',
    erase: 'delete',
    debtor: `t.debtor_id in (select d.debtor_id from debtor d where d.client_id = t.client_id and d.account_id = t.account_id and d.external_debtor_ref = $ref)`,
  },
  {
    name: 'debtors',
    kind: 'details',
    ...eraseAllExcept(debtor, [...KEYS, ...Object.keys(IDENTITY)], { additional_contact_information: `'[]'::jsonb`, meta: empty }),
    debtor: OF_DEBTOR,
    after: refreshAccounts,
  },
  {
    name: 'accounts',
    kind: 'details',
    table: 'account',
    ...setting({ meta: empty, scores: empty, score_meta: empty }),
    after: refreshAccounts,
  },
  { name: 'claims', kind: 'details', table: 'claim', ...setting({ meta: empty, scores: empty }) },
  { name: 'products', kind: 'details', table: 'account_product', ...setting({ meta: empty }) },
  { name: 'names', kind: 'identity', table: 'debtor', ...setting(IDENTITY), debtor: OF_DEBTOR, after: refreshAccounts },
  { name: 'assessments', kind: 'details', table: 'assessment_request', left: 'true', erase: 'delete' },
  {
    name: 'tasks',
    kind: 'notes',
    table: 'case_task',
    ...setting({ note: `''`, description: `''`, resolution_note: 'null' }),
  },
);

definePersonalSections(
  {
    name: 'debtors',
    // SSN and IBAN are read by their own function, which opens them.
    read: async (tx, { persons }) =>
      (
        await tx.sql<{ row: Record<string, unknown> }>(
          `select to_jsonb(t) - '{client_id,debtor_id,account_id}'::text[] - array(select key from jsonb_object_keys(to_jsonb(t)) key where key ~ '^(ssn|iban)')
             || jsonb_build_object('account', a.external_account_ref, 'contacts', (
               select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'value', p.value, 'state', p.state, 'updated_at', p.updated_at) order by p.kind, p.normalized), '[]')
               from contact_point p where p.client_id = $1 and p.account_id = t.account_id and p.debtor_id = t.debtor_id)) as row
           from unnest($2::uuid[], $3::text[]) as person(account_id, ref)
           join debtor t on t.client_id = $1 and t.account_id = person.account_id and t.external_debtor_ref = person.ref
           join account a on a.client_id = $1 and a.account_id = t.account_id`,
          [tx.clientId, persons.map((each) => each.accountId), persons.map((each) => each.externalDebtorRef)],
        )
      ).map(({ row }) => row),
  },
  {
    name: 'accounts',
    read: rowsOf('account', 't.external_account_ref', [
      'import_digest',
      'search_words',
      'search_bits',
      'assignee_user_id',
      'products',
      'portfolios',
      'latest_claim_ref',
      'latest_claim_portfolio',
      'debtor_name',
      'debtor_ref',
      'debtor_type',
      'city',
    ]),
  },
  { name: 'claims', read: rowsOf('claim', 't.due_date, t.external_claim_ref', ['import_digest', 'account_id']) },
  { name: 'products', read: rowsOf('account_product', 't.product_reference', ['account_id']) },
  { name: 'assessments', read: rowsOf('assessment_request', 't.asked_at', ['account_id', 'request_key']) },
  { name: 'tasks', read: rowsOf('case_task', 't.created_at', ['account_id', 'effect_key', 'held_until']) },
);
