/** What staff are told of files with partners: what needs somebody, once, and nobody who works for a partner. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { useClock } from '../../platform/clock.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { workOnReturn } from './exchange/in.run.logic.ts';
import { exchangeTick } from './partner.exchange.jobs.ts';
import { addClaims, addPartner, give, openSftpServer } from './partner.exchange.testing.ts';
import { mountPartnerUploads } from './partner.exchange.upload.ts';

let house: TestHouse;
let server: Awaited<ReturnType<typeof openSftpServer>>;
let partnerId: Uuid;
let ref: string;
let count = 0;
let offset = 0;
const restoreClock = useClock(() => Date.now() + offset);
/** Of the partner, with a role that may exchange files. */
const partnersOwn = uuidv7();

beforeAll(async () => {
  house = await openTestHouse((app, parts) => mountPartnerUploads(app, parts));
  server = await openSftpServer();
});
afterAll(async () => {
  server.close();
  await house.close();
  restoreClock();
});
beforeEach(async () => {
  server.files.clear();
  ref = `N-${++count}`;
  partnerId = await house.inA(async (tx) => {
    const added = await addPartner(tx, `Nordstern Inkasso ${count}`);
    await addClaims(tx, [ref]);
    await give(tx, added, [ref]);
    await tx.sql('delete from notification where client_id = $1', [tx.clientId]);
    await tx.sql('update partner_exchange set next_look_at = null where client_id = $1', [tx.clientId]);
    return added;
  });
  await house.inA((tx) =>
    tx.sql(
      `insert into client_user (client_id, user_id, email, name, role, groups) values ($1, $2, 'p@partner.example', 'Pia Partner', 'ADMINISTRATOR', $3)
       on conflict (client_id, user_id) do update set groups = excluded.groups`,
      [tx.clientId, partnersOwn, JSON.stringify([{ roleId: 'ADMINISTRATOR', partnerIds: [partnerId] }])],
    ),
  );
});

/** Saves how files are exchanged; what comes is fetched. */
async function saveExchange(password = 'secret', more: object = {}): Promise<void> {
  const { getPartnerExchange: before } = await house.call<{ getPartnerExchange: { revision: number } }>(
    'partner',
    'query ($clientId: ID!, $partnerId: ID!) { getPartnerExchange(clientId: $clientId, partnerId: $partnerId) { revision } }',
    { clientId: house.clientA, partnerId },
  );
  await house.call(
    'partner',
    `mutation ($clientId: ID!, $partnerId: ID!, $exchange: PartnerExchangeInput!, $revision: Int!) {
      savePartnerExchange(clientId: $clientId, partnerId: $partnerId, exchange: $exchange, revision: $revision) { revision } }`,
    {
      clientId: house.clientA,
      partnerId,
      revision: before.revision,
      exchange: {
        fileType: 'csv',
        server: { host: '127.0.0.1', port: server.port, user: 'nordstern', password },
        folderOut: '/in',
        folderIn: `/out${count}`,
        fetches: true,
        ...more,
      },
    },
  );
}

/** How the columns of its files are read. */
const saveColumns = () =>
  house.inA((tx) =>
    tx.sql('update partner_exchange set mapping = $3 where client_id = $1 and partner_id = $2', [
      tx.clientId,
      partnerId,
      JSON.stringify({
        hasHeader: true,
        decimalMark: '.',
        dateOrder: 'YMD',
        fields: [{ field: 'kind', constant: 'payment' }, ...['claimRef', 'reference', 'amount'].map((field) => ({ field, column: field }))],
      }),
    ]),
  );

const put = (name: string, content: string) => server.files.set(`/out${count}/${name}`, { bytes: Buffer.from(content), modified: count });
const paid = (claimRef: string, amount = '25.00') => `claimRef,reference,amount\n${claimRef},R-${claimRef},${amount}\n`;

/** Lets time pass, a few minutes at once, and does what is due. */
async function pass(minutes: number, atOnce = 1): Promise<void> {
  for (let passed = 0; passed < minutes; passed += atOnce) {
    offset += atOnce * 60_000;
    await exchangeTick.run({}, house.database, undefined);
    await drainJobs(house.database);
  }
}

/** @returns what somebody was told since, the oldest first: kind, what it is about and why. */
async function told(userId = house.userA): Promise<[string, string | null, string | null][]> {
  const { getNotifications: page } = await house.call<{
    getNotifications: {
      notifications: { type: string; metadata: { debtorFullName: string | null; errorKey: string | null; partnerId: Uuid } }[];
    };
  }>(
    'notifications',
    `query ($clientId: ID!, $recipientId: ID!) { getNotifications(clientId: $clientId, recipientId: $recipientId) {
      notifications { type metadata { debtorFullName errorKey partnerId } } } }`,
    { clientId: house.clientA, recipientId: userId },
    await house.tokenFor(house.clientA, 'ADMINISTRATOR', userId),
  );
  return page.notifications
    .filter(({ metadata }) => metadata.partnerId === partnerId)
    .map(({ type, metadata }): [string, string | null, string | null] => {
      // The partner is named first, so that one knows whose file it is.
      expect(metadata.debtorFullName).toMatch(new RegExp(`^Nordstern Inkasso ${count}( · |$)`));
      return [type, metadata.debtorFullName?.split(' · ')[1] ?? null, metadata.errorKey];
    })
    .reverse();
}

it('staff are told once of a file that arrived automatically and waits for columns or its booking, a partner’s people aren’t', async () => {
  await saveExchange();
  put('first.csv', paid(ref));
  await pass(3);
  expect(await told()).toEqual([['PARTNER_RETURN_WAITING', 'first.csv', 'returnToAssign']]);
  await pass(3);
  expect(await told()).toHaveLength(1);
  await saveColumns();
  put('second.csv', paid(ref, '1.00'));
  put('strange.csv', 'a,b\n1,2\n');
  put('wrong.csv', `${paid(ref, '2.00')}nobody,R-9,3.00\n`);
  await pass(7);
  expect((await told()).slice(1).sort(([, one], [, other]) => String(one).localeCompare(String(other)))).toEqual([
    ['PARTNER_RETURN_WAITING', 'second.csv', 'returnToBook'],
    ['PARTNER_RETURN_WAITING', 'strange.csv', 'returnOtherColumns'],
    ['PARTNER_RETURN_WAITING', 'wrong.csv', 'returnToLookAt'],
  ]);
  expect(await told(partnersOwn)).toEqual([]);
});

it('nobody is told of a file that is booked automatically, staff are of one that can’t be read', async () => {
  await saveExchange('secret', { booksItself: true });
  await saveColumns();
  put('paid.csv', paid(ref));
  put('torn.csv.pgp', '-----BEGIN PGP MESSAGE-----\n\nnothing');
  put('again.csv', paid(ref));
  await pass(7);
  expect(await told()).toEqual([['PARTNER_RETURN_FAILED', 'torn.csv.pgp', expect.stringMatching(/^pgp/) as unknown]]);
  const [claim] = await house.inA((tx) =>
    tx.sql('select balance::int from claim where client_id = $1 and external_claim_ref = $2', [tx.clientId, ref]),
  );
  expect(claim).toEqual({ balance: 7_500 });
});

it('staff are told once of a folder that can’t be reached, and that it can be again', async () => {
  await saveExchange('wrong');
  await pass(12, 3);
  expect(await told()).toEqual([['PARTNER_FOLDER_AWAY', null, 'sftpNoLogin']]);
  server.password = 'wrong';
  await pass(6);
  server.password = 'secret';
  expect((await told()).slice(1)).toEqual([['PARTNER_FOLDER_BACK', null, null]]);
});

it('staff are told of a file that hasn’t reached the partner after a quarter of an hour, and again when it is given up', async () => {
  await saveExchange('wrong', { fetches: false });
  await house.call(
    'partner',
    'mutation ($clientId: ID!, $partnerId: ID!) { makeOutsourcedFile(clientId: $clientId, partnerId: $partnerId, isSentAlong: true) { id } }',
    { clientId: house.clientA, partnerId },
  );
  await drainJobs(house.database);
  await pass(3);
  expect(await told()).toEqual([]);
  await pass(60, 6);
  const name = expect.stringMatching(/^Nordstern/) as unknown;
  expect(await told()).toEqual([['PARTNER_FILE_DELAYED', name, 'sftpNoLogin']]);
  await pass(72 * 60, 120);
  expect((await told()).slice(1)).toEqual([['PARTNER_FILE_UNSENT', name, 'sftpNoLogin']]);
});

it('a process that died between taking a file and having it checked has lost nothing', async () => {
  await saveExchange();
  put('left.csv', paid(ref));
  await pass(3);
  // As if it had died there: taken, and nothing decided.
  await house.inA((tx) =>
    tx.sql('update partner_return set told_at = null where client_id = $1 and partner_id = $2', [tx.clientId, partnerId]),
  );
  await saveColumns();
  await pass(2);
  const [row] = await house.inA((tx) =>
    tx.sql<{ return_id: Uuid; status: string }>('select return_id, status from partner_return where client_id = $1 and partner_id = $2', [
      tx.clientId,
      partnerId,
    ]),
  );
  expect(row?.status).toBe('checked');
  // Nothing more happens to it by itself.
  await workOnReturn(house.database, house.clientA, row!.return_id);
  expect((await told()).at(-1)).toEqual(['PARTNER_RETURN_WAITING', 'left.csv', 'returnToBook']);
});
