/** A copy of the database, and rights to write in it: what stands there clear, and what opens after it was moved, altered or cut. */
import { inClient } from '../server/platform/tenancy.ts';
import { type Attack, tally } from './tally.ts';
import type { Target } from './target.ts';

const IBANS = ['DE89370400440532013000', 'DE02500105170137075030', 'DE02120300000000202051'] as const;
const SSN = '65070649B123';
const PASSWORD = 'sesame-open-up-4711';
const PASSES = [...IBANS, SSN, PASSWORD];

const UPDATE = `mutation ($clientId: ID!, $accountId: ID!, $ref: String!, $debtor: DebtorInput!) {
  updateAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $ref, debtor: $debtor) { revision } }`;
const REVEAL = `mutation ($clientId: ID!, $accountId: ID!, $ref: String!) {
  revealAccountDebtorField(clientId: $clientId, accountId: $accountId, externalDebtorRef: $ref, field: IBAN) }`;

interface Debtor {
  readonly account_id: string;
  readonly ref: string;
  readonly iban: string | null;
}
const debtorsOf = ({ database, a }: Target) =>
  inClient(database, a.clientId, (tx) =>
    tx.sql<Debtor>('select account_id, external_debtor_ref as ref, iban from debtor where client_id = $1 order by 1, 2', [tx.clientId]),
  );
const write = ({ database, a }: Target, debtor: Debtor, iban: string) =>
  inClient(database, a.clientId, (tx) =>
    tx.sql('update debtor set iban = $4 where client_id = $1 and account_id = $2 and external_debtor_ref = $3', [
      tx.clientId,
      debtor.account_id,
      debtor.ref,
      iban,
    ]),
  );

/** Has values that must be found nowhere put in by the API. */
async function fill(target: Target): Promise<string[]> {
  const { a, query } = target;
  const refused: string[] = [];
  const ask = async (service: string, document: string, variables: object) => {
    const { json, text } = await query(service, document, { clientId: a.clientId, ...variables });
    if (json.errors) refused.push(text.slice(0, 200));
  };
  for (const [n, { account_id: accountId, ref }] of (await debtorsOf(target)).slice(0, 4).entries())
    await ask('account', UPDATE, { accountId, ref, debtor: { IBAN: IBANS[n % 2], SSN } });
  await ask(
    'finance',
    'mutation ($clientId: ID!, $a: BankAccountInput!) { saveBankAccount(clientId: $clientId, bankAccount: $a) { iban } }',
    {
      a: { name: 'Main', holder: 'Nordlicht', iban: IBANS[2] },
    },
  );
  await ask(
    'finance',
    `mutation ($clientId: ID!, $accountId: ID!, $m: RecurringPaymentMandateInput!) {
      createRecurringPaymentMandate(clientId: $clientId, accountId: $accountId, mandate: $m) { mandateId } }`,
    {
      accountId: a.accountIds[0],
      m: { providerName: 'sepaDirectDebit', holder: 'Hannah', iban: IBANS[1], signedOn: new Date().toISOString().slice(0, 10) },
    },
  );
  await ask(
    'operations',
    `mutation ($clientId: ID!, $list: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $list) { __typename } }`,
    { list: [{ providerName: 'SMTP', credentials: { host: '93.184.215.14', port: 587, username: 'ada', password: PASSWORD } }] },
  );
  return refused;
}

export const attacks: readonly Attack[] = [
  {
    name: 'known values in a copy of every table',
    run: async (target) => {
      const { check, result } = tally();
      const refused = await fill(target);
      check(refused.length === 0, `not everything was put in: ${refused.join('; ')}`);
      const { database, a } = target;
      const texts = await inClient(database, a.clientId, async (tx) => {
        const tables = await tx.sql<{ name: string }>(
          `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
             and has_table_privilege(quote_ident(table_name), 'select') order by 1`,
        );
        const all: [string, string][] = [];
        for (const { name } of tables)
          for (const { text } of await tx.sql<{ text: string }>(`select t::text as text from "${name}" t limit 20000`))
            all.push([name, text]);
        return all;
      });
      const { rows: keys } = await database.identity.query<{ text: string }>('select t::text as text from pool_key t');
      check(texts.some(([name, text]) => name === 'bank_account' && text.includes('Nordlicht')) && keys.length > 0, 'the copy is not one');
      for (const { text } of keys) check(!/""d"|"d"\s*:/.test(text), 'a signing key is stored clear');
      for (const pass of PASSES) {
        const found = texts.filter(([, text]) => text.includes(pass)).map(([name]) => name);
        check(found.length === 0, `${pass} stands in ${[...new Set(found)].join(', ')}`);
      }
      return result();
    },
  },
  {
    name: 'sealed values altered, cut and moved to another row',
    run: async (target) => {
      const { check, result } = tally();
      const { a, query } = target;
      const [first, second] = (await debtorsOf(target)).filter((each) => each.iban !== null);
      if (!first?.iban || !second?.iban) return result();
      const shows = async () => {
        const { text } = await query('account', REVEAL, { clientId: a.clientId, accountId: first.account_id, ref: first.ref });
        return IBANS.some((iban) => text.includes(iban));
      };
      check(await shows(), 'the right value is not shown');
      const body = Buffer.from(first.iban.slice(12), 'base64url');
      const altered = Array.from({ length: body.length }, (_, at) => {
        const copy = Buffer.from(body);
        copy[at] = (copy[at] as number) ^ 1;
        return `${first.iban?.slice(0, 12)}${copy.toString('base64url')}`;
      });
      const cut = [4, 8, 20].map((less) => first.iban?.slice(0, -less) ?? '');
      for (const value of [second.iban, `s1.AAAAAAAA.${first.iban.slice(12)}`, ...cut, ...altered]) {
        await write(target, first, value);
        check(!(await shows()), `opened: ${value}`);
      }
      await write(target, first, first.iban);
      check(await shows(), 'the value did not come back');
      return result();
    },
  },
];
