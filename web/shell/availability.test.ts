import { expect, it } from 'vitest';
import { afterCall, choose, type Held } from './availability.ts';

const away: Held = { now: { status: 'unavailable', reason: 'break' }, pending: null };

it('takes a choice at once, and clears the reason of who is available', () => {
  expect(choose(away, { status: 'available', reason: 'break' }, false)).toEqual({
    now: { status: 'available', reason: null },
    pending: null,
  });
  expect(choose(away, { status: 'unavailable', reason: 'break' }, false)).toBe(away);
  expect(choose(away, { status: 'unavailable', reason: 'meeting' }, false).now.reason).toBe('meeting');
});

it('holds a choice back until the call has ended', () => {
  const held = choose(away, { status: 'available', reason: null }, true);
  expect(held.now).toEqual(away.now);
  expect(afterCall(held)).toEqual({ now: { status: 'available', reason: null }, pending: null });
  expect(afterCall(away)).toBe(away);
});
