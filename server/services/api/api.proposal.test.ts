/** What programs propose, as people see, confirm and reject it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { accessOf } from '../../platform/access.ts';
import type { World } from '../../platform/cases.ts';
import { erasablesOf } from '../../platform/personal.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { CASES } from '../../testing.operations.ts';
import { forgetProposals, propose } from './api.proposal.logic.ts';

let house: TestHouse;
const world: World = {};
beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(world, { clientId: house.clientA, userId: house.userA });
  for (const name of ['account', 'finance', 'api', 'notes', 'partner']) await house.inA(async (tx) => CASES.get(name)?.seed?.(tx, world));
  await house.inA((tx) => tx.sql('delete from api_proposal where client_id = $1', [tx.clientId]));
  for (const [role, permissions] of [
    ['LOOKS', [{ domain: 'account', actions: ['viewAccount'] }]],
    ['WRITES', [{ domain: 'account', actions: ['viewAccount', 'editAccount'] }]],
  ] as const)
    await house.inA((tx) =>
      tx.sql(
        `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, $2, 'client', $3, now(), now())`,
        [tx.clientId, role, JSON.stringify(permissions)],
      ),
    );
  accessOf(house.database).forgetRoles(house.clientA);
});
afterAll(() => house.close());

interface Proposal {
  proposalId: string;
  status: string;
  summary: string;
  debtorName: string | null;
  keyName: string;
  decidedBy: string | null;
  note: string | null;
  mayConfirm: boolean;
}
const FIELDS = 'proposalId status summary debtorName keyName decidedBy note mayConfirm';

const suggest = async (operation: string, input: object, reason = 'They asked for it') =>
  (
    await house.inA((tx) =>
      propose(tx, {
        keyId: world.apiKeyId!,
        operation,
        input: input as Record<string, unknown>,
        reason,
        accountId: world.accountId!,
        externalClaimRef: null,
      }),
    )
  ).proposalId;
const suggestNote = (text: string) => suggest('addNote', { accountId: world.accountId, text });
const decide = async (
  what: 'confirmProposal' | 'rejectProposal',
  proposalId: Uuid,
  { token, note }: { token?: string; note?: string } = {},
) =>
  (
    await house.call<Record<string, Proposal>>(
      'api',
      what === 'confirmProposal'
        ? `mutation ($clientId: ID!, $proposalId: ID!) { confirmProposal(clientId: $clientId, proposalId: $proposalId) { ${FIELDS} } }`
        : `mutation ($clientId: ID!, $proposalId: ID!, $note: String) {
            rejectProposal(clientId: $clientId, proposalId: $proposalId, note: $note) { ${FIELDS} } }`,
      { clientId: house.clientA, proposalId, ...(note === undefined ? {} : { note }) },
      token,
    )
  )[what]!;
const list = async (variables: object = {}, token?: string) =>
  await house.call<{ getProposals: { results: Proposal[]; searchAfter: string | null }; countOpenProposals: number }>(
    'api',
    `query ($clientId: ID!, $status: ProposalStatus, $accountId: ID, $size: Int, $searchAfter: String) {
        getProposals(clientId: $clientId, status: $status, accountId: $accountId, size: $size, searchAfter: $searchAfter) {
          results { ${FIELDS} } searchAfter }
        countOpenProposals(clientId: $clientId) }`,
    { clientId: house.clientA, ...variables },
    token,
  );
const notes = async () =>
  (await house.inA((tx) => tx.sql<{ text: string }>('select text from note where client_id = $1', [tx.clientId]))).map(({ text }) => text);
const told = (proposalId: string) =>
  house.inA((tx) =>
    tx.sql<{ message_type: string; actor_type: string; actor_id: string; account_id: string }>(
      `select message_type, actor_type, actor_id, account_id from event where client_id = $1 and correlation_id = $2 order by emit_time, message_id`,
      [tx.clientId, proposalId],
    ),
  );

it('does what is proposed when somebody confirms it, as that person, and once', async () => {
  const proposalId = await suggestNote('Moved to Bremen');
  const { getProposals, countOpenProposals } = await list({ status: 'open', accountId: world.accountId });
  expect(getProposals.results).toEqual([
    expect.objectContaining({ proposalId, status: 'open', summary: 'Add a note to an account', keyName: 'ERP', mayConfirm: true }),
  ]);
  expect(getProposals.results[0]!.debtorName).toBeTruthy();
  expect(countOpenProposals).toBe(1);
  expect(await notes()).not.toContain('Moved to Bremen');
  const answers = await Promise.allSettled([decide('confirmProposal', proposalId), decide('confirmProposal', proposalId)]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason).toMatchObject({
    message: expect.stringContaining('already decided') as unknown,
  });
  expect((await notes()).filter((text) => text === 'Moved to Bremen')).toHaveLength(1);
  expect((await list({ status: 'confirmed' })).getProposals.results[0]).toMatchObject({ proposalId, decidedBy: house.userA });
  // All of it belongs together, and each did their own part.
  expect(await told(proposalId)).toEqual([
    { message_type: 'changeProposed', actor_type: 'user', actor_id: house.userA, account_id: world.accountId },
    { message_type: 'noteAdded', actor_type: 'user', actor_id: house.userA, account_id: world.accountId },
    { message_type: 'proposalConfirmed', actor_type: 'user', actor_id: house.userA, account_id: world.accountId },
  ]);
});

it('rejects with a note, and does nothing then', async () => {
  const proposalId = await suggestNote('Never to be seen');
  expect(await decide('rejectProposal', proposalId, { note: ' Wrong debtor ' })).toMatchObject({
    status: 'rejected',
    note: 'Wrong debtor',
  });
  await expect(decide('confirmProposal', proposalId)).rejects.toThrow('already decided');
  expect(await notes()).not.toContain('Never to be seen');
});

describe('somebody who lacks what the operation asks for', () => {
  it('sees the proposal and can neither confirm nor reject it; the refusal names the right', async () => {
    const proposalId = await suggestNote('Only for those who write');
    const token = await house.tokenFor(house.clientA, 'LOOKS');
    expect((await list({ status: 'open' }, token)).getProposals.results[0]).toMatchObject({ proposalId, mayConfirm: false });
    for (const what of ['confirmProposal', 'rejectProposal'] as const)
      await expect(decide(what, proposalId, { token })).rejects.toThrow('account/editAccount');
    expect((await list({ status: 'open' })).getProposals.results[0]!.proposalId).toBe(proposalId);
    const writer = await house.tokenFor(house.clientA, 'WRITES');
    expect(await decide('confirmProposal', proposalId, { token: writer })).toMatchObject({ status: 'confirmed' });
  });

  it('of a partner finds none', async () => {
    const proposalId = await suggestNote('Not for partners');
    const token = await house.tokenFor(house.clientA, 'ADMINISTRATOR', house.userA, world.partnerId);
    expect(await list({}, token)).toEqual({ getProposals: { results: [], searchAfter: null }, countOpenProposals: 0 });
    for (const what of ['confirmProposal', 'rejectProposal'] as const)
      await expect(decide(what, proposalId, { token })).rejects.toThrow('Proposal not found');
    await decide('rejectProposal', proposalId);
  });
});

it('stays open when the operation is refused, and says why', async () => {
  const proposalId = await suggest('recordPayment', {
    accountId: world.accountId,
    externalClaimRefs: [world.externalClaimRef],
    amount: '99999999.00',
  });
  const refusal = await decide('confirmProposal', proposalId).catch((error: Error) => error.message);
  expect(refusal).toContain('can’t be more than the amount due');
  expect((await list({ status: 'open' })).getProposals.results.map((each) => each.proposalId)).toContain(proposalId);
  expect((await told(proposalId)).map((each) => each.message_type)).toEqual(['changeProposed']);
  await decide('rejectProposal', proposalId);
});

it('is done and decided, or neither, when it is killed in between', async () => {
  const proposalId = await suggestNote('Both or neither');
  const { owner } = house.database;
  // The connection dies when the decision is to be kept: behind the note, before the commit.
  await owner.query(
    `create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  );
  await owner.query('create trigger dies before update on api_proposal for each row execute function die()');
  await expect(decide('confirmProposal', proposalId)).rejects.toThrow();
  await owner.query('drop trigger dies on api_proposal; drop function die()');
  expect(await notes()).not.toContain('Both or neither');
  expect(await decide('confirmProposal', proposalId)).toMatchObject({ status: 'confirmed' });
  expect((await notes()).filter((text) => text === 'Both or neither')).toHaveLength(1);
});

it('goes with the account’s data when these are erased', () => {
  expect(erasablesOf('notes').map(({ table }) => table)).toContain('api_proposal');
});

it('is over after a week, and says so', async () => {
  const proposalId = await suggestNote('Too late');
  await house.inA((tx) =>
    tx.sql('update api_proposal set expires_at = now() where client_id = $1 and proposal_id = $2', [tx.clientId, proposalId]),
  );
  for (const what of ['confirmProposal', 'rejectProposal'] as const) await expect(decide(what, proposalId)).rejects.toThrow('has expired');
  expect((await list({ status: 'expired' })).getProposals.results.map((each) => each.proposalId)).toEqual([proposalId]);
  expect((await list()).countOpenProposals).toBe(0);
});

it('is one while the same one is open, in whatever order its values come', async () => {
  const [first, second] = [
    await suggest('addNote', { accountId: world.accountId, text: 'Twice' }),
    await suggest('addNote', { text: 'Twice', accountId: world.accountId }, 'Said otherwise'),
  ];
  expect(second).toBe(first);
  expect((await list({ status: 'open' })).countOpenProposals).toBe(1);
  await decide('rejectProposal', first);
  expect(await suggestNote('Twice')).not.toBe(first);
});

it('is forgotten a year after it was over', async () => {
  const [waits, decided, lately, expired] = [
    await suggestNote('A'),
    await suggestNote('B'),
    await suggestNote('C'),
    await suggestNote('D'),
  ];
  await decide('rejectProposal', decided);
  await decide('rejectProposal', lately);
  const put = (column: string, proposalId: string, days: number) =>
    house.inA((tx) =>
      tx.sql(`update api_proposal set ${column} = now() - make_interval(days => $3) where client_id = $1 and proposal_id = $2`, [
        tx.clientId,
        proposalId,
        days,
      ]),
    );
  await put('decided_at', decided, 366);
  await put('decided_at', lately, 364);
  await put('expires_at', expired, 366);
  await house.inA(forgetProposals);
  const left = (await list({ size: 200 })).getProposals.results.map((each) => each.proposalId);
  expect([waits, decided, lately, expired].filter((each) => left.includes(each))).toEqual([waits, lately]);
  await decide('rejectProposal', waits);
});

it('comes in pages, the newest first', async () => {
  const made = [await suggestNote('One'), await suggestNote('Two'), await suggestNote('Three')];
  const first = (await list({ size: 2 })).getProposals;
  expect(first.results.map((each) => each.proposalId)).toEqual([made[2], made[1]]);
  expect((await list({ size: 2, searchAfter: first.searchAfter })).getProposals.results[0]!.proposalId).toBe(made[0]);
  await expect(list({ size: 0 })).rejects.toThrow('Request 1 to 200');
});

it('is refused when 200 wait', async () => {
  await house.inA((tx) =>
    tx.sql(
      `insert into api_proposal (client_id, proposal_id, key_id, operation, input, digest, reason, status, created_at, expires_at)
       select $1, gen_random_uuid(), $2, 'addNote', '{}', '', 'x', 'open', now(), now() + interval '1 hour' from generate_series(1, 200)`,
      [tx.clientId, uuidv7()],
    ),
  );
  await expect(suggestNote('One too many')).rejects.toThrow('200 proposals are already waiting');
});
