/** Users through GraphQL: who may do what to whom, in which client, and what the pool makes of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { membershipsOf } from '../identity/identity.users.logic.ts';
import { noteOnline } from './backoffice.user.online.logic.ts';
import { ANONYMIZE, addPartners, person, SAVE, usersOf } from './backoffice.user.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
/** What mail says when nothing is configured to send it by. */
const mails: string[] = [];
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation((text: string) => void mails.push(text)));
afterEach(() => vi.restoreAllMocks());
afterAll(() => house.close());

const { ask, run, save, enable, regroup, read, list, events, poolOf, tokenOf, inB } = usersOf(() => house);

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
    const wrong = async (change: object) => {
      const { errors } = await ask(SAVE, { backofficeUser: { ...person('wrong@test.example'), ...change } });
      const { code, field } = errors?.[0]?.extensions ?? {};
      return { code, field };
    };
    for (const email of ['', 'noor', 'a b@c.example', '@c.example', 'a@b', `${'a'.repeat(250)}@b.example`])
      expect(await wrong({ email })).toEqual({ code: 'INVALID_INPUT', field: 'email' });
    expect(await wrong({ phoneNumber: '12' })).toEqual({ code: 'INVALID_INPUT', field: 'phoneNumber' });
    expect(await wrong({ name: 'x'.repeat(81) })).toEqual({ code: 'INVALID_INPUT', field: 'name' });
    expect(await wrong({ authGroups: [] })).toEqual({ code: 'INVALID_INPUT', field: 'authGroups' });
    expect(await wrong({ authGroups: [{ roleId: 'EMPEROR' }] })).toEqual({ code: 'INVALID_INPUT', field: 'authGroups.roleId' });
    for (const partnerId of ['a:b', 'nowhere', uuidv7()])
      expect(await wrong({ authGroups: [{ roleId: 'AGENT', partnerIds: [partnerId] }] })).toMatchObject({ field: 'authGroups.partnerIds' });
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

const ATTRIBUTES = `mutation ($clientId: ID!, $userId: ID!, $attributes: BackofficeUserInput!) { updateUserAttributes(clientId: $clientId, userId: $userId, attributes: $attributes) { id email displayName firstName familyName phoneNumber status isEnabled role modifiedAt authGroups { roleId clientId partnerIds roleType } } }`;

describe('an invitation', () => {
  const FACTS = `mutation ($clientId: ID!, $backofficeUser: BackofficeUserInput!) { saveUser(clientId: $clientId, backofficeUser: $backofficeUser) {
    id email displayName isEmailVerified mfaEnabled createdAt modifiedAt status isEnabled lastOnline } }`;

  it('tells nothing of whether another client knows the person', async () => {
    const at = await inB();
    // Known to the other client for long, with a verified address and a second factor.
    const known = await save(person('elsewhere@test.example'), at);
    await house.database.identity.query(
      'update pool_user set is_email_verified = true, mfa_enabled = true, password_hash = $2 where user_id = $1',
      [known.id, 'x'],
    );
    const invite = async (email: string) => (await ask(FACTS, { backofficeUser: person(email) })).data?.saveUser as Record<string, unknown>;
    const [there, fresh] = [await invite('elsewhere@test.example'), await invite('fresh@test.example')];
    expect(there.id).toBe(known.id);
    const same = (user: Record<string, unknown>) => ({ ...user, id: '', email: '', createdAt: '', modifiedAt: '' });
    expect(same(there)).toEqual(same(fresh));
    for (const userId of [there.id, fresh.id] as string[]) {
      const { errors } = await ask(
        'mutation ($clientId: ID!, $userId: ID!) { resetUserSecondFactor(clientId: $clientId, userId: $userId) { id } }',
        { userId },
      );
      expect(errors?.[0]?.extensions?.code).toBe('CONFLICT');
    }
    // Once the person has come, the facts are theirs to see to.
    await noteOnline(house.database, house.clientA, known.id);
    const { data } = await ask(
      'query ($clientId: ID!, $userId: ID!) { getUserV2(clientId: $clientId, userId: $userId) { isEmailVerified mfaEnabled } }',
      {
        userId: known.id,
      },
    );
    expect(data?.getUserV2).toEqual({ isEmailVerified: true, mfaEnabled: true });
  });

  it('gives ids that tell no time', async () => {
    const ids = [];
    for (let each = 0; each < 12; each++) ids.push((await save(person(`timeless${each}@test.example`))).id);
    const times = ids.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true);
    // Twelve moments drawn by lot out of years: not all of them are of this month.
    expect(Math.min(...times)).toBeLessThan(Date.now() - 30 * 86_400_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
    expect([...times].sort((a, b) => a - b)).not.toEqual(times);
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
    expect(refused.errors?.[0]).toMatchObject({ message: expect.stringContaining('can’t grant it'), extensions: { code: 'FORBIDDEN' } });
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
      () => save({ id: house.userA, name: 'Renamed' }, { token }),
      () => save({ id: house.userA, phoneNumber: '+4915123456789' }, { token }),
      () => run(ATTRIBUTES, { userId: house.userA, attributes: { familyName: 'Renamed' } }, { token }),
    ])
      await expect(act()).rejects.toThrow('FORBIDDEN');
    const { data } = await ask(
      'mutation ($clientId: ID!, $csv: String!) { importUsers(clientId: $clientId, csv: $csv) { updated rejected { reason } } }',
      { csv: `email,name,role\n${house.userA}@test.example,Renamed,` },
      { token },
    );
    expect(data?.importUsers).toMatchObject({ updated: 0, rejected: [{ reason: expect.stringContaining('which your role doesn’t') }] });
    const invited = await save(person('invited-above@test.example', { authGroups: [{ roleId: 'ADMINISTRATOR' }] }));
    const again = await ask(
      'mutation ($clientId: ID!, $userId: ID!) { reinviteUser(clientId: $clientId, userId: $userId) }',
      { userId: invited.id },
      { token },
    );
    expect(again.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await read(house.userA)).displayName).toBe('Staff of Nordlicht Energie');
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
    const { north, south } = await addPartners(house);
    const groups = [{ roleId: 'DCA_AGENT', partnerIds: [north, 'SOUTH', north] }, { roleId: 'READ_ONLY' }];
    const after = await regroup(user.id, groups);
    expect(after.authGroups.map(({ roleId, partnerIds }) => ({ roleId, partnerIds }))).toEqual([
      { roleId: 'DCA_AGENT', partnerIds: [north, south] },
      { roleId: 'READ_ONLY', partnerIds: [] },
    ]);
    expect((await poolOf(user.id))?.groups).toEqual(
      [`DCA_AGENT:${north}`, `DCA_AGENT:${south}`, 'READ_ONLY:'].map((group) => `${house.clientA}:${group}:true`),
    );
    expect(await list({ partnerIds: [south] })).toEqual(['groups@test.example']);
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
