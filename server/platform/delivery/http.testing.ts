/** A local server in the place of a provider: it keeps what it was asked, and answers as a test says. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer, a connection that breaks off, or no answer at all. */
export type Answer =
  | {
      readonly status: number;
      /** Bytes as they are, anything else as JSON. */
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'break'
  | 'silence';

/** Opens one for a test file or a group of tests, forgets what it was asked before each test, and closes it after the last one. */
export function providerServer(answer: (call: Call) => Answer) {
  const calls: Call[] = [];
  let base = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const call = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    calls.push(call);
    const given = answer(call);
    if (given === 'silence') return;
    if (given === 'break') request.socket.destroy();
    else
      response
        .writeHead(given.status, { 'content-type': 'application/json', ...given.headers })
        .end(Buffer.isBuffer(given.body) ? given.body : JSON.stringify(given.body));
  });
  const forget = () => void calls.splice(0);
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(forget);
  return {
    /** Its address, once the first test runs. */
    get base() {
      return base;
    },
    /** What it was asked, oldest first. */
    calls,
    forget,
  };
}
