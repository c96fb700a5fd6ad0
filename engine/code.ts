/** What code of a strategy is given and answers. It runs outside of the engine, which asks for it and goes on with the answer. */
import { localDate, localTime, weekday } from '../core/zone.ts';
import type { CodeInput } from './codeCall.ts';
import type { Meta } from './meta.ts';
import type { Context, Facts, Need } from './types.ts';

/** Letters of a step's code. */
export const LONGEST_CODE = 20_000;

/** Everything a step's code may read. */
export const CODE_NEEDS: readonly Need[] = ['claim', 'account', 'debtor', 'product', 'money', 'communications'];

/**
 * @returns what the code reads. Amounts are whole minor units (cents), days are "2026-11-21", moments ISO 8601 in UTC; what is not known is null.
 */
export function codeInput({ claim, account, debtor, product, money, communications }: Facts, context: Context): CodeInput {
  const { now, zone } = context;
  const plain = (facts: object | undefined): Meta =>
    Object.fromEntries(Object.entries(facts ?? {}).map(([name, value]) => [name, plainValue(name, value)]));
  const time = localTime(now, zone);
  // What messages speak of: code knows the whole account, as conditions do.
  const { ours: _, ...whole } = account ?? {};
  return {
    claim: plain(claim),
    account: plain(whole),
    debtor: plain(debtor),
    product: plain(product),
    money: plain(money),
    communications: plain(communications),
    strategy: { ...context.run.memory?.values },
    now: {
      iso: new Date(now).toISOString(),
      date: localDate(now, zone),
      hour: time.hour,
      minute: time.minute,
      weekday: weekday(now, zone),
      isHoliday: context.isHoliday(localDate(now, zone), context.holidayRegion),
    },
  };
}

/** Facts that are moments: milliseconds, which say little to people. */
const MOMENT = /^(createdAt|last[A-Z])/;

function plainValue(name: string, value: unknown): Meta[string] {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && MOMENT.test(name)) return new Date(value).toISOString();
  if (name === 'lastByChannel')
    return Object.fromEntries(Object.entries(value as object).map(([channel, at]) => [channel, new Date(at).toISOString()]));
  return (value ?? null) as Meta[string];
}
