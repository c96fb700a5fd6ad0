/** A secret is replaced while the product works; the command is a process of its own and is killed in the middle. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { checkSecrets } from './platform/canary.ts';
import type { World } from './platform/cases.ts';
import { keyRing } from './platform/keyRing.ts';
import { TEST_SECRET } from './platform/owned.ts';
import { digestsOf } from './platform/seal.ts';
import { countByKey, sealAnew } from './platform/sealedColumns.ts';
import { startProgram } from './platform/testing.programs.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import { seedDetail } from './services/account/account.detail.cases.ts';
import { sealDebtor } from './services/account/ground/debtor.secrets.ts';

/** The house's logins follow from the first, so it is the one that is replaced. */
const [OLD, NEW] = [TEST_SECRET, 'the secret of this year: 0123456789abcdef'];
const OWN = 'DE02120300000000202051';
const PAYER = 'DE02500105170137075030';
const ROWS = 2_000;
let house: TestHouse;
const world: World = {};

const use = (secret: string, earlier = '') => {
  process.env.QUITTANCE_SECRET = secret;
  process.env.QUITTANCE_SECRET_PREVIOUS = earlier;
};

beforeAll(async () => {
  use(OLD);
  house = await openTestHouse();
  await house.inA((tx) => seedDetail(tx, world));
  await checkSecrets(house.database);
});
afterAll(() => house.close());

const ids = () => ({ clientId: house.clientA, accountId: world.accountId });
const change = (IBAN: string) =>
  house.call(
    'account',
    `mutation ($clientId: ID!, $accountId: ID!, $debtor: DebtorInput!) { updateAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: "DEBTOR-1", debtor: $debtor) { revision } }`,
    { ...ids(), debtor: { IBAN, SSN: '65070649B123' } },
  );
const reveal = async () =>
  (
    await house.call<{ revealAccountDebtorField: string }>(
      'account',
      'mutation ($clientId: ID!, $accountId: ID!) { revealAccountDebtorField(clientId: $clientId, accountId: $accountId, externalDebtorRef: "DEBTOR-1", field: IBAN) }',
      ids(),
    )
  ).revealAccountDebtorField;
const provider = () =>
  house.raw('operations', 'query ($clientId: ID!) { getEmailSetting(clientId: $clientId) { providerConfigurations { credentials } } }', {
    clientId: house.clientA,
  });
/** How many debtors a search for a bank account finds. */
const found = async (iban: string) =>
  (
    await house.inA((tx) =>
      tx.sql('select 1 from debtor where client_id = $1 and iban_digest = any($2)', [tx.clientId, digestsOf('iban', tx.clientId, iban)]),
    )
  ).length;

async function fill(): Promise<void> {
  await house.inA(async (tx) => {
    const rows = Array.from({ length: ROWS }, () => {
      const debtor_id = uuidv7();
      return { debtor_id, ...sealDebtor({ ssn: null, iban: PAYER }, { client_id: tx.clientId, debtor_id }) };
    });
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, position, type, iban, iban_digest)
       select $1, $2, id, id::text, 9, 'person', iban, digest from unnest($3::uuid[], $4::text[], $5::text[]) as v(id, iban, digest)`,
      [tx.clientId, uuidv7(), rows.map((row) => row.debtor_id), rows.map((row) => row.iban), rows.map((row) => row.iban_digest)],
    );
  });
}

function rotate(url: string) {
  const { child, said, done } = startProgram('rotate-secret.command.ts', [], { DATABASE_URL: url });
  return { child, said, ended: done.then(({ code }) => code) };
}

it('is replaced while people work, killed and gone on with, and then the earlier one opens nothing', async () => {
  await house.call(
    'operations',
    `mutation ($clientId: ID!, $list: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $list) { __typename } }`,
    {
      clientId: house.clientA,
      list: [{ providerName: 'SMTP', credentials: { host: 'mail.example', port: 25, username: 'ada', password: 'sesame' } }],
    },
  );
  await house.call(
    'finance',
    'mutation ($clientId: ID!, $a: BankAccountInput!) { saveBankAccount(clientId: $clientId, bankAccount: $a) { iban } }',
    { clientId: house.clientA, a: { name: 'Main', holder: 'Nordlicht', iban: OWN } },
  );
  const mandate = await house.call<{ createRecurringPaymentMandate: { mandateId: Uuid } }>(
    'finance',
    `mutation ($clientId: ID!, $accountId: ID!, $m: RecurringPaymentMandateInput!) { createRecurringPaymentMandate(clientId: $clientId, accountId: $accountId, mandate: $m) { mandateId } }`,
    {
      ...ids(),
      m: { providerName: 'sepaDirectDebit', holder: 'Hannah Brandt', iban: PAYER, signedOn: new Date().toISOString().slice(0, 10) },
    },
  );
  expect(mandate.createRecurringPaymentMandate.mandateId).toBeTruthy();
  await change(PAYER);
  await fill();
  const oldKey = keyRing().newest.id;

  use(NEW, OLD);
  let working = true;
  let rounds = 0;
  const work = (async () => {
    while (working || rounds < 3) {
      expect(await found(PAYER)).toBe(ROWS + 1);
      expect(await reveal()).toBe(PAYER);
      expect((await provider()).errors).toBeUndefined();
      await change(PAYER);
      await house.tokenFor(house.clientA);
      rounds++;
    }
  })();
  const { url, owner } = house.database;
  // The command closes the database to everybody but logins of its own; those of the house belong to the database it was copied from.
  await owner.query(`grant connect on database ${new URL(url).pathname.slice(1)} to quittance_app, quittance_identity, quittance_worker`);
  const first = rotate(url);
  for (;;) {
    const counts = await countByKey(house.database);
    if ((counts.get(keyRing().newest.id) ?? 0) > 400 || first.child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  first.child.kill('SIGKILL');
  await first.ended;
  const second = rotate(url);
  expect({ code: await second.ended, said: second.said() }).toMatchObject({ code: 0 });
  expect(second.said()).toContain('0 remain under earlier ones');
  // On a busy machine the first one may have come to its end before it was killed.
  expect(`${first.said()}${second.said()}`).toMatch(new RegExp(`The secrets of the keys ${oldKey} can go|No earlier secret is needed`));
  working = false;
  await work;

  use(NEW);
  expect([...(await countByKey(house.database)).keys()]).toEqual([keyRing().newest.id]);
  await checkSecrets(house.database);
  expect(await found(PAYER)).toBe(ROWS + 1);
  expect(await reveal()).toBe(PAYER);
  expect((await provider()).errors).toBeUndefined();
  use(OLD);
  await expect(checkSecrets(house.database)).rejects.toThrow('QUITTANCE_SECRET is not the secret of this database');
  use(NEW);
});

it('seals what an earlier release stored clear, and shows it all along', async () => {
  await house.inA((tx) =>
    tx.sql(`update debtor set iban = $3, ssn = '123', iban_digest = null where client_id = $1 and account_id = $2`, [
      tx.clientId,
      world.accountId,
      PAYER,
    ]),
  );
  expect(await reveal()).toBe(PAYER);
  expect(await sealAnew(house.database, 'unsealed')).toBe(2);
  expect(await reveal()).toBe(PAYER);
  expect(await found(PAYER)).toBe(ROWS + 1);
  expect(await sealAnew(house.database, 'unsealed')).toBe(0);
});
