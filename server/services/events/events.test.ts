import type { AddressInfo } from 'node:net';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { type AnyEvent, appendAnyEvents } from '../../platform/events.ts';
import { inClient, openDatabase } from '../../platform/tenancy.ts';
import { at, openTestHouse, type TestHouse } from '../../platform/testing.ts';

let house: TestHouse;
let url: string;
const [accountId, otherAccountId] = [uuidv7(), uuidv7()];
const clients: Client[] = [];

beforeAll(async () => {
  house = await openTestHouse();
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(house.app.server.address() as AddressInfo).port}/api/events/socket`;
  await house.inA(async (tx) => {
    for (const id of [accountId, otherAccountId])
      await tx.sql(
        `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2::uuid, $2::uuid::text, 'EUR', '2026-01-01Z', '2026-01-01Z')`,
        [tx.clientId, id],
      );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, created_at, updated_at) select $1, ref, $2, 'EUR', 1, 1, '2026-01-01Z', '2026-01-01Z' from unnest($3::text[]) ref`,
      [tx.clientId, accountId, ['C-1', 'C-2']],
    );
    const event = (index: number): AnyEvent => ({
      messageType: ['claimImported', 'paymentSettled', 'noteAdded'][index % 3]!,
      accountId,
      externalClaimRef: index % 3 === 2 ? null : index % 2 ? 'C-1' : 'C-2',
      emitTime: at(`2026-10-${String(1 + Math.floor(index / 6)).padStart(2, '0')}T10:00:00Z`), // several at one moment
      payload: { index, partnerId: index === 7 ? 'P-7' : null, ...(index === 10 ? { changes: [{ to: 'Hundert % Zufall' }] } : {}) },
      ...(index === 5 ? { actor: { type: 'strategy', id: 'S' } } : {}),
    });
    await appendAnyEvents(
      tx,
      Array.from({ length: 60 }, (_, index) => event(index)),
    );
    await appendAnyEvents(tx, [{ messageType: 'noteAdded', accountId: otherAccountId }]);
  });
});
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await house.close();
});

interface Page {
  events: {
    attributes: {
      messageId: string;
      messageType: string;
      emitTime: string;
      category: string;
      externalClaimRef: string | null;
      userId: string | null;
    };
    payload: { index: number };
  }[];
  searchAfter: string | null;
}
const diary = async (variables: object): Promise<Page> =>
  (
    await house.call<{ getAllDiaryEvents: Page }>(
      'events',
      `query ($clientId: ID!, $accountId: ID!, $order: EventOrder, $from: Int, $size: Int, $filters: EventFilters, $messageTypes: [String!], $userIds: [ID!], $partnerIds: [ID!], $createdAtRange: DateTimeRange, $searchAfter: String) {
        getAllDiaryEvents(clientId: $clientId, accountId: $accountId, order: $order, from: $from, size: $size, filters: $filters, messageTypes: $messageTypes, userIds: $userIds, partnerIds: $partnerIds, createdAtRange: $createdAtRange, searchAfter: $searchAfter) {
          searchAfter events { attributes { messageId messageType emitTime category externalClaimRef userId } payload } } }`,
      { clientId: house.clientA, accountId, ...variables },
    )
  ).getAllDiaryEvents;
const indexes = (page: Page) => page.events.map((event) => event.payload.index);

describe('the timeline', () => {
  it('is filtered by words of the payload however deep, by people and by days, inside the filters too', async () => {
    const indexes = async (filters: object) => (await diary({ filters })).events.map((event) => event.payload.index);
    expect(await indexes({ text: 'hundert % z' })).toEqual([10]);
    expect(await indexes({ text: 'Hundert _ Z' })).toEqual([]);
    // A field's name is nobody's word.
    expect(await indexes({ text: 'partnerId' })).toEqual([]);
    expect(await indexes({ text: 'P-7' })).toEqual([7]);
    expect(await indexes({ userIds: [uuidv7()] })).toEqual([]);
    expect(await indexes({ createdAtRange: { from: '2026-10-10T00:00:00Z', to: '2026-10-11T00:00:00Z' } })).toHaveLength(6);
  });

  it('pages by searchAfter and by from and size: every event once, in order, though many share a moment', async () => {
    for (const order of ['desc', 'asc']) {
      const seen: Page['events'] = [];
      for (let searchAfter: string | null = null, page = 0; page === 0 || searchAfter; page++) {
        const next: Page = await diary({ order, size: 7, searchAfter });
        seen.push(...next.events);
        searchAfter = next.searchAfter;
      }
      expect(new Set(seen.map((event) => event.attributes.messageId)).size).toBe(60);
      const times = seen.map((event) => event.attributes.emitTime);
      expect(times).toEqual(order === 'asc' ? [...times].sort() : [...times].sort().reverse());
      const offset = [...indexes(await diary({ order, from: 0, size: 30 })), ...indexes(await diary({ order, from: 30, size: 30 }))];
      expect(offset).toEqual(seen.map((event) => event.payload.index));
    }
  });

  it('filters by type, category, claim, person, partner and time', async () => {
    expect((await diary({ messageTypes: ['paymentSettled'], size: 200 })).events).toHaveLength(20);
    const money = await diary({ filters: { categories: ['money'] }, size: 200 });
    expect(new Set(money.events.map((event) => event.attributes.category))).toEqual(new Set(['money']));
    expect((await diary({ filters: { externalClaimRefs: ['C-1'] }, size: 200 })).events).toHaveLength(20);
    expect(indexes(await diary({ filters: { actorTypes: ['strategy'] } }))).toEqual([5]);
    expect((await diary({ userIds: [house.userA], size: 200 })).events).toHaveLength(59);
    expect(indexes(await diary({ partnerIds: ['P-7'] }))).toEqual([7]);
    const range = await diary({ createdAtRange: { from: '2026-10-02T00:00:00Z', to: '2026-10-03T00:00:00Z' } });
    expect(indexes(range).sort((a, b) => a - b)).toEqual([6, 7, 8, 9, 10, 11]);
  });

  it('says which argument is wrong', async () => {
    const refused = async (variables: object) => {
      const answer = await house.raw(
        'events',
        `query ($clientId: ID!, $accountId: ID!, $size: Int, $filters: EventFilters, $searchAfter: String) { getAllDiaryEvents(clientId: $clientId, accountId: $accountId, size: $size, filters: $filters, searchAfter: $searchAfter) { searchAfter } }`,
        { clientId: house.clientA, accountId, ...variables },
      );
      return answer.errors?.[0]?.extensions;
    };
    expect(await refused({ size: 201 })).toMatchObject({ code: 'INVALID_INPUT', field: 'size' });
    expect(await refused({ filters: { categories: ['toString'] } })).toMatchObject({ code: 'INVALID_INPUT', field: 'filters.categories' });
    expect(await refused({ searchAfter: 'nonsense' })).toMatchObject({ code: 'INVALID_INPUT', field: 'searchAfter' });
  });

  it('of a claim holds its own events, and the account types asked for', async () => {
    const events = async (variables: object) =>
      (
        await house.call<{ getAllClaimEvents: Page }>(
          'events',
          `query ($clientId: ID!, $externalClaimRef: String, $accountId: ID, $accountMessageFilters: [String!], $rawMessageFilters: [String!]) { getAllClaimEvents(clientId: $clientId, externalClaimRef: $externalClaimRef, accountId: $accountId, size: 200, accountMessageFilters: $accountMessageFilters, rawMessageFilters: $rawMessageFilters) { searchAfter events { attributes { externalClaimRef messageType } payload } } }`,
          { clientId: house.clientA, ...variables },
        )
      ).getAllClaimEvents.events;
    const own = await events({ externalClaimRef: 'C-1' });
    expect(own).toHaveLength(20);
    expect(own.every((event) => event.attributes.externalClaimRef === 'C-1')).toBe(true);
    expect(await events({ externalClaimRef: 'C-1', accountMessageFilters: ['noteAdded'] })).toHaveLength(40);
    expect(await events({ externalClaimRef: 'C-1', accountMessageFilters: ['noteAdded'], rawMessageFilters: ['noteAdded'] })).toHaveLength(
      20,
    );
    expect(await events({ accountId })).toHaveLength(40);
    expect(await events({ externalClaimRef: 'C-1', accountId: otherAccountId })).toEqual([]);
  });
});

interface Heard {
  event: {
    attributes: {
      clientId: string;
      messageId: string;
      prevMessageId: string | null;
      messageType: string;
      accountId: string;
      userId: string | null;
    };
    payload: unknown;
  } | null;
  readAgain: boolean;
}

/** Subscribes over a real socket; `heard` fills, `until` waits for a number of notices. */
async function listen(token: string, variables: object) {
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { authorization: token }, retryAttempts: 0 });
  clients.push(client);
  const heard: Heard[] = [];
  const errors: unknown[] = [];
  let wake = () => {};
  client.subscribe<{ listenForEvents: Heard }>(
    {
      query: `subscription ($clientId: ID!, $userId: ID, $messageType: String, $messageVersion: Int, $accountId: ID) { listenForEvents(clientId: $clientId, userId: $userId, messageType: $messageType, messageVersion: $messageVersion, accountId: $accountId) { readAgain event { attributes { clientId messageId prevMessageId messageType accountId userId } payload } } }`,
      variables: variables as Record<string, unknown>,
    },
    {
      next: ({ data, errors: refused }) => {
        if (data) heard.push(data.listenForEvents);
        if (refused) errors.push(...refused);
        wake();
      },
      error: (error) => {
        errors.push(...(Array.isArray(error) ? error : [error]));
        wake();
      },
      complete: () => wake(),
    },
  );
  const until = async (done: () => boolean) => {
    while (!done()) await new Promise<void>((resolve) => (wake = resolve));
  };
  /** A subscription stands a moment after it was asked for: repeats a probe until it is heard. */
  const stands = async (probe: () => Promise<unknown>) => {
    while (heard.length === 0) {
      await probe();
      await Promise.race([until(() => heard.length > 0), new Promise((resolve) => setTimeout(resolve, 100))]);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    heard.length = 0;
  };
  return { heard, errors, until, stands };
}

/** @returns the id of the account's event before this one. */
async function eventBefore(messageId: string): Promise<string> {
  const rows = await house.inA((tx) =>
    tx.sql<{ message_id: string }>('select message_id from event where client_id = $1 and account_id = $2 order by emit_time, message_id', [
      tx.clientId,
      accountId,
    ]),
  );
  return rows[rows.findIndex((row) => row.message_id === messageId) - 1]!.message_id;
}

const append = (event: AnyEvent) => house.inA((tx) => appendAnyEvents(tx, [event]));

describe('live events', () => {
  it('arrive over the socket, from this process and from another one, and only those asked for', async () => {
    const token = await house.tokenFor(house.clientA);
    const ofAccount = await listen(token, { clientId: house.clientA, accountId });
    const settled = await listen(token, { clientId: house.clientA, messageType: 'paymentSettled.v2' });
    await ofAccount.stands(() => append({ messageType: 'noteAdded', accountId }));
    await settled.stands(() => append({ messageType: 'paymentSettled', messageVersion: 2, accountId: otherAccountId }));

    await append({ messageType: 'noteAdded', accountId: otherAccountId });
    await append({ messageType: 'paymentSettled', accountId: otherAccountId });
    const elsewhere = openDatabase(house.database.addresses, { poolSize: 2 });
    await inClient(elsewhere, house.clientA, (tx) =>
      appendAnyEvents(tx, [{ messageType: 'paymentSettled', messageVersion: 2, accountId }]),
    );
    await elsewhere.close();
    await append({ messageType: 'taskCreated', accountId });

    await settled.until(() => settled.heard.length >= 1);
    expect(settled.heard.map((each) => each.event?.attributes.messageType)).toEqual(['paymentSettled']);
    await ofAccount.until(() => ofAccount.heard.length >= 1);
    await ofAccount.until(() => ofAccount.heard.some((each) => each.event?.attributes.messageType === 'taskCreated'));
    expect(ofAccount.heard.every((each) => each.event?.attributes.accountId === accountId)).toBe(true);
    const last = ofAccount.heard.at(-1)?.event?.attributes;
    expect(last).toMatchObject({ clientId: house.clientA, prevMessageId: await eventBefore(last!.messageId) });
  });

  it('never cross to another client, nor to a role without the right', async () => {
    const foreign = await listen(await house.tokenFor(house.clientB), { clientId: house.clientA });
    await foreign.until(() => foreign.errors.length > 0);
    expect(foreign.errors[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
    const powerless = await listen(await house.tokenFor(house.clientA, 'NOBODY'), { clientId: house.clientA });
    await powerless.until(() => powerless.errors.length > 0);
    expect(powerless.errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });

    const neighbour = await listen(await house.tokenFor(house.clientB), { clientId: house.clientB });
    await neighbour.stands(() => house.inB((tx) => appendAnyEvents(tx, [{ messageType: 'noteAdded' }])));
    await append({ messageType: 'noteAdded', accountId });
    await house.inB((tx) => appendAnyEvents(tx, [{ messageType: 'importFinished' }]));
    await neighbour.until(() => neighbour.heard.some((each) => each.event?.attributes.messageType === 'importFinished'));
    expect(neighbour.heard).toHaveLength(1);
  });

  it('somebody who may not see accounts hears what concerns them, and nothing of others', async () => {
    const userId = uuidv7();
    const groups = [{ clientId: house.clientA, role: 'PARTNER_USER', partnerId: 'north' }];
    const { token } = await house.tokens.sign({ userId, email: 'partner@test.example', name: 'Partner', groups });
    const partner = await listen(token, { clientId: house.clientA });
    const probe = { messageType: 'userSaved', payload: { userId, probe: true } };
    await partner.stands(() => append(probe));
    const other = uuidv7();
    for (const event of [
      { messageType: 'noteAdded', accountId, payload: { text: 'Secret' } },
      { messageType: 'taskCreated', accountId, payload: { recipientId: userId } },
      { messageType: 'userSaved', payload: { userId: other } },
      { messageType: 'notificationCreated', payload: { recipientId: other } },
      { messageType: 'notificationCreated', payload: { recipientId: userId } },
      { messageType: 'roleSaved', payload: { role: 'AGENT' } },
      { messageType: 'roleSaved', payload: { role: 'PARTNER_USER' } },
      { messageType: 'importFinished', payload: {} },
      { messageType: 'clientConfigurationChanged', payload: { changes: [{ field: 'name' }] } },
      { messageType: 'userGroupsChanged', payload: { userId } },
    ])
      await append(event);
    await partner.until(() => partner.heard.at(-1)?.event?.attributes.messageType === 'userGroupsChanged');
    const heard = partner.heard.filter(({ event }) => !(event?.payload as { probe?: boolean } | undefined)?.probe);
    expect(heard.map(({ event }) => [event?.attributes.messageType, event?.payload])).toEqual([
      ['notificationCreated', { recipientId: userId }],
      ['roleSaved', { role: 'PARTNER_USER' }],
      ['clientConfigurationChanged', {}],
      ['userGroupsChanged', { userId }],
    ]);
  });

  it('a partner’s people hear of the accounts that are with their partner, as long as they are', async () => {
    const partnerId = uuidv7();
    await house.inA((tx) =>
      tx.sql(
        `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, outsource_method, created_at, updated_at)
         values ($1, $2, $3, $4, 'C-1', 'EUR', 1, 'manual', now(), now())`,
        [tx.clientId, uuidv7(), partnerId, accountId],
      ),
    );
    const partner = await listen(await house.tokenFor(house.clientA, 'DCA_AGENT', uuidv7(), partnerId), { clientId: house.clientA });
    await partner.stands(() => append({ messageType: 'noteAdded', accountId }));
    const begun = partner.heard.length;
    await append({ messageType: 'noteAdded', accountId: otherAccountId });
    await append({ messageType: 'taskCreated', accountId });
    await partner.until(() => partner.heard.at(-1)?.event?.attributes.messageType === 'taskCreated');
    await house.inA((tx) => tx.sql('update claim_assignment set ended_at = now() where client_id = $1', [tx.clientId]));
    await append({ messageType: 'taskStarted', accountId });
    await append({ messageType: 'clientConfigurationChanged' });
    await partner.until(() => partner.heard.at(-1)?.event?.attributes.messageType === 'clientConfigurationChanged');
    const heard = partner.heard.slice(begun).filter(({ event }) => event?.attributes.messageType !== 'noteAdded');
    expect(partner.heard.every(({ event }) => event?.attributes.accountId !== otherAccountId)).toBe(true);
    expect(heard.map(({ event }) => event?.attributes.messageType)).toEqual(['taskCreated', 'clientConfigurationChanged']);
  });

  it('what of the configuration changed is told to who may see such changes; that it did, to everybody', async () => {
    const [agent, admin] = await Promise.all(
      (['AGENT', 'ADMINISTRATOR'] as const).map(async (role) =>
        listen(await house.tokenFor(house.clientA, role, uuidv7()), { clientId: house.clientA }),
      ),
    );
    for (const live of [agent!, admin!]) await live.stands(() => append({ messageType: 'noteAdded', accountId }));
    const payload = { changes: [{ field: 'currency' }] };
    await append({ messageType: 'clientConfigurationChanged', payload });
    const told = (live: typeof agent) =>
      live!.heard.find(({ event }) => event?.attributes.messageType === 'clientConfigurationChanged')?.event?.payload;
    for (const live of [agent!, admin!]) await live.until(() => told(live) !== undefined);
    expect([told(agent), told(admin)]).toEqual([{}, payload]);
  });

  it('a right that is taken away is gone for sockets that stand', async () => {
    const save = (action: string) =>
      house.call(
        'backoffice',
        'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }',
        {
          clientId: house.clientA,
          role: {
            name: 'LISTENER',
            roleType: 'WORK',
            permissions: [
              { domain: 'account', actions: [action] },
              { domain: 'backoffice', actions: ['viewClient'] },
            ],
          },
        },
      );
    await save('viewAccount');
    const live = await listen(await house.tokenFor(house.clientA, 'LISTENER', uuidv7()), { clientId: house.clientA });
    await live.stands(() => append({ messageType: 'noteAdded', accountId }));
    await save('viewClaim');
    await append({ messageType: 'paymentSettled', accountId });
    await append({ messageType: 'clientConfigurationChanged' });
    const types = () => live.heard.map(({ event }) => event?.attributes.messageType);
    await live.until(() => types().includes('clientConfigurationChanged'));
    expect(types()).not.toContain('paymentSettled');
  });

  it('many at once are told as "read again"', async () => {
    const live = await listen(await house.tokenFor(house.clientA), { clientId: house.clientA, accountId });
    await live.stands(() => append({ messageType: 'noteAdded', accountId }));
    await house.inA((tx) =>
      appendAnyEvents(
        tx,
        Array.from({ length: 50 }, () => ({ messageType: 'claimChanged', accountId, emitTime: now() })),
      ),
    );
    await live.until(() => live.heard.length > 0);
    expect(live.heard).toEqual([{ event: null, readAgain: true }]);
  });

  it('refuse a socket without a good token', async () => {
    const nobody = await listen('nonsense', { clientId: house.clientA });
    await nobody.until(() => nobody.errors.length > 0);
    expect(nobody.errors[0]).toMatchObject({ code: 4403 });
    expect(nobody.heard).toEqual([]);
  });
});
