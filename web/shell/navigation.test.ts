import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isHere, type Navigator, placeOf, withRules } from './navigation.ts';

const here = { pathname: '/c/account/tasks', search: '?tab=team', hash: '' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const makeRouter = (state: string) => {
  const navigate = vi.fn(async () => undefined);
  const router = { state: { location: here, navigation: { state } }, navigate } as unknown as Navigator;
  return { router: withRules(router), navigate };
};

it('knows where an address leads', () => {
  expect(placeOf('/c/inbox', here)).toBe('/c/inbox');
  expect(placeOf('?tab=mine', here)).toBe('/c/account/tasks?tab=mine');
  expect(placeOf('#content', here)).toBe('/c/account/tasks?tab=team#content');
  expect(placeOf({ search: '?tab=team' }, here)).toBe('/c/account/tasks?tab=team');
  expect(isHere('/c/account/tasks?tab=team', here, undefined)).toBe(true);
  expect(isHere('/c/account/tasks', here, undefined)).toBe(false);
  expect(isHere('?tab=team', here, { reason: 'signedOut' })).toBe(false);
});

it('goes nowhere when it is there', async () => {
  const { router, navigate } = makeRouter('idle');
  await router.navigate('/c/account/tasks?tab=team');
  expect(navigate).not.toHaveBeenCalled();
  await router.navigate('/c/inbox', { replace: true });
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/c/inbox', { replace: true });
  await router.navigate(-1);
  expect(navigate).toHaveBeenCalledTimes(2);
});

it('waits 50 ms for a navigation that is pending', async () => {
  const { router, navigate } = makeRouter('loading');
  void router.navigate('/c/inbox');
  await vi.advanceTimersByTimeAsync(49);
  expect(navigate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(navigate).toHaveBeenCalledOnce();
});

it('forgets a navigation that waits when one goes elsewhere meanwhile', async () => {
  const { router, navigate } = makeRouter('loading');
  void router.navigate('/c/inbox');
  await vi.advanceTimersByTimeAsync(20);
  void router.navigate('/c/account/manage');
  await vi.advanceTimersByTimeAsync(100);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/c/account/manage', undefined);
});
