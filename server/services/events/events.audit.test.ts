/** The audit as its callers see it: filters, narrowing by rights, the exported file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDITED_TYPES, auditPlace } from '../../../core/audit.ts';
import { AUDIT_EVENT_TYPES, AUDIT_MODULES } from '../../../core/auditModules.ts';
import { EVENT_TYPES } from '../../../core/events/catalogue.ts';
import { uuidv7 } from '../../../core/id.ts';
import { mountExports } from '../../exports.ts';
import { accessOf } from '../../platform/access.ts';
import { appendAnyEvents } from '../../platform/events.ts';
import { inClient } from '../../platform/tenancy.ts';
import { at, openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { SERVICES } from '../../services.ts';

let house: TestHouse;
const [otherUser, accountId, correlationId] = [uuidv7(), uuidv7(), uuidv7()];

beforeAll(async () => {
  house = await openTestHouse(mountExports);
  await house.inA(async (tx) => {
    await tx.sql(
      `insert into client_user (client_id, user_id, email, name, first_name, family_name, role) values ($1, $2, 'ann@test.example', '=Ann Ås', '=Ann', 'Ås', 'AGENT')`,
      [tx.clientId, otherUser],
    );
    await appendAnyEvents(tx, [
      {
        messageType: 'roleSaved',
        payload: { changes: [{ field: 'name', from: null, to: 'NIGHT' }] },
        emitTime: at('2026-10-01T10:00:00Z'),
      },
      { messageType: 'noteAdded', accountId, payload: { text: 'mine' }, emitTime: at('2026-10-02T10:00:00Z') },
      { messageType: 'strategyStep', actor: { type: 'strategy', id: 'S' }, emitTime: at('2026-10-02T10:00:00Z') },
    ]);
  });
  await inClient(
    house.database,
    house.clientA,
    (tx) =>
      appendAnyEvents(tx, [
        { messageType: 'noteAdded', accountId, payload: { text: '=cmd()' }, emitTime: at('2026-10-03T10:00:00Z') },
        { messageType: 'contactRulesChanged', emitTime: at('2026-10-04T10:00:00Z') },
        { messageType: 'signInFailed', emitTime: at('2026-10-05T10:00:00Z') },
        { messageType: 'extensionDidSomething', emitTime: at('2026-10-06T10:00:00Z') },
      ]),
    { actor: { type: 'user', id: otherUser }, correlationId },
  );
});
afterAll(() => house.close());

interface Page {
  total: number;
  totalRelation: string;
  events: { messageType: string; moduleId: string; userEmail: string; role: string; status: string; eventType: string }[];
}
const QUERY = `query ($clientId: ID!, $createdAtRange: DateTimeRange, $statuses: [String!], $moduleId: ID, $submoduleId: ID, $correlationId: ID, $roles: [String!], $userIds: [ID!], $messageTypes: [String!], $limit: Int, $offset: Int, $eventTypes: [String!]) {
  getAuditEvents(clientId: $clientId, createdAtRange: $createdAtRange, statuses: $statuses, moduleId: $moduleId, submoduleId: $submoduleId, correlationId: $correlationId, roles: $roles, userIds: $userIds, messageTypes: $messageTypes, limit: $limit, offset: $offset, eventTypes: $eventTypes) {
    total totalRelation events { messageType moduleId userEmail role status eventType } } }`;
const audit = async (variables: object = {}, token?: string) =>
  (await house.call<{ getAuditEvents: Page }>('events', QUERY, { clientId: house.clientA, ...variables }, token)).getAuditEvents;
const types = async (variables: object = {}, token?: string) => (await audit(variables, token)).events.map((event) => event.messageType);

/** Saves a role and gives a token of userA in it. */
async function tokenWith(...actions: string[]): Promise<string> {
  const name = `R_${actions.join('_').toUpperCase()}`;
  await house.inA((tx) =>
    tx.sql(
      `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, $2, 'WORK', $3, '2026-01-01Z', '2026-01-01Z')`,
      [tx.clientId, name, JSON.stringify([{ domain: 'configuration', actions }])],
    ),
  );
  accessOf(house.database).forgetRoles(house.clientA);
  return house.tokenFor(house.clientA, name);
}

describe('where events belong', () => {
  it('is one submodule for every type, and every submodule but "other" has some', () => {
    expect([...AUDITED_TYPES].sort()).toEqual(Object.values(EVENT_TYPES).flat().sort());
    const ids = AUDIT_MODULES.flatMap((module) => module.submodules.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const used = new Set(AUDITED_TYPES.map((type) => auditPlace(type).submodule.id));
    expect(ids.filter((id) => !used.has(id))).toEqual(['other']);
    expect(new Set(AUDITED_TYPES.map((type) => auditPlace(type).eventType))).toEqual(new Set(AUDIT_EVENT_TYPES));
  });

  it('is told to whoever filters by kind: each kind stands in one submodule of the answer', async () => {
    const { getAuditEventModules } = await house.call<{ getAuditEventModules: { submodules: { messageTypes: string[] }[] }[] }>(
      'events',
      'query ($clientId: ID!) { getAuditEventModules(clientId: $clientId) { id submodules { id messageTypes } } }',
      { clientId: house.clientA },
    );
    const told = getAuditEventModules.flatMap(({ submodules }) => submodules.flatMap(({ messageTypes }) => messageTypes));
    expect(told.sort()).toEqual(Object.values(EVENT_TYPES).flat().sort());
  });

  it('names endpoints that exist or will', () => {
    const services = new Set([...SERVICES.map(({ name }) => name), 'notifications', 'reporting']);
    for (const { submodules } of AUDIT_MODULES) for (const { service } of submodules) expect(services).toContain(service);
  });
});

describe('getAuditEvents', () => {
  it('gives what staff did, newest first, and nothing of strategies', async () => {
    expect(await audit()).toMatchObject({ total: 6, totalRelation: 'exact' });
    expect(await types()).toEqual(['extensionDidSomething', 'signInFailed', 'contactRulesChanged', 'noteAdded', 'noteAdded', 'roleSaved']);
    expect((await audit()).events[1]).toMatchObject({
      moduleId: 'users',
      userEmail: 'ann@test.example',
      role: 'AGENT',
      status: 'failure',
      eventType: 'access',
    });
  });

  it.each([
    [{ moduleId: 'accounts' }, ['noteAdded', 'noteAdded']],
    [{ moduleId: 'other' }, ['extensionDidSomething']],
    [{ submoduleId: 'roles' }, ['roleSaved']],
    [{ moduleId: 'users', submoduleId: 'access' }, ['signInFailed']],
    [{ statuses: ['failure'] }, ['signInFailed']],
    [{ eventTypes: ['update'] }, ['contactRulesChanged', 'roleSaved']],
    [{ eventTypes: ['other'], statuses: ['success'] }, ['extensionDidSomething']],
    [{ messageTypes: ['roleSaved', 'signInFailed'] }, ['signInFailed', 'roleSaved']],
    [{ roles: ['AGENT'], messageTypes: ['noteAdded'] }, ['noteAdded']],
    [{ roles: ['NOBODY'] }, []],
    [{ createdAtRange: { from: '2026-10-02T10:00:00Z', to: '2026-10-04T10:00:00Z' } }, ['noteAdded', 'noteAdded']],
    [{ limit: 2, offset: 1 }, ['signInFailed', 'contactRulesChanged']],
  ])('keeps to %j', async (variables, expected) => {
    expect(await types(variables)).toEqual(expected);
  });

  it('keeps to users and correlations', async () => {
    expect(await types({ userIds: [house.userA] })).toEqual(['noteAdded', 'roleSaved']);
    expect(await types({ correlationId })).toHaveLength(4);
    expect(await types({ correlationId: uuidv7() })).toEqual([]);
  });

  it.each([
    ['limit', { limit: 101 }],
    ['limit', { limit: 0 }],
    ['offset', { offset: -1 }],
    ['offset', { offset: 10_001 }],
    ['moduleId', { moduleId: 'nonsense' }],
    ['submoduleId', { submoduleId: 'roles', moduleId: 'accounts' }],
    ['statuses', { statuses: ['maybe'] }],
    ['eventTypes', { eventTypes: ['delete', 'x'] }],
    ['correlationId', { correlationId: 'x' }],
  ])('refuses a wrong %s', async (field, variables) => {
    const answer = await house.raw('events', QUERY, { clientId: house.clientA, ...variables });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  it('shows others’ changes only to who holds the right; one’s own always', async () => {
    expect(await types({}, await tokenWith('viewOwnChanges'))).toEqual(['noteAdded', 'roleSaved']);
    expect(await types({}, await tokenWith('viewOwnChanges', 'viewAccountChanges'))).toEqual(['noteAdded', 'noteAdded', 'roleSaved']);
    expect(await types({}, await tokenWith('viewOwnChanges', 'viewConfigurationChanges'))).toEqual([
      'extensionDidSomething',
      'signInFailed',
      'contactRulesChanged',
      'noteAdded',
      'roleSaved',
    ]);
    await expect(types({}, await tokenWith('viewConfiguration'))).rejects.toThrow('FORBIDDEN');
  });
});

describe('the exported file', () => {
  const ask = async (body: object, token?: string) =>
    house.app.inject({
      method: 'POST',
      url: '/api/export/audit',
      headers: { 'content-type': 'application/json', authorization: token ?? (await house.tokenFor(house.clientA)) },
      payload: JSON.stringify({ clientId: house.clientA, ...body }),
    });

  it('holds what the filters leave, inert for spreadsheets, and is in the audit itself', async () => {
    const answer = await ask({ messageTypes: ['noteAdded'], userIds: [otherUser] });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('time,module,submodule,eventType');
    expect(lines[1]).toContain(`2026-10-03T10:00:00.000Z,accounts,notes,create,noteAdded,success,notes,ann@test.example,"'=Ann Ås"`);
    expect(lines[1]).toContain('"{""text"":""=cmd()""}"');
    expect((await types({ messageTypes: ['auditExported'] })).length).toBe(1);
  });

  it('narrows as the list does, and refuses what the list refuses', async () => {
    const own = await ask({ messageTypes: ['noteAdded'] }, await tokenWith('viewOwnChanges', 'viewConfiguration'));
    expect(own.body.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await ask({ moduleId: 'nonsense' })).json()).toMatchObject({ code: 'INVALID_INPUT', field: 'moduleId' });
    expect((await ask({ statuses: 4 })).json()).toMatchObject({ code: 'INVALID_INPUT', field: 'statuses' });
    expect((await ask({ clientId: house.clientB })).statusCode).toBe(404);
    expect((await ask({}, 'MISSING_TOKEN')).statusCode).toBe(401);
  });
});
