/** How many WebSockets there may be, and what one of them may ask for. */
import type { WebSocket } from 'ws';
import { Rate } from './rates.ts';

/** A tab has two connections with a handful of subscriptions each; an office behind one address has hundreds of tabs. */
const MOST_BY_ADDRESS = 2_000;
const MOST_BY_PERSON = 60;
/** Connections one address opens in a minute; after a restart all tabs of an office come back at once. */
export const CONNECTS_PER_MINUTE = 1_200;
export const MOST_SUBSCRIPTIONS = 30;
/** Messages and pings of one connection a minute; the application sends some when a screen opens. */
const MESSAGES_PER_MINUTE = 240;
/** Bytes of a message: a token and a document are far smaller. */
export const MOST_PAYLOAD = 32 * 1024;
/** Whoever does not introduce themselves by then is closed with 4408, ms. */
export const INTRODUCTION_MS = 3_000;
/** Bytes that wait for a reader who does not take them; looked at this often, ms. */
const MOST_WAITING = 2 ** 20;
const LOOK_MS = 2_000;
/** Who was told to go and stays is cut off after this time, ms. */
const FAREWELL_MS = 1_000;

/** Close codes of RFC 6455 and its registry; 1008 tells the application to stay away, 1013 to come back later. */
const POLICY_VIOLATION = 1008;
export const TRY_LATER = 1013;

/** Counts who is connected: an address, and a person of a good token. */
export class Connections {
  readonly #open = new Map<string, number>();

  /** @param key "address …" or "person …". @returns how to leave; null when there are too many already. */
  enter(key: string): (() => void) | null {
    const open = this.#open.get(key) ?? 0;
    if (open >= (key.startsWith('person') ? MOST_BY_PERSON : MOST_BY_ADDRESS)) return null;
    this.#open.set(key, open + 1);
    return () => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }
}

/** Closes a connection that floods us, or that lets what it is sent pile up. Listens before anybody else does. */
export function holdToLimits(socket: WebSocket): void {
  const rate = new Rate(MESSAGES_PER_MINUTE);
  const count = () => {
    if (rate.take('') === 0) return;
    // Nothing more of it is read.
    socket.removeAllListeners('message');
    socket.close(POLICY_VIOLATION, 'Too many messages');
    setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
  };
  const watching = setInterval(() => {
    if (socket.bufferedAmount > MOST_WAITING) socket.terminate();
  }, LOOK_MS);
  watching.unref();
  socket.on('message', count);
  socket.on('ping', count);
  socket.once('close', () => clearInterval(watching));
}
