/** Refused rights stand in the client's log and the process's, whichever way was tried and whichever part of the product says no. */
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import { isoInstant } from '../../core/time.ts';
import { mountPages } from '../pages.ts';
import { now } from './clock.ts';
import { logger } from './log.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
let url: string;

beforeAll(async () => {
  house = await openTestHouse((app, { tokens, database, config }) => mountPages(app, tokens, database, config, null));
  url = await house.app.listen({ host: '127.0.0.1', port: 0 });
  const permissions = [
    { domain: 'account', actions: ['searchAccounts'] },
    { domain: 'account-task', actions: ['listOwnTasks'] },
    { domain: 'backoffice', actions: ['saveViews', 'useMessages'] },
  ];
  await house.inA((tx) =>
    tx.sql(
      `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, 'CLERK', 'WORK', $2, $3, $3)`,
      [tx.clientId, JSON.stringify(permissions), isoInstant(now())],
    ),
  );
});
afterAll(() => house.close());

/** @returns the code of the refusal. */
type Try = (token: string) => Promise<unknown>;

const operation =
  (service: string, document: string, variables: object = {}): Try =>
  async (token) =>
    (await house.raw(service, document, { c: house.clientA, ...variables }, token)).errors?.[0]?.extensions?.code;
const http =
  (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Try =>
  async (authorization) => {
    const answer = await house.app.inject({
      method,
      url: method === 'POST' ? path : `${path}?clientId=${house.clientA}&fileName=a.csv&importId=${uuidv7()}`,
      headers: { authorization, ...(method === 'PUT' ? { 'content-type': 'text/csv' } : {}) },
      ...(method === 'POST' ? { payload: { clientId: house.clientA, ...body } } : method === 'PUT' ? { payload: 'a' } : {}),
    });
    expect(answer.statusCode).toBe(403);
    return answer.json().code;
  };
const subscription =
  (document: string): Try =>
  (authorization) =>
    new Promise((resolve) => {
      const client = createClient({
        url: `${url.replace('http', 'ws')}/api/backoffice/socket`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization },
        retryAttempts: 0,
      });
      const refused = (errors: unknown) => {
        resolve((errors as { extensions?: { code?: string } }[])?.[0]?.extensions?.code);
        void client.dispose();
      };
      const query = { query: document, variables: { c: house.clientA } };
      client.subscribe(query, { next: ({ errors }) => errors && refused(errors), error: refused, complete: () => {} });
    });

const SHARE =
  'mutation ($c: ID!) { saveView(clientId: $c, view: { screen: "claims", search: "", name: "Loud", isShared: true }) { viewId } }';
const ROLE = `mutation ($c: ID!) { saveClientRole(clientId: $c, role: { name: "Mine", permissions: [{ domain: "account", actions: ["*"] }] }) { name } }`;
const HEAR = 'subscription ($c: ID!) { listenForMessages(clientId: $c, recipientRole: "ADMINISTRATOR") { messageType } }';
const SEARCH = 'query ($c: ID!) { searchAccounts(clientId: $c, queryText: "brandt", products: ["Gas"]) { totalResults } }';

describe('a right that is refused stands in the log once, with one line', () => {
  it.each<[what: string, operation: string, right: string, role: string, attempt: () => Try]>([
    ['by @can', 'backoffice.saveClientRole', 'backoffice/editRoles', 'CLERK', () => operation('backoffice', ROLE)],
    ['by @can, for a subscription', 'backoffice.listenForMessages', 'backoffice/useMessages', 'NOBODY', () => subscription(HEAR)],
    ['inside an operation', 'layout.saveView', 'backoffice/shareViews', 'CLERK', () => operation('layout', SHARE)],
    ['inside a query', 'account.searchAccounts', 'account/searchAllAccounts', 'CLERK', () => operation('account', SEARCH)],
    ['inside a subscription', 'backoffice.listenForMessages', 'hearOthers', 'CLERK', () => subscription(HEAR)],
    ['for a print', 'POST /api/finance/balance.pdf', 'operations/viewPayments', 'CLERK', () => http('POST', '/api/finance/balance.pdf')],
    ['for statements', 'PUT /api/finance/statements', 'operations/manageBank', 'CLERK', () => http('PUT', '/api/finance/statements')],
    ['for an import', 'PUT /api/import/upload', 'account/importPortfolio', 'CLERK', () => http('PUT', '/api/import/upload')],
    ['for rejected rows', 'GET /api/import/rejections', 'account/viewImports', 'CLERK', () => http('GET', '/api/import/rejections')],
    ['for a person’s file', 'POST /api/privacy/file', 'privacy/handleRequests', 'CLERK', () => http('POST', '/api/privacy/file')],
    ['for an exported list', 'POST /api/export/:list', 'account-task/listOwnTasks', 'NOBODY', () => http('POST', '/api/export/tasks')],
    [
      'inside an exported list',
      'POST /api/export/:list',
      'account-task/listTasks',
      'CLERK',
      () => http('POST', '/api/export/tasks', { format: 'csv' }),
    ],
  ])('%s', async (_, asked, right, role, attempt) => {
    const lines = vi.spyOn(logger, 'warn').mockImplementation(() => {});
    const userId = uuidv7();
    const token = await house.tokenFor(house.clientA, role, userId);
    for (let calls = 0; calls < 3; calls++) expect(await attempt()(token)).toBe('FORBIDDEN');
    await expect.poll(async () => (await refusedRights(userId)).length).toBe(1);
    expect(await refusedRights(userId)).toEqual([{ operation: asked, right, roles: [role] }]);
    const said = lines.mock.calls.filter(([, text]) => (text as unknown) === 'right refused').map(([what]) => what);
    lines.mockRestore();
    expect(said).toEqual([{ userId, clientId: house.clientA, operation: asked, right, roles: [role] }]);
  });
});

async function refusedRights(userId: Uuid): Promise<unknown[]> {
  const rows = await house.inA((tx) =>
    tx.sql<{ payload: unknown }>(`select payload from event where client_id = $1 and actor_id = $2 and message_type = 'rightRefused'`, [
      tx.clientId,
      userId,
    ]),
  );
  return rows.map(({ payload }) => payload);
}
