/** Keeps what is on screen up to date while events happen: the one place that reloads because of them. */
import { refetchScreen } from './api.ts';
import { oldByEvent } from './oldByEvent.ts';
import { type LiveEvent, useEvents } from './useEvents.ts';

/** Events within this time are one reload, ms. */
const GATHER_MS = 150;
/** While somebody types, nothing is reloaded under their hands: it waits for a pause of this long, ms. */
const TYPING_MS = 1_000;

/** The queries that are outdated since the last reload; undefined: all of them. */
let outdated: Set<string> | undefined = new Set();
let isWaiting = false;
let typedAt = Number.NEGATIVE_INFINITY;
window.addEventListener(
  'input',
  () => {
    typedAt = performance.now();
  },
  true,
);

function reload(): void {
  const wait = typedAt + TYPING_MS - performance.now();
  if (wait > 0) return void setTimeout(reload, wait);
  const fields = outdated && [...outdated];
  outdated = new Set();
  isWaiting = false;
  void refetchScreen({ fields });
}

function note(fields: readonly string[] | undefined): void {
  outdated = fields && outdated && new Set([...outdated, ...fields]);
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(reload, GATHER_MS);
}

interface About {
  /** Only events of this account. */
  readonly accountId?: string;
  /** Only events of these types. */
  readonly types?: readonly string[];
  /** Only these queries: for a part of the shell that is on every screen. */
  readonly only?: readonly string[];
}

/**
 * Reloads what an event makes outdated, while mounted.
 * @param onEvent gets each event at once; null when there were many, or the connection was lost.
 */
export function useFreshScreen({ only, ...about }: About, onEvent?: (event: LiveEvent | null) => void): void {
  useEvents(about, (event) => {
    onEvent?.(event);
    const fields = oldByEvent(event?.attributes.messageType ?? null);
    note(only && fields ? only.filter((field) => fields.includes(field)) : (only ?? fields));
  });
}
