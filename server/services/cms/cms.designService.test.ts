/** The outside service of mail designs, against a server on this machine that speaks its protocol, failures included. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';

const LIST = 'query ($clientId: ID!) { listServiceDesigns(clientId: $clientId) { id name displayMode } }';
const READ = 'query ($clientId: ID!, $designId: ID!) { getServiceDesign(clientId: $clientId, designId: $designId) { id name html } }';

/** What the service was asked: method, path, and what came with it. */
const asked: { what: string; authorization: string | undefined; body: unknown }[] = [];
let answer: (path: string) => { status: number; body: string };
const told = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });

const service = createServer(async (request, reply) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  asked.push({
    what: `${request.method} ${request.url}`,
    authorization: request.headers.authorization,
    body: body === '' ? null : JSON.parse(body),
  });
  const { status, body: said } = answer(request.url ?? '');
  reply.writeHead(status, { 'content-type': 'application/json' }).end(said);
});

let house: DeliveryHouse;
beforeAll(async () => {
  house = await openDeliveryHouse();
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  service.close();
  await house.close();
});

const own = () => ({ clientId: house.clientA });

it('has no designs where no service is set up', async () => {
  expect(await house.call('cms', LIST, own())).toEqual({ listServiceDesigns: null });
  expect(await house.call('cms', READ, { ...own(), designId: '7' })).toEqual({ getServiceDesign: null });
});

it('offers its designs of e-mails but the empty one, and gives the page of each', async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.0/8');
  vi.stubEnv('DESIGN_SERVICE_URL', `http://127.0.0.1:${(service.address() as AddressInfo).port}/v2/`);
  vi.stubEnv('DESIGN_SERVICE_KEY', 'a-key');
  const many = Array.from({ length: 100 }, (_, at) => ({ id: at + 1, name: `Design ${String(at + 1).padStart(3, '0')}` }));
  answer = (path) => {
    if (path.includes('page=1&')) return told({ success: true, data: many });
    if (path.startsWith('/v2/templates?'))
      return told({
        data: [
          { id: 17473, name: 'Blank', displayMode: 'email' },
          { id: 900, name: 'A page', displayMode: 'web' },
          { id: 'x-1', name: 'Autumn', displayMode: 'email' },
        ],
      });
    if (path === '/v2/templates/x-1') return told({ data: { id: 'x-1', name: 'Autumn', displayMode: 'email', design: { body: 1 } } });
    return told({ data: { html: '<html><body>Hello</body></html>', chunks: {} } });
  };
  const { listServiceDesigns: designs } = await house.call<{ listServiceDesigns: { id: string; name: string }[] }>('cms', LIST, own());
  expect(designs.map(({ id }) => id)).toEqual(['x-1', ...many.map(({ id }) => String(id))]);
  asked.length = 0;
  expect(await house.call('cms', READ, { ...own(), designId: 'x-1' })).toEqual({
    getServiceDesign: { id: 'x-1', name: 'Autumn', html: '<html><body>Hello</body></html>' },
  });
  const authorization = `Basic ${Buffer.from('a-key:').toString('base64')}`;
  expect(asked).toEqual([
    { what: 'GET /v2/templates/x-1', authorization, body: null },
    { what: 'POST /v2/export/html', authorization, body: { displayMode: 'email', design: { body: 1 } } },
  ]);
});

it.each([
  ['no JSON', { status: 200, body: '<html>Bad gateway</html>' }, ['UNAVAILABLE', 'Incorrect server response']],
  ['JSON of another form', { status: 200, body: '{"designs":[]}' }, ['UNAVAILABLE', 'Incorrect server response']],
  ['that the key is wrong', { status: 401, body: '{}' }, ['UNAVAILABLE', 'The design service doesn’t accept this installation’s key']],
  ['an error', { status: 500, body: '' }, ['UNAVAILABLE', 'The design service answered with an error (HTTP 500)']],
  ['that it has none of that name', { status: 404, body: '{}' }, ['NOT_FOUND', 'Design not found']],
])('says what is wrong when the service answers %s', async (_, given, expected) => {
  answer = () => given;
  const { errors } = await house.raw('cms', READ, { ...own(), designId: '5' });
  expect([errors?.[0]?.extensions?.code, errors?.[0]?.message]).toEqual(expected);
});

it('gives out neither the empty design nor where the service is', async () => {
  asked.length = 0;
  const { errors: empty } = await house.raw('cms', READ, { ...own(), designId: '17473' });
  expect([empty?.[0]?.extensions?.code, asked]).toEqual(['NOT_FOUND', []]);
  service.close();
  service.closeAllConnections();
  const { errors: away } = await house.raw('cms', LIST, own());
  expect(away?.[0]?.extensions?.code).toBe('UNAVAILABLE');
  expect(away?.[0]?.message).not.toContain('127.0.0.1');
});
