/**
 * A provider of messages in a process of its own, for the kill tests: it loses some answers, and delivers some messages before a 503.
 * node strategy.kill.provider.ts PER_CENT_LOST PER_CENT_503 LATENCY_MS; prints its port. GET /delivered answers {reference: times}.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [lost = 2, unavailable = 2, latency = 20] = process.argv.slice(2).map(Number);
const delivered = new Map<string, number>();

async function bodyOf(request: IncomingMessage): Promise<{ reference: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as { reference: string };
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const server = createServer(async (request, response) => {
  const [, deliveryClass, place, name] = (request.url ?? '').split('/');
  if (deliveryClass === 'delivered') return answer(response, 200, Object.fromEntries(delivered));
  if (request.method === 'GET' && place === 'messages' && name) {
    const known = delivered.has(decodeURIComponent(name));
    return answer(response, known && deliveryClass === 'askable' ? 200 : 404, { id: name });
  }
  const { reference } = await bodyOf(request);
  await new Promise((resolve) => setTimeout(resolve, latency * (0.5 + Math.random())));
  // Only the idempotent kind looks at the key; the others deliver whatever they are given.
  if (deliveryClass !== 'idempotent' || !delivered.has(reference)) delivered.set(reference, (delivered.get(reference) ?? 0) + 1);
  const luck = Math.random() * 100;
  if (luck < lost) return void request.socket.destroy();
  answer(response, luck < lost + unavailable ? 503 : 202, { id: `p-${reference}` });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
