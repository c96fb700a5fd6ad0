/** Folds what belongs together on a timeline into one row: the life of one message, and what a strategy did between two other events. */
import type { EventLike } from './event.ts';

export interface FoldedRow<Event extends EventLike = EventLike> {
  /** What the row is about: one event, a message, or steps and changes of a strategy. */
  readonly kind: 'single' | 'message' | 'strategy';
  /** The event that speaks for the row; the row stands in its place. */
  readonly head: Event;
  /** All events of the row, the head among them, in the order of the timeline. */
  readonly events: readonly Event[];
}

type Payload = Readonly<Record<string, unknown>>;
const payloadOf = (event: EventLike) => (event.payload ?? {}) as Payload;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a message goes through, each overtaking those before: a report of delivery may come after the message was read. */
const PROGRESS = [
  'linkCreated',
  'strategyStep',
  'communicationRequested',
  'communicationWaiting',
  'contactDeferred',
  'communicationSent',
  'communicationDelivered',
  'emailOpened',
  'linkClicked',
  'buttonPressed',
  'callAnswered',
  'callKeyPressed',
  'callEnded',
];
/** What may go wrong with it at any time. */
const TROUBLE = ['communicationFailed', 'communicationCancelled', 'communicationUnknown', 'communicationBounced'];
const OF_MESSAGE = new Set([...PROGRESS, ...TROUBLE]);

/** Strategy events that fold; failures stay rows of their own. Steps fold with steps, every other type with its like. */
const OF_STRATEGY: Readonly<Record<string, string>> = {
  strategyStep: 'step',
  checkpointReached: 'step',
  strategyStarted: 'strategyStarted',
  strategyPaused: 'strategyPaused',
  strategyResumed: 'strategyResumed',
  strategyStopped: 'strategyStopped',
  strategyCompleted: 'strategyCompleted',
  strategySwitched: 'strategySwitched',
  strategyMoved: 'strategyMoved',
};

/** @returns whether a row of a strategy is about its steps, and not about starting, pausing and the like. */
export const isAboutSteps = (row: FoldedRow): boolean =>
  row.kind === 'strategy' && OF_STRATEGY[row.head.attributes.messageType] === OF_STRATEGY.strategyStep;

/** What the events of one message have in common: its place in the outbox until it is sent, its id afterwards. */
function messageKeys(event: EventLike): string[] {
  if (!OF_MESSAGE.has(event.attributes.messageType)) return [];
  const { outboxId, communicationId } = payloadOf(event);
  return [text(outboxId), text(communicationId)].filter((key) => key !== '');
}

/**
 * @param events as the server orders them. @param order the newest first unless 'asc'.
 * @returns rows in the same order by their heads; each event is in exactly one row.
 */
export function foldEvents<Event extends EventLike>(events: readonly Event[], order: 'asc' | 'desc' = 'desc'): FoldedRow<Event>[] {
  const place = new Map(events.map((event, index) => [event, index]));
  const at = (event: Event) => place.get(event) ?? 0;
  const rows = foldMessages(events, order).sort((a, b) => at(a.head) - at(b.head));
  return foldStrategies(rows);
}

function foldMessages<Event extends EventLike>(events: readonly Event[], order: 'asc' | 'desc'): FoldedRow<Event>[] {
  const groups = new Map<string, Event[]>();
  const rows: FoldedRow<Event>[] = [];
  // The event of the sending carries both keys, and ties together what has one of them.
  const root = new Map<string, string>();
  const find = (key: string): string => {
    const up = root.get(key);
    return up === undefined || up === key ? key : find(up);
  };
  for (const event of events) {
    const [first, second] = messageKeys(event);
    if (first !== undefined && second !== undefined) root.set(find(first), find(second));
  }
  for (const event of events) {
    const [key] = messageKeys(event);
    if (key === undefined) {
      rows.push({ kind: 'single', head: event, events: [event] });
      continue;
    }
    const known = groups.get(find(key));
    if (known) known.push(event);
    else groups.set(find(key), [event]);
  }
  for (const group of groups.values())
    rows.push({ kind: group.length > 1 ? 'message' : 'single', head: lastState(group, order), events: group });
  return rows;
}

/** @returns the event that says how far a message has come: the newest of those that none overtakes. */
function lastState<Event extends EventLike>(group: readonly Event[], order: 'asc' | 'desc'): Event {
  const rank = (event: Event) => PROGRESS.indexOf(event.attributes.messageType);
  const furthest = Math.max(...group.map(rank));
  const telling = group.filter((event) => rank(event) === furthest || rank(event) === -1);
  return (order === 'asc' ? telling.at(-1) : telling[0]) as Event;
}

/** Between two rows of another kind, steps of one strategy become one row, and so does the same change of it to several claims. */
function foldStrategies<Event extends EventLike>(rows: readonly FoldedRow<Event>[]): FoldedRow<Event>[] {
  const folded: FoldedRow<Event>[] = [];
  let open = new Map<string, number>();
  for (const row of rows) {
    const key = row.kind === 'single' ? strategyKey(row.head) : null;
    if (key === null) {
      open = new Map();
      folded.push(row);
      continue;
    }
    const before = open.get(key);
    const known = before === undefined ? undefined : folded[before];
    if (before === undefined || known === undefined) {
      open.set(key, folded.length);
      folded.push(row);
    } else folded[before] = { kind: 'strategy', head: known.head, events: [...known.events, row.head] };
  }
  return folded;
}

function strategyKey(event: EventLike): string | null {
  const kind = OF_STRATEGY[event.attributes.messageType];
  const { blueprintId, outboxId } = payloadOf(event);
  // A step that queued a message is the first of the message's events.
  return kind === undefined || text(outboxId) !== '' ? null : `${kind} ${text(blueprintId)}`;
}
