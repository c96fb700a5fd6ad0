/** What the check of tables that belong to another service sees, and what it leaves alone. */
import { expect, it } from 'vitest';
import { tablesIn, tablesOf } from './sqlTables.ts';

const names = (sql: string) => tablesIn(sql).map(({ name }) => name);

it.each([
  ['select 1 from account where client_id = $1', ['account']],
  ['select from account a left join "claim" as c on true', ['account', 'claim']],
  [
    'select 1 from note n, account a, lateral (select 1 from claim c, debtor) x where a.b in (1, claim)',
    ['note', 'account', 'claim', 'debtor'],
  ],
  ['delete from only public.account using claim c where true', ['account', 'claim']],
  ['insert into account (client_id) select a, b from unnest($1::text[]) t(a), claim on conflict do update set a = 1', ['account', 'claim']],
  ['update account a set b = 1 from claim where true', ['account', 'claim']],
  ['copy claim (a, b) from stdin', ['claim', 'stdin']],
  ['truncate account', ['account']],
  ['join account a on a.client_id = $1', ['account']],
  ['left join account a using (client_id)', ['account']],
  ['exists (select from work_item w where true)', ['work_item']],
])('finds the tables of %s', (sql, found) => {
  expect(names(sql)).toEqual(found);
});

it.each([
  'select 1 from published.account a, published.claim c where true',
  'with claim as materialized (select 1) select * from claim c',
  'select extract(epoch from account) from generate_series(1, 2), trim(both from claim)',
  'select a is distinct from claim order by account, claim for update of account',
  "select 'from account' -- from claim",
  'select 1 from jsonb_array_elements(claim) e',
  'The claim comes from account statements, and we take into account what is due.',
  'Update payment providers',
  'Every message from client to debtor',
])('finds none in %s', (sql) => {
  expect(names(sql).filter((name) => /^(?:account|claim|client|payment)$/.test(name))).toEqual([]);
});

it('sees through templates, and knows what a placeholder was declared as', () => {
  const source = `import { claim } from './claim.ts';
const KIND: 'note' = 'note';
const PARTS = [\`select \${a ? \`x\` : 1} from account\`,
  \`and exists (select from \${KIND} n
    join claim c on \${ON})\`];
for (const table of ['debtor', 'client']) run(\`delete from \${table} where \${table}.a = 1\`);
const read = (kind: 'case_task' | 'topic') => sql(\`select from \${kind} k join \${'file'} f on true, \${unknown} u\`);
// from payment
`;
  expect(tablesOf(source).map(({ name, line }) => `${line} ${name}`)).toEqual([
    '3 account',
    '4 note',
    '5 claim',
    '6 debtor',
    '6 client',
    '7 case_task',
    '7 topic',
    '7 file',
  ]);
});
