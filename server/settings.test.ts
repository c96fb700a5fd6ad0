/** GET /location: what is asked of the operator's service, and how often. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { locationLookUp } from './settings.ts';

let server: Server;
let template: string;
let answer = 'DE';
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (answer === 'elsewhere') response.writeHead(302, { location: '/secret' }).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  template = `http://127.0.0.1:${(server.address() as AddressInfo).port}/country?ip={ip}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked.length = 0;
  answer = 'DE';
});

describe('the country of a visitor', () => {
  it('is asked for an IP address only, and encoded', async () => {
    const lookUp = locationLookUp(template);
    for (const ip of ['', 'localhost', '1.1.1.1/../admin', '1.1.1.1&key=x', '1.1.1.1\r\nX: y', '::1%eth0', '{ip}', '../../etc'])
      expect(await lookUp(ip), ip).toBeNull();
    expect(asked).toEqual([]);
    expect(await lookUp('2001:db8::1')).toBe('DE');
    expect(asked).toEqual(['/country?ip=2001%3Adb8%3A%3A1']);
  });

  it('is asked once for each address, also by many at once', async () => {
    const lookUp = locationLookUp(template);
    expect(await Promise.all(Array.from({ length: 50 }, () => lookUp('1.1.1.1')))).toEqual(new Array(50).fill('DE'));
    await lookUp('1.1.1.2');
    expect(asked).toHaveLength(2);
  });

  it('is nothing when the answer is no country, too long or leads elsewhere', async () => {
    const lookUp = locationLookUp(template);
    let last = 0;
    for (answer of ['Germany', 'D', '<html>', 'x'.repeat(1_000_000), 'elsewhere']) {
      last += 1;
      expect(await lookUp(`1.1.1.${last}`), answer.slice(0, 10)).toBeNull();
    }
    expect(asked).not.toContain('/secret');
  });
});
