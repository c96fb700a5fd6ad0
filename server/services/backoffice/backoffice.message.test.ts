/** Messages over real sockets: who hears what, through two processes on one database. */
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { uuidv7 } from '../../../core/id.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createServer, type Web } from '../../server.ts';

let house: TestHouse;
/** A second process's server on the same database. */
let other: { web: Web; url: string; close: () => Promise<void> };
const clients: Client[] = [];
const colleague = uuidv7();

const address = (web: { server: TestHouse['app']['server'] }, service: string) =>
  `ws://127.0.0.1:${(web.server.address() as AddressInfo).port}/api/${service}/socket`;

beforeAll(async () => {
  house = await openTestHouse();
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  const database = openDatabase(house.database.addresses, { poolSize: 3 });
  const web = await createServer(database, house.config);
  await web.app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await web.close();
    await database.close();
  };
  other = { web, url: address(web.app, 'backoffice'), close };
  await house.inA((tx) =>
    tx.sql(
      `insert into client_user (client_id, user_id, email, name, role) values ($1, $2, 'colleague@test.example', 'Colleague', 'AGENT')`,
      [tx.clientId, colleague],
    ),
  );
});
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await other.close();
  await house.close();
});

interface Heard {
  messageType: string;
  senderId: string;
  senderRole: string | null;
  displayName: string;
  payload: unknown;
}

async function listen(token: string, variables: object, url = address(house.app, 'backoffice')) {
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { authorization: token }, retryAttempts: 0 });
  clients.push(client);
  const heard: Heard[] = [];
  const errors: unknown[] = [];
  client.subscribe<{ listenForMessages: Heard }>(
    {
      query: `subscription ($clientId: ID!, $recipientId: ID, $recipientRole: String, $senderRole: String) {
        listenForMessages(clientId: $clientId, recipientId: $recipientId, recipientRole: $recipientRole, senderRole: $senderRole) { messageType senderId senderRole displayName payload } }`,
      variables: { clientId: house.clientA, ...variables },
    },
    {
      next: ({ data, errors: refused }) => {
        if (data && data.listenForMessages.messageType !== 'PROBE') heard.push(data.listenForMessages);
        if (data?.listenForMessages.messageType === 'PROBE') stood = true;
        if (refused) errors.push(...refused);
      },
      error: (error) => void errors.push(...(Array.isArray(error) ? error : [error])),
      complete: () => {},
    },
  );
  let stood = false;
  /** A subscription stands a moment after it was asked for: a probe to everybody is repeated until it is heard. */
  const stands = async () => {
    for (let tries = 0; !stood && tries < 100; tries++) {
      await send({ messageType: 'PROBE' });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return heard;
  };
  return { heard, errors, stands };
}

const send = async (message: object, token?: string) =>
  house.raw(
    'backoffice',
    'mutation ($message: MessageInput!) { sendMessage(message: $message) }',
    { message: { clientId: house.clientA, ...message } },
    token,
  );
const types = (heard: Heard[]) => heard.map((message) => message.messageType);
const until = (done: () => boolean) => expect.poll(done, { interval: 20 }).toBe(true);

describe('messages', () => {
  it('reach whom they are for, in both processes, and nobody else', async () => {
    const admin = await house.tokenFor(house.clientA);
    const agent = await house.tokenFor(house.clientA, 'AGENT', colleague);
    const me = await listen(admin, {});
    const they = await listen(agent, { recipientId: colleague }, other.url);
    const fromAgents = await listen(admin, { senderRole: 'AGENT' }, other.url);
    await me.stands();
    await they.stands();
    await send({ messageType: 'HELLO_ALL' });
    await send({ messageType: 'TO_COLLEAGUE', recipientId: colleague });
    await send({ messageType: 'TO_AGENTS', recipientRole: 'AGENT' });
    await send({ messageType: 'TO_ADMINISTRATORS', recipientRole: 'ADMINISTRATOR' }, agent);
    await send({ messageType: 'TO_ADMIN', recipientId: house.userA, payload: { a: 1 } }, agent);
    await send({ messageType: 'LAST' });
    await until(() => types(they.heard).includes('LAST') && types(me.heard).includes('LAST') && fromAgents.heard.length >= 2);
    expect(types(they.heard)).toEqual(['HELLO_ALL', 'TO_COLLEAGUE', 'TO_AGENTS', 'LAST']);
    expect(types(me.heard)).toEqual(['HELLO_ALL', 'TO_ADMINISTRATORS', 'TO_ADMIN', 'LAST']);
    expect(types(fromAgents.heard)).toEqual(['TO_ADMINISTRATORS', 'TO_ADMIN']);
    expect(me.heard[2]).toMatchObject({ senderId: colleague, senderRole: 'AGENT', displayName: 'Test', payload: { a: 1 } });
  });

  it('are not heard for somebody else, nor across clients', async () => {
    const agent = await house.tokenFor(house.clientA, 'AGENT', colleague);
    for (const variables of [{ recipientId: house.userA }, { recipientRole: 'ADMINISTRATOR' }]) {
      const refused = await listen(agent, variables);
      await until(() => refused.errors.length > 0);
      expect(refused.errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    }
    const foreign = await listen(await house.tokenFor(house.clientB), {});
    await until(() => foreign.errors.length > 0);
    expect(foreign.errors[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
    const neighbour = await listen(await house.tokenFor(house.clientB), { clientId: house.clientB });
    const own = await listen(await house.tokenFor(house.clientA), {});
    await own.stands();
    await send({ messageType: 'OURS' });
    await until(() => own.heard.length > 0);
    expect(neighbour.heard).toEqual([]);
  });

  it('are refused when they are no messages', async () => {
    const code = async (message: object) => (await send(message)).errors?.[0]?.extensions;
    expect(await code({ messageType: 'lower' })).toMatchObject({ code: 'INVALID_INPUT', field: 'message.messageType' });
    expect(await code({ messageType: 'OK', recipientId: 'me' })).toMatchObject({ code: 'INVALID_INPUT', field: 'message.recipientId' });
    expect(await code({ messageType: 'OK', payload: 'x'.repeat(8_000) })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'message.payload',
    });
  });

  it('note who is online while they listen', async () => {
    const seen = async () => {
      const [row] = await house.inA((tx) =>
        tx.sql<{ last_online: Date | null }>('select last_online from client_user where client_id = $1 and user_id = $2', [
          tx.clientId,
          house.userA,
        ]),
      );
      return row?.last_online ?? null;
    };
    await house.inA((tx) => tx.sql('update client_user set last_online = null where client_id = $1', [tx.clientId]));
    await (await listen(await house.tokenFor(house.clientA), {})).stands();
    await expect.poll(seen).not.toBeNull();
    const first = await seen();
    // A second tab within the minute writes nothing.
    await (await listen(await house.tokenFor(house.clientA), {}, other.url)).stands();
    expect(await seen()).toEqual(first);
  });
});
