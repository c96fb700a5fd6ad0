/** Users through GraphQL: who may do what to whom, in which client, and what the pool makes of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { BUILT_IN_ROLES } from '../../../core/roles.ts';
import type { Group } from '../../platform/caller.ts';
import { drainJobs } from '../../platform/jobs.ts';
import type { Database } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { membershipsOf } from '../identity/identity.users.logic.ts';
import { saveUser, setUserEnabled } from './backoffice.user.logic.ts';
import { noteOnline } from './backoffice.user.online.logic.ts';
import { followNow } from './backoffice.user.pool.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
/** What mail says when nothing is configured to send it by. */
const mails: string[] = [];
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation((text: string) => void mails.push(text)));
afterEach(() => vi.restoreAllMocks());
afterAll(() => house.close());

interface User {
  id: Uuid;
  email: string;
  displayName: string;
  firstName: string;
  familyName: string;
  phoneNumber: string;
  status: string;
  isEnabled: boolean;
  role: string;
  modifiedAt: string | null;
  authGroups: { roleId: string; clientId: Uuid; partnerIds: string[]; roleType: string }[];
}
const FIELDS =
  'id email displayName firstName familyName phoneNumber status isEnabled role modifiedAt authGroups { roleId clientId partnerIds roleType }';

/** Who asks, and about which client; userA in clientA unless told. */
interface By {
  token?: string;
  clientId?: Uuid;
}
const ask = (document: string, variables: object, { token, clientId = house.clientA }: By = {}) =>
  house.raw('backoffice', document, { clientId, ...variables }, token);
const run = async (document: string, variables: object, by: By = {}): Promise<User> => {
  const { data, errors } = await ask(document, variables, by);
  if (errors) throw new Error(errors.map((error) => `${error.extensions?.code} ${error.extensions?.field ?? ''}: ${error.message}`).join());
  return Object.values(data ?? {})[0] as User;
};
const SAVE = `mutation ($clientId: ID!, $backofficeUser: BackofficeUserInput!) { saveUser(clientId: $clientId, backofficeUser: $backofficeUser) { ${FIELDS} } }`;
const save = (backofficeUser: object, by?: By) => run(SAVE, { backofficeUser }, by);
const ENABLE = `mutation ($clientId: ID!, $userId: ID!, $enabled: Boolean!) { setUserEnabled(clientId: $clientId, userId: $userId, enabled: $enabled) { ${FIELDS} } }`;
const enable = (userId: Uuid, enabled: boolean, by?: By) => run(ENABLE, { userId, enabled }, by);
const GROUPS = `mutation ($clientId: ID!, $userId: ID!, $authGroups: [AuthGroupInput!]!, $modifiedAt: DateTime) { updateUserGroups(clientId: $clientId, userId: $userId, authGroups: $authGroups, modifiedAt: $modifiedAt) { ${FIELDS} } }`;
const regroup = (userId: Uuid, authGroups: object[], by?: By, more: object = {}) => run(GROUPS, { userId, authGroups, ...more }, by);
const ANONYMIZE = `mutation ($clientId: ID!, $userId: ID!) { anonymizeUser(clientId: $clientId, userId: $userId) { ${FIELDS} } }`;
const read = (userId: Uuid, by?: By, showAnonymizeUser = false) =>
  run(
    `query ($clientId: ID!, $userId: ID!, $showAnonymizeUser: Boolean) { getUserV2(clientId: $clientId, userId: $userId, showAnonymizeUser: $showAnonymizeUser) { ${FIELDS} } }`,
    { userId, showAnonymizeUser },
    by,
  );
const list = async (filters: object, by?: By, showAnonymizeUser = false) =>
  (
    (await run(
      `query ($clientId: ID!, $filters: UserFilters, $showAnonymizeUser: Boolean) { listUsersV2(clientId: $clientId, filters: $filters, showAnonymizeUser: $showAnonymizeUser) { ${FIELDS} } }`,
      { filters, showAnonymizeUser },
      by,
    )) as unknown as User[]
  ).map((user) => user.email);

const events = async (userId: Uuid) =>
  house.inA((tx) =>
    tx.sql<{ message_type: string; payload: { user?: string; changes?: { field: string; from: unknown; to: unknown }[] } }>(
      `select message_type, payload from event where client_id = $1 and payload->>'userId' = $2 order by message_id`,
      [tx.clientId, userId],
    ),
  );
const poolOf = async (userId: Uuid) => {
  const { rows } = await house.database.identity.query<{ name: string; family_name: string; groups: string[] | null }>(
    `select u.name, u.family_name, array_agg(g.client_id || ':' || g.role || ':' || g.partner_id || ':' || g.is_enabled order by g.client_id, g.role, g.partner_id) filter (where g.role is not null) as groups
     from pool_user u left join pool_group g using (user_id) where u.user_id = $1 group by u.user_id`,
    [userId],
  );
  return rows[0];
};
/** A token of a group in client A. */
const tokenOf = async (userId: Uuid, role: string, clientId = house.clientA) =>
  (await house.tokens.sign({ userId, email: 'x@test.example', name: 'X', groups: [{ clientId, role, partnerId: null } satisfies Group] }))
    .token;
const inB = async (): Promise<By> => ({ clientId: house.clientB, token: await house.tokenFor(house.clientB) });
const person = (email: string, more: object = {}) => ({
  email,
  name: 'Noor',
  familyName: 'van Dijk',
  authGroups: [{ roleId: 'AGENT' }],
  ...more,
});

describe('a new user', () => {
  it('is written down checked, gets groups in the pool and an invitation by mail', async () => {
    const user = await save({ ...person('  Noor@Nordlicht.Example '), middleName: 'anna', phoneNumber: '0151 2345 6789' });
    expect(user).toMatchObject({
      email: 'noor@nordlicht.example',
      displayName: 'Noor A. van Dijk',
      phoneNumber: '+4915123456789',
      status: 'invited',
      isEnabled: true,
      role: 'AGENT',
    });
    expect(user.authGroups).toEqual([{ roleId: 'AGENT', clientId: house.clientA, partnerIds: [], roleType: 'WORK' }]);
    expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::true`]);
    await drainJobs(house.database);
    expect(mails.join()).toContain('Mail to noor@nordlicht.example');
    expect(mails.join()).toContain('/auth/set-initial-password');
    expect((await events(user.id)).map((event) => event.message_type)).toEqual(['userSaved', 'userInvited']);
    // Coming for the first time, they are no longer invited.
    await noteOnline(house.database, house.clientA, user.id);
    expect((await read(user.id)).status).toBe('active');
  });

  it('is refused where something is wrong, by the field', async () => {
    const wrong = async (change: object) =>
      (await ask(SAVE, { backofficeUser: { ...person('wrong@test.example'), ...change } })).errors?.[0]?.extensions;
    for (const email of ['', 'noor', 'a b@c.example', '@c.example', 'a@b', `${'a'.repeat(250)}@b.example`])
      expect(await wrong({ email })).toEqual({ code: 'INVALID_INPUT', field: 'email' });
    expect(await wrong({ phoneNumber: '12' })).toEqual({ code: 'INVALID_INPUT', field: 'phoneNumber' });
    expect(await wrong({ name: 'x'.repeat(81) })).toEqual({ code: 'INVALID_INPUT', field: 'name' });
    expect(await wrong({ authGroups: [] })).toEqual({ code: 'INVALID_INPUT', field: 'authGroups' });
    expect(await wrong({ authGroups: [{ roleId: 'EMPEROR' }] })).toEqual({ code: 'INVALID_INPUT', field: 'authGroups.roleId' });
    expect(await wrong({ authGroups: [{ roleId: 'AGENT', partnerIds: ['a:b'] }] })).toMatchObject({ field: 'authGroups.partnerIds' });
    expect(await wrong({ authGroups: [{ roleId: 'DCA_AGENT' }] })).toMatchObject({ field: 'authGroups.partnerIds' });
    await save(person('twice@test.example'));
    expect(await wrong({ email: 'TWICE@test.example' })).toEqual({ code: 'CONFLICT', field: 'email' });
    expect(await list({ searchText: 'wrong@test' })).toEqual([]);
  });

  it('may be known to another client: each has its own view of them', async () => {
    const here = await save(person('shared@test.example'));
    const there = await save({ ...person('shared@test.example'), name: 'N.', authGroups: [{ roleId: 'SUPERVISOR' }] }, await inB());
    expect(there.id).toBe(here.id);
    expect((await poolOf(here.id))?.groups).toHaveLength(2);
    // What one client calls them, disables or anonymizes changes nothing in the other, nor what the pool calls them.
    await save({ id: here.id, name: 'Nora' });
    expect((await poolOf(here.id))?.name).toBe('Noor');
    expect((await read(here.id, await inB())).firstName).toBe('N.');
    await enable(here.id, false);
    expect((await poolOf(here.id))?.groups?.filter((group) => group.endsWith(':true'))).toEqual([`${house.clientB}:SUPERVISOR::true`]);
    expect((await read(here.id, await inB())).isEnabled).toBe(true);
    await enable(there.id, false, await inB());
    await run(ANONYMIZE, { userId: here.id });
    // Kept out by the other client for the time being, but theirs: the person stays.
    expect((await poolOf(here.id))?.name).toBe('Noor');
    expect(await membershipsOf(house.database, here.id)).toEqual([house.clientB]);
    expect((await read(here.id, await inB())).email).toBe('shared@test.example');
  });
});

describe('rights', () => {
  it('nobody gives a role that holds more than their own', async () => {
    const token = await tokenOf(uuidv7(), 'CLIENT_ADMIN');
    const refused = await ask(
      SAVE,
      { backofficeUser: person('admin@test.example', { authGroups: [{ roleId: 'ADMINISTRATOR' }] }) },
      { token },
    );
    expect(refused.errors?.[0]).toMatchObject({ message: expect.stringContaining('cannot give it'), extensions: { code: 'FORBIDDEN' } });
    const agent = await save(person('promoted@test.example'), { token });
    await expect(regroup(agent.id, [{ roleId: 'ADMINISTRATOR' }], { token })).rejects.toThrow('FORBIDDEN');
    await expect(save({ id: agent.id, authGroups: [{ roleId: 'ADMINISTRATOR' }] }, { token })).rejects.toThrow('FORBIDDEN');
    expect((await regroup(agent.id, [{ roleId: 'SUPERVISOR' }], { token })).role).toBe('SUPERVISOR');
  });

  it('nobody touches who holds more than they do, nor keeps out or anonymizes themselves', async () => {
    const token = await tokenOf(uuidv7(), 'CLIENT_ADMIN');
    for (const act of [
      () => enable(house.userA, false, { token }),
      () => regroup(house.userA, [{ roleId: 'AGENT' }], { token }),
      () => run(ANONYMIZE, { userId: house.userA }, { token }),
    ])
      await expect(act()).rejects.toThrow('FORBIDDEN');
    for (const act of [() => enable(house.userA, false), () => regroup(house.userA, []), () => run(ANONYMIZE, { userId: house.userA })])
      await expect(act()).rejects.toThrow('CONFLICT');
    const agent = await tokenOf(uuidv7(), 'AGENT');
    await expect(save(person('no@test.example'), { token: agent })).rejects.toThrow('FORBIDDEN');
  });

  it('the last administrator stays, also when two take each other’s rights at once', async () => {
    await expect(regroup(house.userA, [{ roleId: 'AGENT' }])).rejects.toThrow('is the last ADMINISTRATOR');
    const second = await save(person('second@test.example', { authGroups: [{ roleId: 'ADMINISTRATOR' }] }));
    // Invited, they have not shown that they can come.
    await expect(regroup(house.userA, [{ roleId: 'AGENT' }])).rejects.toThrow('is the last ADMINISTRATOR');
    await noteOnline(house.database, house.clientA, second.id);
    const secondToken = await tokenOf(second.id, 'ADMINISTRATOR');
    const both = await Promise.allSettled([
      regroup(second.id, [{ roleId: 'AGENT' }]),
      regroup(house.userA, [{ roleId: 'AGENT' }], { token: secondToken }),
    ]);
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
    const admins = await house.inA((tx) =>
      tx.sql<{ user_id: Uuid }>(
        `select user_id from client_user where client_id = $1 and role = 'ADMINISTRATOR' and is_enabled and status = 'active'`,
        [tx.clientId],
      ),
    );
    expect(admins).toHaveLength(1);
    if (admins[0]?.user_id !== house.userA) await regroup(house.userA, [{ roleId: 'ADMINISTRATOR' }], { token: secondToken });
  });

  it('a user of another client is not there', async () => {
    const theirs = await save(person('theirs@test.example'), await inB());
    for (const act of [
      () => read(theirs.id),
      () => enable(theirs.id, false),
      () => regroup(theirs.id, [{ roleId: 'AGENT' }]),
      () => save({ id: theirs.id, name: 'Mine' }),
      () => run(ANONYMIZE, { userId: theirs.id }),
    ])
      await expect(act()).rejects.toThrow('NOT_FOUND');
    expect((await poolOf(theirs.id))?.groups).toEqual([`${house.clientB}:AGENT::true`]);
  });
});

describe('changes', () => {
  it('are told with what was before, and two at once are not lost', async () => {
    const user = await save(person('edit@test.example'));
    const after = await save({ id: user.id, familyName: 'de Vries', modifiedAt: user.modifiedAt });
    expect(after).toMatchObject({ displayName: 'Noor de Vries', firstName: 'Noor' });
    expect((await poolOf(user.id))?.family_name).toBe('de Vries');
    await expect(save({ id: user.id, familyName: 'Bakker', modifiedAt: user.modifiedAt })).rejects.toThrow('CONFLICT');
    await expect(regroup(user.id, [{ roleId: 'READ_ONLY' }], {}, { modifiedAt: user.modifiedAt })).rejects.toThrow('CONFLICT');
    await expect(save({ id: user.id, email: 'other@test.example' })).rejects.toThrow('INVALID_INPUT email');
    const log = await events(user.id);
    expect(log.at(-1)).toMatchObject({
      message_type: 'userSaved',
      payload: { user: 'Noor de Vries', changes: [{ field: 'familyName', from: 'van Dijk', to: 'de Vries' }] },
    });
    // The same again is no change, and no event.
    await save({ id: user.id, familyName: 'de Vries', modifiedAt: after.modifiedAt });
    expect(await events(user.id)).toHaveLength(log.length);
  });

  it('of one who came before modifiedAt was kept are told apart too', async () => {
    const userId = uuidv7();
    await house.inA((tx) =>
      tx.sql(`insert into client_user (client_id, user_id, email, name, role) values ($1, $2, 'old@test.example', 'Old Hand', 'AGENT')`, [
        tx.clientId,
        userId,
      ]),
    );
    await save({ id: userId, familyName: 'Hand', name: 'Old', modifiedAt: null });
    await expect(save({ id: userId, name: 'Older', modifiedAt: null })).rejects.toThrow('CONFLICT');
    expect(await read(userId)).toMatchObject({ displayName: 'Old Hand', authGroups: [{ roleId: 'AGENT' }] });
  });

  it('of groups end the sessions, reach the pool for each partner, and none removes the user', async () => {
    const user = await save(person('groups@test.example'));
    const groups = [{ roleId: 'DCA_AGENT', partnerIds: ['north', 'south', 'north'] }, { roleId: 'READ_ONLY' }];
    const after = await regroup(user.id, groups);
    expect(after.authGroups.map(({ roleId, partnerIds }) => ({ roleId, partnerIds }))).toEqual([
      { roleId: 'DCA_AGENT', partnerIds: ['north', 'south'] },
      { roleId: 'READ_ONLY', partnerIds: [] },
    ]);
    expect((await poolOf(user.id))?.groups).toEqual(
      ['DCA_AGENT:north', 'DCA_AGENT:south', 'READ_ONLY:'].map((group) => `${house.clientA}:${group}:true`),
    );
    expect(await list({ partnerIds: ['south'] })).toEqual(['groups@test.example']);
    const removed = await regroup(user.id, []);
    expect(removed).toMatchObject({ status: 'removed', isEnabled: false, authGroups: [] });
    expect((await poolOf(user.id))?.groups).toBeNull();
    await expect(enable(user.id, true)).rejects.toThrow('CONFLICT');
    expect(await save(person('groups@test.example'))).toMatchObject({ id: user.id, status: 'invited', isEnabled: true });
    expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::true`]);
  });

  it('keep a user out and let them in again, and invite only who has not come', async () => {
    const user = await save(person('switch@test.example'));
    const reinvite = 'mutation ($clientId: ID!, $userId: ID!) { reinviteUser(clientId: $clientId, userId: $userId) }';
    expect((await ask(reinvite, { userId: user.id })).data).toEqual({ reinviteUser: true });
    expect((await enable(user.id, false)).isEnabled).toBe(false);
    expect((await ask(reinvite, { userId: user.id })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::false`]);
    await regroup(user.id, [{ roleId: 'READ_ONLY' }]);
    expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:READ_ONLY::false`]);
    await enable(user.id, true);
    await enable(user.id, true);
    expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:READ_ONLY::true`]);
    await noteOnline(house.database, house.clientA, user.id);
    expect((await ask(reinvite, { userId: user.id })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect((await events(user.id)).map((event) => event.message_type)).toEqual([
      'userSaved',
      'userInvited',
      'userInvited',
      'userDisabled',
      'userGroupsChanged',
      'userEnabled',
    ]);
  });

  it('anonymize: name, address and number go, the id stays', async () => {
    const user = await save({ ...person('gone@test.example'), phoneNumber: '+4915123456789' });
    const gone = await run(ANONYMIZE, { userId: user.id });
    expect(gone).toMatchObject({ id: user.id, status: 'anonymized', isEnabled: false, firstName: '', phoneNumber: '', authGroups: [] });
    expect(gone.email).not.toContain('gone');
    await expect(read(user.id)).rejects.toThrow('NOT_FOUND');
    expect((await read(user.id, {}, true)).status).toBe('anonymized');
    expect(await list({ searchText: gone.email })).toEqual([]);
    expect(await list({ searchText: gone.email }, {}, true)).toEqual([gone.email]);
    expect(await poolOf(user.id)).toEqual({ name: '', family_name: '', groups: null });
    await expect(save({ id: user.id, name: 'Back' })).rejects.toThrow('NOT_FOUND');
    expect(JSON.stringify((await events(user.id)).at(-1))).not.toContain('Noor');
    // The address is free again, for somebody new.
    expect((await save(person('gone@test.example'))).id).not.toBe(user.id);
  });
});

describe('a crash between the client and the pool', () => {
  const author = () => ({ userId: house.userA, permissions: BUILT_IN_ROLES[0]!.permissions });

  it('after the commit: the job brings the pool to what is written', async () => {
    const user = await save(person('crash@test.example'));
    await drainJobs(house.database);
    const gone = () => Promise.reject(new Error('the pool does not answer'));
    const lost = { ...house.database, identity: { query: gone, connect: gone } } as unknown as Database;
    await house.inA((tx) => setUserEnabled(tx, user.id, false, author()));
    await followNow(lost, house.clientA, [user.id]);
    expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::true`]);
    for (let times = 0; times < 2; times++) {
      await drainJobs(house.database);
      expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::false`]);
    }
  });

  it('before the commit: whoever the pool knows already has no group, and the next try finds them', async () => {
    const lost = house.inA(async (tx) => {
      await saveUser(tx, house.database, person('again@test.example'), author());
      throw new Error('the process died');
    });
    await expect(lost).rejects.toThrow('the process died');
    const { rows } = await house.database.identity.query<{ user_id: Uuid }>(
      `select user_id from pool_user where email = 'again@test.example'`,
    );
    expect((await poolOf(rows[0]!.user_id))?.groups).toBeNull();
    expect((await save(person('again@test.example'))).id).toBe(rows[0]!.user_id);
  });
});

describe('lists', () => {
  it('are filtered, sorted and paged', async () => {
    const by = await inB();
    await house.inB((tx) =>
      tx.sql(
        `insert into client_user (client_id, user_id, email, name, role, is_enabled, status)
         select $1, gen_random_uuid(), 'u' || lpad(n::text, 3, '0') || '@list.example', case when n % 2 = 0 then 'Zoe ' else 'anna ' end || lpad(n::text, 3, '0'),
           case when n % 10 = 0 then 'SUPERVISOR' else 'AGENT' end, n % 7 <> 0, case when n % 5 = 0 then 'invited' else 'active' end
         from generate_series(1, 130) n`,
        [tx.clientId],
      ),
    );
    const first = await list({ searchText: '@list.example' }, by);
    expect(first).toHaveLength(100);
    expect(first[0]).toBe('u001@list.example');
    const second = await list({ searchText: '@list.example', offset: 100 }, by);
    expect(second).toHaveLength(30);
    expect(new Set([...first, ...second]).size).toBe(130);
    expect(await list({ searchText: 'ZOE 002' }, by)).toEqual(['u002@list.example']);
    expect(await list({ searchText: '%' }, by)).toEqual([]);
    const count = async (filters: object) =>
      (
        (await ask('query ($clientId: ID!, $filters: UserFilters) { countUsers(clientId: $clientId, filters: $filters) }', { filters }, by))
          .data as {
          countUsers: number;
        }
      ).countUsers;
    const of = (filters: object) => count({ searchText: '@list.example', ...filters });
    expect(await of({})).toBe(130);
    expect(await of({ roles: ['SUPERVISOR'] })).toBe(13);
    expect(await of({ isEnabled: false })).toBe(18);
    expect(await of({ statuses: ['invited'], roles: ['AGENT'] })).toBe(13);
    const { data } = await ask(
      'query ($clientId: ID!, $email: String!) { getUserByEmailV2(clientId: $clientId, email: $email) { email } }',
      { email: ' U002@LIST.example' },
      by,
    );
    expect(data).toEqual({ getUserByEmailV2: { email: 'u002@list.example' } });
  });
});

describe('an import', () => {
  const IMPORT =
    'mutation ($clientId: ID!, $csv: String!) { importUsers(clientId: $clientId, csv: $csv) { created updated unchanged rejected { row email reason } } }';
  const load = async (csv: string, by?: By) => {
    const { data, errors } = await ask(IMPORT, { csv }, by);
    if (errors) throw new Error(errors[0]?.message);
    return (data as { importUsers: { created: number; updated: number; unchanged: number; rejected: { row: number; reason: string }[] } })
      .importUsers;
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

  it('takes the good rows, names the others with number and reason, and twice changes nothing', async () => {
    const first = await load(FILE);
    expect(first).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
    expect(first.rejected.map((each) => each.row)).toEqual([4, 5, 7, 8, 9]);
    expect(first.rejected.map((each) => each.reason)).toEqual([
      'This is no e-mail address',
      'There is no role EMPEROR',
      'Row 2 has the same e-mail address',
      'No country has such a telephone number',
      'A user has at least one role',
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
    expect(result).toMatchObject({ created: 1, rejected: [{ row: 2, reason: expect.stringContaining('cannot give it') }] });
  });

  it('tells the caller by a notification', async () => {
    await load('email,role\nsix@import.example,AGENT\nseven@import.example,NOBODY');
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
      ['email,role,shoes\na,b,c', 'There is no column "shoes"'],
      ['email,role,email\na,b,c', 'The column email is there twice'],
      ['email,role\n"a,b', 'The file cannot be read'],
      [`email,role\n${'a@b.example,AGENT\n'.repeat(1_001)}`, 'At most 1000 rows'],
    ])
      await expect(load(csv!)).rejects.toThrow(reason);
  });
});
