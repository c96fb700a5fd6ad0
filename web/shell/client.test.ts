import { expect, it } from 'vitest';
import { faultOf } from '../ui/fault.ts';
import { mayRetry } from './client.ts';

const unreached = new TypeError('Failed to fetch');
const failed = Object.assign(new Error('Bad gateway'), { statusCode: 502 });
const refused = Object.assign(new Error('Bad request'), { statusCode: 400 });

it('repeats a query that did not reach the server or that the server failed on, never a refused one', () => {
  expect([unreached, failed, refused, new Error('defect')].map((error) => mayRetry(error, false, false))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('repeats a mutation only when repeating is known to do no harm', () => {
  expect([unreached, failed].map((error) => mayRetry(error, true, false))).toEqual([false, false]);
  expect([unreached, failed].map((error) => mayRetry(error, true, true))).toEqual([true, true]);
});

it('repeats whatever was turned away because there was too much of it: nothing was done', () => {
  const paused = Object.assign(new Error('Too Many Requests'), { statusCode: 429 });
  expect([mayRetry(paused, false, false), mayRetry(paused, true, false)]).toEqual([true, true]);
});

it('tells what the server said of a request that it did not let through', () => {
  const said = {
    errors: [
      {
        message: 'Too many requests. Try again in 3 s.',
        extensions: { code: 'RATE_LIMITED', key: 'tooManyRequests', values: { seconds: 3 } },
      },
    ],
  };
  const paused = Object.assign(new Error('429'), { statusCode: 429, bodyText: JSON.stringify(said) });
  expect(faultOf(paused)).toMatchObject({ code: 'RATE_LIMITED', words: { key: 'tooManyRequests', values: { seconds: 3 } } });
  expect(faultOf(Object.assign(new Error('502'), { statusCode: 502, bodyText: '<html>' })).code).toBe('NETWORK');
});
