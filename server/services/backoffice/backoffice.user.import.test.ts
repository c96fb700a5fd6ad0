/** Users from a file: what is taken, what is left out and why, and who hears of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { followTouched } from '../../platform/follow.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { longestTurn } from '../../platform/testing.turns.ts';
import { addPartners, type By, type User, usersOf } from './backoffice.user.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
  await addPartners(house);
});
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());
afterAll(() => house.close());

const { ask, poolOf, tokenOf } = usersOf(() => house);

describe('an import', () => {
  const IMPORT =
    'mutation ($clientId: ID!, $csv: String!) { importUsers(clientId: $clientId, csv: $csv) { created updated unchanged rejected { row email reason key values } } }';
  const load = async (csv: string, by?: By) => {
    const { data, errors } = await ask(IMPORT, { csv }, by);
    if (errors) throw new Error(errors[0]?.message);
    return (
      data as {
        importUsers: {
          created: number;
          updated: number;
          unchanged: number;
          rejected: { row: number; reason: string; key: string; values: object }[];
        };
      }
    ).importUsers;
  };
  const FILE = [
    '\uFEFFEmail;Name;familyName;phoneNumber;role;partnerIds',
    'one@import.example;Ola;Nordmann;0151 23456789;AGENT;',
    'two@import.example;Kari;"Nordmann; the second";;DCA_AGENT;north|south',
    'no address;X;Y;;AGENT;',
    'three@import.example;X;Y;;EMPEROR;',
    '',
    'ONE@import.example;Again;;;AGENT;',
    'four@import.example;X;Y;1;AGENT;',
    'five@import.example;X;Y;;;',
  ].join('\r\n');

  it('refuses lists of nothing, and goes on meanwhile', async () => {
    for (const csv of [`email,role\n${'\n'.repeat(400_000)}x`, `email,role\n${'"'.repeat(200_001)}`, 'email,'.repeat(150_000)]) {
      const { result, longest } = await longestTurn(ask(IMPORT, { csv }));
      expect(result.errors?.[0]?.extensions, csv.slice(0, 20)).toMatchObject({ code: 'INVALID_INPUT', field: 'csv' });
      expect(longest, csv.slice(0, 20)).toBeLessThan(3_000);
    }
  });

  it('takes the good rows, names the others with number and reason, and twice changes nothing', async () => {
    const first = await load(FILE);
    expect(first).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
    expect(first.rejected.map((each) => each.row)).toEqual([4, 5, 7, 8, 9]);
    expect(first.rejected.map((each) => each.reason)).toEqual([
      'This isn’t a valid email address',
      'Role EMPEROR not found',
      'Row 2 has the same email address',
      'This isn’t a valid phone number',
      'Assign at least one role',
    ]);
    // And so that it can be said in another language.
    expect(first.rejected.map(({ key, values }) => ({ [key]: values }))).toEqual([
      { noAddress: {} },
      { roleUnknown: { role: 'EMPEROR' } },
      { rowTwice: { row: 2 } },
      { phoneUnknown: {} },
      { roleNeeded: {} },
    ]);
    const log = async () =>
      house.inA((tx) =>
        tx.sql(`select 1 from event where client_id = $1 and message_type in ('userSaved', 'userInvited', 'userGroupsChanged')`, [
          tx.clientId,
        ]),
      );
    const before = (await log()).length;
    expect(await load(FILE)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await log()).toHaveLength(before);
    expect(await load('email,role,name\none@import.example,SUPERVISOR,\n')).toMatchObject({ updated: 1 });
    const { data } = await ask(
      'query ($clientId: ID!) { getUserByEmailV2(clientId: $clientId, email: "one@import.example") { id firstName role phoneNumber } }',
      {},
    );
    const { getUserByEmailV2: one } = data as { getUserByEmailV2: User };
    expect(one).toMatchObject({ firstName: 'Ola', role: 'SUPERVISOR', phoneNumber: '+4915123456789' });
    expect((await poolOf(one.id))?.groups).toEqual([`${house.clientA}:SUPERVISOR::true`]);
  });

  it('obeys the same rules as a single change', async () => {
    const token = await tokenOf(uuidv7(), 'CLIENT_ADMIN');
    const result = await load('email,role\nboss@import.example,ADMINISTRATOR\nok@import.example,AGENT', { token });
    expect(result).toMatchObject({ created: 1, rejected: [{ row: 2, reason: expect.stringContaining('can’t grant it') }] });
  });

  it('tells the caller by a notification', async () => {
    await load('email,role\nsix@import.example,AGENT\nseven@import.example,NOBODY');
    await followTouched(house.database);
    const [row] = await house.inA((tx) =>
      tx.sql<{ type: string; recipient_id: Uuid; sender_id: null; metadata: { counts: object } }>(
        'select type, recipient_id, sender_id, metadata from notification where client_id = $1 order by notification_id desc limit 1',
        [tx.clientId],
      ),
    );
    expect(row).toMatchObject({
      type: 'USER_IMPORT_COMPLETE',
      recipient_id: house.userA,
      sender_id: null,
      metadata: { counts: { created: 1, updated: 0, unchanged: 0, rejected: 1 } },
    });
  });

  it('refuses a file that is none', async () => {
    for (const [csv, reason] of [
      ['', 'The column email is missing'],
      ['name,role\nx,y', 'The column email is missing'],
      ['email,role,shoes\na,b,c', 'Unknown column “shoes”'],
      ['email,role,email\na,b,c', 'The column email appears twice'],
      ['email,role\n"a,b', 'This file can’t be read'],
      [`email,role\n${'a@b.example,AGENT\n'.repeat(1_001)}`, 'up to 1000 rows'],
    ])
      await expect(load(csv!)).rejects.toThrow(reason);
  });
});
