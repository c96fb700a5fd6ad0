import { expect, it } from 'vitest';
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
