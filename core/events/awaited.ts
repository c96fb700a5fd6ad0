/** The kinds of events that strategies wait for and rules react to: what happens to a claim or an account. */
import { EVENT_TYPES, type EventType } from './catalogue.ts';

/** What happens in bulk while data comes in, or is no more than a look at the screen. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'claimImported',
  'accountCreated',
  'debtorAdded',
  'ledgerEntryBooked',
  'messagePreviewed',
  'testMailSent',
  'debtorDataRevealed',
] satisfies EventType[]);

/** Of their own runs, strategies hear only what a strategy says on purpose. */
const OF_STRATEGIES = ['checkpointReached', 'customTriggerFired'] as const satisfies readonly EventType[];

const { claim, account, money, mandate, contact, portal, task } = EVENT_TYPES;
export const AWAITED_EVENTS: readonly EventType[] = [
  ...[claim, account, money, mandate, contact, portal, task].flat().filter((type) => !LEFT_OUT.has(type)),
  ...OF_STRATEGIES,
];

const awaited: ReadonlySet<string> = new Set(AWAITED_EVENTS);
export const isAwaited = (messageType: string): boolean => awaited.has(messageType);
