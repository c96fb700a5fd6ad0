import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventLike } from './event.ts';
import { foldEvents, isAboutSteps } from './fold.ts';

let made = 0;
const event = (messageType: string, payload: Record<string, unknown> = {}, externalClaimRef: string | null = null): EventLike => ({
  attributes: {
    emitTime: new Date(1_700_000_000_000 + made * 1000).toISOString(),
    messageId: String(made++),
    messageType,
    externalClaimRef,
    accountId: null,
    userId: null,
    actorType: 'system',
  },
  payload,
});
/** @param events the oldest first. @returns rows, the newest first: the head's type and how many events are in it. */
const folded = (...events: EventLike[]) => foldEvents(events.reverse()).map((row) => [row.head.attributes.messageType, row.events.length]);

const type = fc.constantFrom(
  'strategyStep',
  'checkpointReached',
  'strategyStarted',
  'strategyFailed',
  'linkCreated',
  'communicationRequested',
  'communicationSent',
  'communicationDelivered',
  'communicationBounced',
  'communicationHandled',
  'emailOpened',
  'linkClicked',
  'noteAdded',
  'promiseToPayCreated',
);
const id = fc.constantFrom(undefined, 'a', 'b', 'c');
const events = fc.array(
  fc
    .tuple(type, id, id, id)
    .map(([messageType, outboxId, sent, blueprintId]) =>
      event(messageType, { outboxId: outboxId && `o${outboxId}`, communicationId: sent && `c${sent}`, blueprintId }),
    ),
  { maxLength: 40 },
);

it('loses nothing and repeats nothing, in order, in both directions', () => {
  fc.assert(
    fc.property(events, fc.constantFrom('asc' as const, 'desc' as const), (list, order) => {
      const rows = foldEvents(list, order);
      const inRows = rows.flatMap((row) => row.events);
      expect(inRows).toHaveLength(list.length);
      expect(new Set(inRows)).toEqual(new Set(list));
      const places = rows.map((row) => list.indexOf(row.head));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const row of rows) {
        expect(row.events).toContain(row.head);
        const inside = row.events.map((each) => list.indexOf(each));
        expect(inside).toEqual(inside.toSorted((a, b) => a - b));
        expect(row.kind === 'single').toBe(row.events.length === 1);
      }
    }),
  );
});

it('puts the same events into the same messages however they are paged', () => {
  const messages = (list: readonly EventLike[], order: 'asc' | 'desc') =>
    foldEvents(list, order)
      .filter((row) => row.kind === 'message')
      .map((row) => row.events.map((each) => each.attributes.messageId).sort((a, b) => Number(a) - Number(b)))
      .sort((a, b) => Number(a[0]) - Number(b[0]));
  fc.assert(
    fc.property(events, (list) => {
      expect(messages(list, 'desc')).toEqual(messages(list.toReversed(), 'asc'));
    }),
  );
});

it('makes one row of a message, with its last state', () => {
  const queued = event('strategyStep', { stepType: 'sendEmail', outboxId: 'o' });
  const link = event('linkCreated', { outboxId: 'o' });
  const sent = event('communicationSent', { outboxId: 'o', communicationId: 'c' });
  const opened = event('emailOpened', { communicationId: 'c' });
  const clicked = event('linkClicked', { communicationId: 'c' });
  expect(folded(queued, link, sent, opened, clicked)).toEqual([['linkClicked', 5]]);
  // A late report of delivery says less than that it was read, a bounce says more.
  expect(folded(queued, link, sent, opened, event('communicationDelivered', { communicationId: 'c' }))).toEqual([['emailOpened', 5]]);
  expect(folded(link, sent, event('communicationBounced', { communicationId: 'c' }))).toEqual([['communicationBounced', 3]]);
  // The page that holds the sending may not be loaded yet.
  expect(folded(opened, event('noteAdded'), clicked)).toEqual([
    ['linkClicked', 2],
    ['noteAdded', 1],
  ]);
  expect(folded(link, event('linkCreated', { outboxId: 'p' }))).toEqual([
    ['linkCreated', 1],
    ['linkCreated', 1],
  ]);
});

it('folds steps of one strategy between two contacts, and one change of it to several claims', () => {
  const step = (blueprintId: string) => event('strategyStep', { blueprintId, stepType: 'condition' });
  const started = (claim: string) => event('strategyStarted', { blueprintId: 'x' }, claim);
  const rows = foldEvents(
    [
      started('1'),
      step('x'),
      started('2'),
      step('x'),
      event('noteAdded'),
      step('x'),
      step('y'),
      step('x'),
      event('strategyFailed'),
    ].reverse(),
  );
  expect(rows.map((row) => [row.kind, row.head.attributes.messageType, row.events.length, isAboutSteps(row)])).toEqual([
    ['single', 'strategyFailed', 1, false],
    ['strategy', 'strategyStep', 2, true],
    ['single', 'strategyStep', 1, false],
    ['single', 'noteAdded', 1, false],
    ['strategy', 'strategyStep', 2, true],
    ['strategy', 'strategyStarted', 2, false],
  ]);
});
