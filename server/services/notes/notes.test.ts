/** Notes of staff on accounts and claims: kept as they were written, shown newest first, told by an event. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { seedDetail } from '../account/account.detail.cases.ts';

let house: TestHouse;
const worldA: Record<string, string> = {};
const worldB: Record<string, string> = {};

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA((tx) => seedDetail(tx, worldA));
  await house.inB((tx) => seedDetail(tx, worldB));
});
afterAll(() => house.close());

interface Note {
  noteId: string;
  text: string;
  externalClaimRef: string | null;
  userId: string;
}

const add = async (text: string, more: object = {}, token?: string) =>
  (
    await house.call<{ addNote: Note }>(
      'notes',
      `mutation ($clientId: ID!, $accountId: ID!, $externalClaimRef: String, $text: String!, $noteId: ID) {
        addNote(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, text: $text, noteId: $noteId) { noteId text externalClaimRef userId } }`,
      { clientId: house.clientA, accountId: worldA.accountId, text, ...more },
      token,
    )
  ).addNote;
const list = async (more: object = {}) =>
  (
    await house.call<{ listNotes: Note[] }>(
      'notes',
      `query ($clientId: ID!, $accountId: ID!, $externalClaimRef: String, $limit: Int, $offset: Int) {
        listNotes(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, limit: $limit, offset: $offset) { noteId text externalClaimRef userId } }`,
      { clientId: house.clientA, accountId: worldA.accountId, ...more },
    )
  ).listNotes;

it('keeps a note to the letter, under who wrote it, and tells of it once', async () => {
  const text = '  Calls back after 17:00 – “bitte nicht vorher” 🌙\n<b>=1+1</b>';
  const note = await add(text);
  expect(note).toMatchObject({ text, externalClaimRef: null, userId: house.userA });
  expect(await list()).toEqual([note]);
  const events = await house.inA((tx) =>
    tx.sql(`select payload, actor_id from event where client_id = $1 and message_type = 'noteAdded'`, [tx.clientId]),
  );
  expect(events).toEqual([{ payload: { noteId: note.noteId, text }, actor_id: house.userA }]);
});

it('keeps a note that is sent again with its id once', async () => {
  const noteId = uuidv7();
  const note = await add('Sent twice', { noteId });
  expect(note.noteId).toBe(noteId);
  expect(await add('Sent twice', { noteId })).toEqual(note);
  expect((await list()).filter((each) => each.text === 'Sent twice')).toEqual([note]);
  const events = await house.inA((tx) =>
    tx.sql(`select 1 from event where client_id = $1 and payload ->> 'noteId' = $2`, [tx.clientId, noteId]),
  );
  expect(events).toHaveLength(1);
  await expect(add('Something else', { noteId })).rejects.toThrow('Another note already has this ID');
  await expect(add('No id', { noteId: 'mine' })).rejects.toThrow('Enter a valid ID');
});

it('keeps a note once whose sender asks twice at the same time', async () => {
  const noteId = uuidv7();
  const [one, other] = await Promise.all([add('Sent at once', { noteId }), add('Sent at once', { noteId })]);
  expect(one).toEqual(other);
  expect((await list()).filter((each) => each.text === 'Sent at once')).toEqual([one]);
  const events = await house.inA((tx) =>
    tx.sql(`select 1 from event where client_id = $1 and payload ->> 'noteId' = $2`, [tx.clientId, noteId]),
  );
  expect(events).toHaveLength(1);
});

it('neither tells of another client’s note by its id nor takes it', async () => {
  const noteId = uuidv7();
  const note = await add('Only ours', { noteId });
  const theirs = { clientId: house.clientB, accountId: worldB.accountId };
  // The same ID is free for them, whatever they write: their answer is that of any other note.
  const other = await add('Only theirs', { ...theirs, noteId }, await house.tokenFor(house.clientB));
  expect(other).toEqual({ noteId, text: 'Only theirs', externalClaimRef: null, userId: house.userB });
  expect((await list()).filter((each) => each.noteId === noteId)).toEqual([note]);
});

it('gives those of a claim, and pages, newest first', async () => {
  const { externalClaimRef } = worldA;
  const ofClaim = await add('About this claim', { externalClaimRef });
  const last = await add('About the account');
  expect((await list()).map((note) => note.text).slice(0, 2)).toEqual(['About the account', 'About this claim']);
  expect(await list({ externalClaimRef })).toEqual([ofClaim]);
  expect(await list({ limit: 1 })).toEqual([last]);
  expect(await list({ limit: 1, offset: 1 })).toEqual([ofClaim]);
  await expect(list({ limit: 101 })).rejects.toThrow('INVALID_INPUT');
});

it.each([
  ['nothing', ' \n ', {}, 'INVALID_INPUT'],
  ['more than 10,000 characters', 'x'.repeat(10_001), {}, 'INVALID_INPUT'],
  ['an account that is not there', 'Hello', { accountId: '00000000-0000-7000-8000-000000000000' }, 'NOT_FOUND'],
  ['a claim that is not there', 'Hello', { externalClaimRef: 'NOWHERE' }, 'NOT_FOUND'],
])('refuses %s', async (_, text, more, code) => {
  await expect(add(text, more)).rejects.toThrow(code);
});

it("writes on no other client's account, and shows none of its notes", async () => {
  await expect(add('Hello', { accountId: worldB.accountId })).rejects.toThrow('NOT_FOUND');
  expect(await list({ accountId: worldB.accountId })).toEqual([]);
});
