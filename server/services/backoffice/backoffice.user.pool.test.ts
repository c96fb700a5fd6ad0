/** The user pool follows what the client has written, whatever stops in between. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { BUILT_IN_ROLES } from '../../../core/roles.ts';
import { followTouched } from '../../platform/follow.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { recordHealth } from '../../platform/outbox/circuit.ts';
import type { Database } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { startCognito } from '../identity/identity.cognito.testing.ts';
import { configureIdentity } from '../identity/identity.config.ts';
import { openSession, parseRefreshToken, rotateSession } from '../identity/identity.session.logic.ts';
import { putPoolUser } from '../identity/identity.users.logic.ts';
import { saveUser, setUserEnabled } from './backoffice.user.logic.ts';
import { syncPoolNow } from './backoffice.user.pool.ts';
import { person, usersOf } from './backoffice.user.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());
afterAll(() => house.close());

const { save, enable, regroup, poolOf } = usersOf(() => house);

describe('a crash between the client and the pool', () => {
  const author = () => ({ userId: house.userA, permissions: BUILT_IN_ROLES[0]!.permissions });

  it('after the commit: the job brings the pool to what is written', async () => {
    const user = await save(person('crash@test.example'));
    await drainJobs(house.database);
    const gone = () => Promise.reject(new Error('the pool does not answer'));
    const lost = { ...house.database, identity: { query: gone, connect: gone } } as unknown as Database;
    await house.inA((tx) => setUserEnabled(tx, user.id, false, author()));
    await syncPoolNow(lost, house.clientA, [user.id]);
    expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::true`]);
    for (let times = 0; times < 2; times++) {
      await drainJobs(house.database);
      expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::false`]);
    }
  });

  it('before the commit: whoever the pool knows already has no group, and the next try finds them', async () => {
    const lost = house.inA(async (tx) => {
      const { userId } = await putPoolUser(house.database, { email: 'again@test.example', name: 'Again' });
      await saveUser(tx, () => userId, person('again@test.example'), author());
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

/** With AWS Cognito as the pool. */
async function withCognito(work: (cognito: Awaited<ReturnType<typeof startCognito>>) => Promise<void>): Promise<void> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const cognito = await startCognito();
  configureIdentity(house.database, { ...house.config, cognito: cognito.settings });
  try {
    await work(cognito);
  } finally {
    configureIdentity(house.database, house.config);
    vi.unstubAllEnvs();
    await cognito.stop();
  }
}

it('asks the pool of AWS Cognito while no transaction is open', () =>
  withCognito(async (cognito) => {
    const asked: string[] = [];
    const held: string[] = [];
    // The pool answers only when this is done: a transaction of whoever asks stays open all the while, others' end.
    const open = async () =>
      (
        await house.database.owner.query(
          `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
        )
      ).rowCount;
    cognito.pool.meanwhile = async (operation) => {
      asked.push(operation);
      await expect
        .poll(open, { timeout: 2_000 })
        .toBe(0)
        .catch(() => held.push(operation));
    };
    const user = await save(person('apart@test.example'));
    await enable(user.id, false);
    const file = 'email,name,familyName,role\nnew@test.example,Jonas,Berg,AGENT\nnewer@test.example,Mira,Oduya,AGENT';
    const { data } = await house.raw(
      'backoffice',
      'mutation ($clientId: ID!, $csv: String!) { importUsers(clientId: $clientId, csv: $csv) { created rejected { reason } } }',
      { clientId: house.clientA, csv: file },
    );
    expect(data?.importUsers).toEqual({ created: 2, rejected: [] });
    expect(asked).toContain('AdminCreateUser');
    expect(held).toEqual([]);
  }));

describe('somebody who is kept out', () => {
  const NOW = { timeout: 2_000 };
  const status = async (token: string) => (await house.raw('backoffice', 'query { getClientList { clientId } }', {}, token)).status;

  /** Somebody's token, and what goes on in their session. */
  async function signedIn(userId: Uuid) {
    const { token, refreshToken } = await openSession(house.database, house.tokens, userId);
    return { token, session: () => rotateSession(house.database, house.tokens, parseRefreshToken(refreshToken)!) };
  }

  it('is out at once, though no worker runs', async () => {
    const user = await save(person('worker@test.example'));
    for (const act of [() => enable(user.id, false), () => regroup(user.id, [{ roleId: 'READ_ONLY' }]), () => regroup(user.id, [])]) {
      const { session, token } = await signedIn(user.id);
      expect(await status(token)).toBe(200);
      await act();
      await expect.poll(() => status(token), NOW).toBe(401);
      await expect(session()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await enable(user.id, true).catch(() => regroup(user.id, [{ roleId: 'AGENT' }]));
    }
  });

  it('is out at once, though the pool of AWS Cognito does not answer, and the pool follows when it does', async () => {
    await drainJobs(house.database);
    await withCognito(async (cognito) => {
      const user = await save(person('cognito@test.example'));
      const { session, token } = await signedIn(user.id);
      cognito.fail('AdminListGroupsForUser', 'InternalErrorException', 500);
      cognito.fail('AdminUpdateUserAttributes', 'InternalErrorException', 500);
      // Another name takes nothing away: it waits for the pool without sending anybody out.
      await save({ id: user.id, familyName: 'Bakker' });
      expect(await status(token)).toBe(200);
      expect((await enable(user.id, false)).isEnabled).toBe(false);
      await expect.poll(() => status(token), NOW).toBe(401);
      await expect(session()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      cognito.mend();
      expect([...cognito.users.get(user.email)!.groups]).toHaveLength(1);
      await drainJobs(house.database);
      expect([...cognito.users.get(user.email)!.groups]).toEqual([]);
      expect((await poolOf(user.id))?.groups).toEqual([`${house.clientA}:AGENT::false`]);
    });
  });
});

describe('a pool that is away', () => {
  const healthOf = async () =>
    (
      await house.call<{ getUserPoolHealth: object }>(
        'backoffice',
        'query ($clientId: ID!) { getUserPoolHealth(clientId: $clientId) { waiting pausedAt errorKey } }',
        { clientId: house.clientA },
      )
    ).getUserPoolHealth;
  /** What a drain of the pool's rows learned. */
  const learn = (failures: number) =>
    house.inA((tx) =>
      recordHealth(tx, 'poolUser', { failures, reason: 'silent', words: words('serverSlow'), providerName: 'userPool' }, 1_000),
    );
  const told = async () => {
    await followTouched(house.database);
    const { getNotifications } = await house.call<{ getNotifications: { notifications: { type: string }[] } }>(
      'notifications',
      'query ($clientId: ID!, $recipientId: ID!) { getNotifications(clientId: $clientId, recipientId: $recipientId) { notifications { type metadata { providerName errorKey } } } }',
      { clientId: house.clientA, recipientId: house.userA },
    );
    return getNotifications.notifications.filter(({ type }) => type.startsWith('SYSTEM_'));
  };

  it('is on the screen of users until it is back, and whoever may change the settings is told of both', async () => {
    await learn(3);
    expect(await healthOf()).toEqual({ waiting: 0, pausedAt: expect.any(String), errorKey: 'serverSlow' });
    await learn(4);
    const paused = { type: 'SYSTEM_DELIVERY_PAUSED', metadata: { providerName: 'userPool', errorKey: 'serverSlow' } };
    expect(await told()).toEqual([paused]);
    await learn(0);
    expect(await healthOf()).toEqual({ waiting: 0, pausedAt: null, errorKey: null });
    expect(await told()).toEqual([{ type: 'SYSTEM_DELIVERY_RESUMED', metadata: { providerName: 'userPool', errorKey: null } }, paused]);
  });
});
