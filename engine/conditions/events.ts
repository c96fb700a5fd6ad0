/** What an expression may ask about events: how many, when the last one was, whether one was lately. */
import type { Environment } from '@marcbachmann/cel-js';
import { DAY } from '../../core/time.ts';
import { localDate } from '../../core/zone.ts';
import type { Context, Facts } from '../types.ts';

/** Moments of one kind that are counted; more are not told apart. */
export const MOST_EVENTS = 1000;

export const eventFunctions = [
  { name: 'countEvents', signature: 'countEvents(string, int): int', example: 'countEvents("emailOpened", 30)' },
  { name: 'lastEvent', signature: 'lastEvent(string): string', example: 'lastEvent("paymentSettled")' },
  { name: 'eventWithin', signature: 'eventWithin(string, int): bool', example: 'eventWithin("linkClicked", 7)' },
] as const;

const names: ReadonlySet<string> = new Set(eventFunctions.map(({ name }) => name));
export const isEventFunction = (name: string): boolean => names.has(name);

/** Makes the functions known. Days are of 24 hours back from now. @param deciding the decision under way. */
export function registerEventFunctions(language: Environment, deciding: () => { readonly facts: Facts; readonly context: Context }): void {
  const momentsOf = (type: string) => deciding().facts.events?.[type] ?? [];
  const within = (type: string, days: bigint) => {
    const since = deciding().context.now - Number(days) * DAY;
    return momentsOf(type).filter((at) => at >= since).length;
  };
  language.registerFunction('countEvents(string, int): int', (type: string, days: bigint) => BigInt(within(type, days)));
  language.registerFunction('eventWithin(string, int): bool', (type: string, days: bigint) => within(type, days) > 0);
  // A claim without such an event compares as one whose last was long ago.
  language.registerFunction('lastEvent(string): string', (type: string) => {
    const [last] = momentsOf(type);
    return last === undefined ? '' : localDate(last, deciding().context.zone);
  });
}
