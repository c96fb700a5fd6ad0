import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addGuard, type HistoryWindow, makeHistory } from './history.ts';

const START = 'http://here/c/account/tasks?tab=team';
const ended: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const end of ended.splice(0)) end();
  vi.useRealTimers();
});

/** A browser's history as far as it is needed: going takes a moment, and then tells of it. */
function fakeWindow() {
  let place = 0;
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(START), state: null }];
  const listeners: (() => void)[] = [];
  const onPop = () => {
    for (const listener of listeners) listener();
  };
  const url = () => entries[place]!.url;
  const add = (entry: (typeof entries)[number]) => {
    place += 1;
    entries.splice(place, entries.length, entry);
  };
  const history = {
    get state() {
      return entries[place]!.state;
    },
    pushState: (state: unknown, _: string, to: string) => {
      add({ url: new URL(to, url()), state });
    },
    replaceState: (state: unknown, _: string, to?: string) => {
      entries[place] = { url: new URL(to ?? url(), url()), state };
    },
    go: (delta: number) => {
      setTimeout(() => {
        place += delta;
        onPop();
      }, 1);
    },
  };
  const location = {
    get origin() {
      return url().origin;
    },
    get pathname() {
      return url().pathname;
    },
    get search() {
      return url().search;
    },
    get hash() {
      return url().hash;
    },
  };
  const window = { history, location, addEventListener: (_: string, listener: () => void) => void listeners.push(listener) };
  return {
    window: window as unknown as HistoryWindow,
    address: () => url().pathname + url().search + url().hash,
    addresses: () => entries.map((each) => each.url.pathname + each.url.search + each.url.hash),
    /** Follows a link to a place on the page, as the browser itself does. */
    jump: (hash: string) => {
      add({ url: new URL(hash, url()), state: null });
      onPop();
    },
  };
}

function open(isPending = () => false) {
  const browser = fakeWindow();
  const history = makeHistory(browser.window, isPending);
  const heard: string[] = [];
  history.listen(() => {
    const { action, location } = history.get();
    heard.push(`${action} ${location.pathname}${location.search}${location.hash}`);
  });
  return { browser, history, heard };
}
const settle = () => vi.advanceTimersByTimeAsync(10);
/** Refuses to leave; what it was asked about, and how one leaves all the same. */
function refuse() {
  const asked: string[] = [];
  const proceeds: (() => void)[] = [];
  const end = addGuard((from, to, proceed) => {
    if (from.pathname === to.pathname) return false;
    asked.push(`${from.pathname} > ${to.pathname}`);
    proceeds.push(proceed);
    return true;
  });
  ended.push(end);
  return { asked, proceed: () => proceeds.at(-1)!(), end };
}

it('goes on, replaces and goes back; each entry has a name and the state it was given', async () => {
  const { browser, history, heard } = open();
  history.push('/c/inbox', { reason: 'x' });
  const { key, state } = history.get().location;
  expect(state).toEqual({ reason: 'x' });
  history.push({ pathname: '/c/account/manage', search: '?search=a b' });
  history.replace('?tab=mine#row');
  expect(browser.addresses()).toEqual(['/c/account/tasks?tab=team', '/c/inbox', '/c/account/manage?tab=mine#row']);
  history.go(-1);
  await settle();
  expect(history.get().location).toMatchObject({ pathname: '/c/inbox', key, state: { reason: 'x' } });
  expect(heard).toEqual(['PUSH /c/inbox', 'PUSH /c/account/manage?search=a%20b', 'REPLACE /c/account/manage?tab=mine#row', 'POP /c/inbox']);
});

it('goes nowhere when it is there, unless it tells the screen something', () => {
  const { history, heard } = open();
  history.push('/c/account/tasks?tab=team');
  history.replace({ pathname: '/c/account/tasks', search: '?tab=team' });
  expect(heard).toEqual([]);
  history.push('/c/account/tasks?tab=team', { from: 'mail' });
  history.push('/c/account/tasks');
  expect(heard).toEqual(['PUSH /c/account/tasks?tab=team', 'PUSH /c/account/tasks']);
});

it('waits 50 ms while a screen is coming, and of several changes that wait the last one counts', async () => {
  let pending = true;
  const { browser, history, heard } = open(() => pending);
  history.push('/c/inbox');
  await vi.advanceTimersByTimeAsync(49);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['PUSH /c/inbox']);
  history.push('/c/account/manage');
  await vi.advanceTimersByTimeAsync(20);
  pending = false;
  history.push('/c/dashboard');
  await vi.advanceTimersByTimeAsync(100);
  expect(browser.addresses()).toEqual(['/c/account/tasks?tab=team', '/c/inbox', '/c/dashboard']);
});

it('stays where the guard refuses, and leaves when one proceeds', () => {
  const { browser, history } = open();
  const guard = refuse();
  history.push('/c/inbox', { from: 'x' });
  expect([browser.address(), guard.asked]).toEqual(['/c/account/tasks?tab=team', ['/c/account/tasks > /c/inbox']]);
  history.push('?tab=mine');
  expect(browser.address()).toBe('/c/account/tasks?tab=mine');
  guard.proceed();
  expect([browser.address(), history.get().location.state]).toEqual(['/c/inbox', { from: 'x' }]);
  guard.end();
  history.push('/c/account/manage');
  expect(browser.address()).toBe('/c/account/manage');
});

it.each([-1, -2])('returns to the entry when a guard refuses to go back by %i, and goes there when one proceeds', async (delta) => {
  const { browser, history, heard } = open();
  history.push('/c/inbox');
  history.push('/c/account/manage');
  heard.length = 0;
  const guard = refuse();
  history.go(delta);
  await settle();
  expect([browser.address(), heard, guard.asked.length]).toEqual(['/c/account/manage', [], 1]);
  guard.proceed();
  await settle();
  const there = delta === -1 ? '/c/inbox' : '/c/account/tasks?tab=team';
  expect([browser.address(), heard]).toEqual([there, [`POP ${there}`]]);
  // Whoever asked once is asked again.
  history.go(-delta);
  await settle();
  expect([browser.address(), guard.asked.length]).toEqual([there, 2]);
});

it('takes in a link to a place on the page, and the way back from it', async () => {
  const { browser, history, heard } = open();
  browser.jump('#content');
  expect(heard).toEqual(['POP /c/account/tasks?tab=team#content']);
  history.push('/c/inbox');
  const guard = refuse();
  history.go(-2);
  await settle();
  expect(browser.address()).toBe('/c/inbox');
  guard.proceed();
  await settle();
  expect(browser.address()).toBe('/c/account/tasks?tab=team');
});
