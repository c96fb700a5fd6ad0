/** What the edge reckons with: nesting, rates, addresses and proxies, for whatever comes. */
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { nestingOf, parseJson } from './body.ts';
import { Brake } from './brake.ts';
import { callerAddress, trustOf } from './proxies.ts';
import { addressKey, Rate } from './rates.ts';

/** The nesting of a value, counted the plain way. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('counts the nesting of any JSON, whatever brackets and quotes its texts hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.boolean(), (value, isPretty) => {
      expect(nestingOf(JSON.stringify(value, null, isPretty ? 2 : undefined))).toBe(depthOf(value));
    }),
  );
  expect(nestingOf(JSON.stringify({ text: '[[[["\\{{{' }))).toBe(1);
});

it('refuses deep JSON and what is none, before it is parsed', () => {
  const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
  expect(parseJson(levels(64))).toBeInstanceOf(Array);
  expect(() => parseJson(levels(65))).toThrow('nested more than 64 levels deep');
  expect(() => parseJson('['.repeat(200_000))).toThrow('nested more than 64 levels deep');
  expect(() => parseJson('{"a":')).toThrow('not valid JSON');
});

it('never exceeds the rate over any period, and delays nobody within it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 400 }), (perMinute, pauses) => {
      let now = 0;
      let taken = 0;
      const rate = new Rate(perMinute, { clock: () => now });
      for (const pause of pauses) {
        now += pause;
        const wait = rate.take('one');
        if (wait === 0) taken += 1;
        else expect(wait).toBeLessThanOrEqual(Math.ceil(60 / perMinute) + 1);
      }
      expect(taken).toBeLessThanOrEqual(perMinute + Math.ceil((now / 60_000) * perMinute) + 1);
    }),
  );
  let now = 0;
  const rate = new Rate(60, { clock: () => now });
  for (; now < 600_000; now += 1_000) expect(rate.take('steady')).toBe(0);
});

it('answers refusals late, and cuts connections of who sends more of them than may wait', async () => {
  vi.useFakeTimers();
  try {
    const brake = new Brake();
    const cut: string[] = [];
    const over: string[] = [];
    const refuse = async (key: string) => {
      let isCut = false;
      const destroy = () => {
        isCut = true;
        cut.push(key);
      };
      await brake.hold(key, { destroy } as unknown as IncomingMessage);
      if (!isCut) over.push(key);
    };
    const flood = Array.from({ length: 400 }, () => refuse('one'));
    const other = refuse('other');
    await vi.advanceTimersByTimeAsync(900);
    expect([cut.length, over.length]).toEqual([200, 0]);
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all([...flood, other]);
    expect([cut.length, over.length]).toEqual([200, 201]);
    // Nothing of it is remembered.
    void refuse('one');
    expect(cut).toHaveLength(200);
  } finally {
    vi.useRealTimers();
  }
});

it('accepts requests again when it said it would', () => {
  let now = 0;
  const rate = new Rate(30, { clock: () => now });
  while (rate.take('one') === 0);
  const wait = rate.take('one');
  expect(wait).toBeGreaterThan(0);
  now += wait * 1000;
  expect(rate.take('one')).toBe(0);
});

it('remembers no more callers than it may, and the newest of them', () => {
  const rate = new Rate(1, { remembered: 100 });
  for (let index = 0; index < 10_000; index += 1) rate.take(`caller ${index}`);
  expect(rate.size).toBe(100);
  expect(rate.take('caller 9999')).toBeGreaterThan(0);
});

it('counts a /64 of IPv6 as one, and IPv4 the same however it is written', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2:ffff::1'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
  expect(addressKey('fe80::1%eth0')).toBe(addressKey('fe80::2'));
  expect(addressKey('::ffff:203.0.113.7')).toBe(addressKey('203.0.113.7'));
  expect(addressKey('nonsense')).toBe('unknown');
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(addressKey(address)).toMatch(/^([0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64|\d+\.\d+\.\d+\.\d+)$/);
    }),
  );
});

it('believes an address only when trusted proxies wrote it', () => {
  const isTrusted = trustOf('loopback, 10.0.0.0/8, fd00::/8');
  const of = (remoteAddress: string, forwarded?: string) =>
    callerAddress(
      { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never,
      isTrusted,
    );
  expect(of('198.51.100.1', '203.0.113.7')).toBe('198.51.100.1');
  expect(of('127.0.0.1')).toBe('127.0.0.1');
  expect(of('10.1.2.3', '203.0.113.7')).toBe('203.0.113.7');
  expect(of('::ffff:10.1.2.3', '203.0.113.7')).toBe('203.0.113.7');
  // What the caller wrote stands to the left of what the proxies wrote.
  expect(of('10.1.2.3', '192.0.2.1, 203.0.113.7, fd00::5')).toBe('203.0.113.7');
  expect(of('10.1.2.3', '192.0.2.1, nonsense')).toBe('10.1.2.3');
});

it('refuses at start what is no proxy', () => {
  for (const list of ['proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '0.0.0.0/0', '::/0', '10.0.0.1/8/8', '10.0.0'])
    expect(() => trustOf(list), list).toThrow('TRUSTED_PROXIES');
  for (const list of ['none', 'loopback', 'uniquelocal,linklocal', '10.0.0.7', '2001:db8::/32', ''])
    expect(() => trustOf(list), list).not.toThrow();
  expect(trustOf('none')('127.0.0.1')).toBe(false);
});
