/** A house with a clock, a server that is sent webhooks, and short ways to make events. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventType } from '../../../core/events/catalogue.ts';
import { EVENTS } from '../../../core/events/events.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { now, useClock } from '../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';

export interface Received {
  /** The part of the address that says whose it is. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
  readonly data: { readonly accountId: Uuid | null; readonly payload: Record<string, unknown> };
}

/** A receiver: keeps what it was sent in the order of arrival, and answers as the test says. */
export interface Receiver {
  readonly base: string;
  readonly received: Received[];
  /** 200 at first. @returns a status, or a promise of one: the answer waits for it */
  answer: (what: Received) => number | Promise<number> | ((response: ServerResponse) => void);
  readonly of: (path: string) => Received[];
  readonly close: () => Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { data } = JSON.parse(body) as Pick<Received, 'data'>;
    const what = { path: request.url ?? '', headers: request.headers, body, id: String(request.headers['webhook-id']), data };
    received.push(what);
    const given = await receiver.answer(what);
    if (typeof given === 'function') given(response);
    else response.writeHead(given).end(given < 300 ? 'thanks' : 'no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: () => 200,
    of: (path) => received.filter((each) => each.path === path),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

export interface WebhookHouse extends TestHouse {
  readonly receiver: Receiver;
  /** Lets time go by. */
  readonly pass: (ms: number) => void;
  /** Appends an event of a kind, with its example or more of it. */
  readonly happens: (type: EventType, about?: { accountId?: Uuid | null }, payload?: object) => Promise<Uuid>;
  /** Runs everything that is due: what was appended is followed, and sent. */
  readonly work: () => Promise<void>;
  readonly api: <Data>(document: string, variables?: object) => Promise<Data>;
  /** @returns id and secret of a new endpoint. */
  readonly endpoint: (path: string, ...messageTypes: string[]) => Promise<{ endpointId: Uuid; secret: string }>;
}

/** @param clock false: time goes by as it does, for tests that run workers. */
export async function openWebhookHouse({ clock = true } = {}): Promise<WebhookHouse> {
  let time = now();
  const restore = clock ? useClock(() => time) : () => {};
  const house = await openTestHouse();
  const receiver = await openReceiver();
  const api: WebhookHouse['api'] = (document, variables = {}) =>
    house.call('webhook-subscription', document, { clientId: house.clientA, ...variables });
  return {
    ...house,
    receiver,
    pass: (ms) => {
      time = (time + ms) as Instant;
    },
    happens: (messageType, about = {}, payload = {}) =>
      house.inA(async (tx) => {
        const event = { messageType, ...about, payload: { ...EVENTS[messageType].example, ...payload } } as NewEvent;
        return (await appendEvents(tx, [event]))[0]!.messageId;
      }),
    work: () => drainJobs(house.database),
    api,
    endpoint: async (path, ...messageTypes) => {
      const { saveWebhookEndpoint } = await api<{
        saveWebhookEndpoint: { endpoint: { endpointId: Uuid }; secret: string };
      }>(SAVE, { endpoint: { url: receiver.base + path, messageTypes } });
      return { endpointId: saveWebhookEndpoint.endpoint.endpointId, secret: saveWebhookEndpoint.secret };
    },
    close: async () => {
      restore();
      await receiver.close();
      await house.close();
    },
  };
}

export const SAVE = `mutation ($clientId: ID!, $endpoint: WebhookEndpointInput!) {
  saveWebhookEndpoint(clientId: $clientId, endpoint: $endpoint) { endpoint { endpointId messageTypes revision state } secret } }`;
