/**
 * Work on what users bring (templates, mails, bank files) in threads of its own, with a limit of time and of memory: whatever it holds, the
 * process goes on answering. Clients take turns, so that a hostile template of one does not keep the others waiting.
 */
import os from 'node:os';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Fault, fault, invalid } from '../../core/fault.ts';
import type { PlainFaultKey } from '../../core/faultTexts.ts';
import type { Uuid } from '../../core/id.ts';
import { logger } from './log.ts';
import { thrown } from './threads.failure.ts';
import type { FromThread, ToThread } from './threads.worker.ts';

/** On whose behalf something is worked on. */
export interface Share {
  readonly clientId: Uuid;
  /** The request it belongs to: all of one request together have a limit as well. */
  readonly correlationId?: Uuid | null;
}

/** @returns the share of a transaction, for work after it. */
export const shareOf = ({ clientId, correlationId }: Share): Share => ({ clientId, correlationId: correlationId ?? null });

/** What a kind of work may take, and what is said when it takes more. */
export interface Limits {
  /** Milliseconds of a processor until the answer, of one item or of one piece. */
  readonly time: number;
  /** Milliseconds of a processor after which a request has no more of its tasks begun; MOST_OF_REQUEST unless said otherwise. */
  readonly timeOfRequest?: number;
  readonly field: string;
  readonly tooLong: PlainFaultKey;
  readonly tooLarge: PlainFaultKey;
}

export type Settled<Result> = { readonly value: Result } | { readonly fault: Fault };

/** Heap of a thread in MB: enough for the largest template and for a chunk of a bank file. */
const HEAP = 256;
/** A thread that does not say within so many milliseconds what it has used is beyond saying it. */
const ANSWERS_WITHIN = 3_000;
/** How much longer than its time a task may take by the clock, and how long any may: on a busy machine a brief one waits longer than it works, ms. */
const MOST_WAIT = 8;
const LEAST_WAIT = 10_000;
/** Tasks that a client may have waiting before requests for more are refused. */
const MOST_WAITING = 60;
/** Milliseconds of a processor that all tasks of one request may take together. */
const MOST_OF_REQUEST = 6_000;
/** Requests whose time is remembered. */
const MOST_REQUESTS = 500;
/** How often a kind of item may pass a limit before it is refused unread, and for how long then. */
const STRIKES = 2;
const REFUSED_FOR = 10 * 60_000;
const MOST_KINDS = 1_000;

/** One thread; it is started when it is first needed, and again after it had to be ended. */
class Thread {
  private worker: Worker | null = null;
  private asked: { readonly answer: PromiseWithResolvers<FromThread>; readonly limits: Limits; readonly at: Int32Array | null } | null =
    null;
  private timer: NodeJS.Timeout | undefined;
  /** Microseconds of processor time before what it is asked now. */
  private spent = 0;
  /** Milliseconds of a processor that its tasks took. */
  worked = 0;
  /** Whether it is in the middle of a task and would give more pieces. */
  isAtPieces = false;

  /** @returns the thread's answer. @throws Fault when it passes a limit; the thread is ended then */
  async ask(message: ToThread, limits: Limits): Promise<FromThread> {
    this.worker ??= this.start();
    const { worker } = this;
    const answer = Promise.withResolvers<FromThread>();
    this.asked = { answer, limits, at: message.kind === 'each' ? message.at : null };
    // Of a task, time counts from when its code is loaded.
    if (message.kind === 'next') this.limit();
    worker.ref();
    worker.postMessage(message);
    try {
      const told = await answer.promise;
      if (told.kind === 'failed') throw thrown(told.failure);
      return told;
    } finally {
      clearTimeout(this.timer);
      this.asked = null;
      worker.unref();
    }
  }

  /** Ends it in the middle of whatever it does. */
  end(reason: Error): void {
    const { worker } = this;
    this.worker = null;
    this.isAtPieces = false;
    void worker?.terminate();
    this.asked?.answer.reject(reason);
  }

  /** Ends it when it has had its time. On a busy machine that is later than the clock says, but not for ever. */
  private limit(): void {
    const { worker, asked, spent } = this;
    const { time, field, tooLong } = asked!.limits;
    // Of many items, each has its time.
    const before = () => Math.max(spent, asked!.at ? Atomics.load(asked!.at, 1) * 1000 : 0);
    const started = performance.now();
    const look = async () => {
      const used = await Promise.race([worker!.cpuUsage(), setTimeoutPromise(ANSWERS_WITHIN, null, { ref: false })]).catch(() => null);
      if (this.worker !== worker || this.asked !== asked) return;
      const left = used === null ? 0 : time - (used.user + used.system - before()) / 1000;
      if (left > 0 && performance.now() - started < Math.max(time * MOST_WAIT, LEAST_WAIT))
        this.timer = setTimeout(look, Math.max(50, left));
      else {
        this.worked += time;
        this.end(invalid(field, tooLong));
      }
    };
    this.timer = setTimeout(look, time);
  }

  private start(): Worker {
    const worker = new Worker(new URL(import.meta.resolve('./threads.worker.ts')), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP, maxYoungGenerationSizeMb: 32 },
    });
    worker.on('message', (message: FromThread) => {
      if (this.worker !== worker || !this.asked) return;
      if ('spent' in message) {
        if (message.kind !== 'begun') this.worked += (message.spent - this.spent) / 1000;
        this.spent = message.spent;
      }
      this.isAtPieces = message.kind === 'piece';
      if (message.kind === 'begun') this.limit();
      else this.asked.answer.resolve(message);
    });
    worker.on('error', (error: Error & { code?: string }) => {
      if (this.worker !== worker) return;
      const limits = this.asked?.limits;
      this.end(limits && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? invalid(limits.field, limits.tooLarge) : error);
    });
    worker.on('exit', () => {
      if (this.worker === worker) this.end(new Error('A thread has ended by itself'));
    });
    return worker;
  }
}

interface Waiting {
  readonly share: Share;
  readonly timeOfRequest: number;
  readonly begin: (thread: Thread) => void;
  readonly refuse: (fault: Fault) => void;
}

/** A fixed number of threads, and who waits for one. */
class Pool {
  private readonly idle: Thread[];
  private readonly mostOfClient: number;
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly running = new Map<string, number>();
  private readonly spent = new Map<string, number>();

  constructor(size: number) {
    this.idle = Array.from({ length: size }, () => new Thread());
    // One thread is always left for somebody else.
    this.mostOfClient = Math.max(1, size - 1);
  }

  /** Runs `work` on a thread when the client's turn comes. @throws Fault RATE_LIMITED when too much waits, or the request took too long already */
  run<Result>(share: Share, { timeOfRequest = MOST_OF_REQUEST }: Limits, work: (thread: Thread) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.waiting.get(share.clientId) ?? [];
      if (share.correlationId && line.length >= MOST_WAITING) return reject(fault('RATE_LIMITED', 'threadsBusy'));
      this.waiting.set(share.clientId, line);
      line.push({ share, timeOfRequest, refuse: reject, begin: (thread) => void this.work(share, thread, work).then(resolve, reject) });
      this.next();
    });
  }

  private async work<Result>(share: Share, thread: Thread, work: (thread: Thread) => Promise<Result>): Promise<Result> {
    const { clientId, correlationId } = share;
    const before = thread.worked;
    this.running.set(clientId, (this.running.get(clientId) ?? 0) + 1);
    try {
      return await work(thread);
    } finally {
      if (correlationId) this.note(correlationId, thread.worked - before);
      const left = (this.running.get(clientId) ?? 1) - 1;
      if (left > 0) this.running.set(clientId, left);
      else this.running.delete(clientId);
      this.idle.push(thread);
      this.next();
    }
  }

  private note(request: string, time: number): void {
    this.spent.set(request, (this.spent.get(request) ?? 0) + time);
    if (this.spent.size > MOST_REQUESTS) this.spent.delete(this.spent.keys().next().value!);
  }

  /** Begins what may begin: the clients in turn. */
  private next(): void {
    for (const [clientId, line] of this.waiting) {
      if (this.idle.length === 0) return;
      if ((this.running.get(clientId) ?? 0) >= this.mostOfClient) continue;
      // Behind everybody else, until it is this client's turn again.
      this.waiting.delete(clientId);
      const task = line.shift()!;
      if (line.length > 0) this.waiting.set(clientId, line);
      const { correlationId } = task.share;
      if (correlationId && (this.spent.get(correlationId) ?? 0) > task.timeOfRequest) task.refuse(fault('RATE_LIMITED', 'requestTooLong'));
      else task.begin(this.idle.pop()!);
    }
  }
}

const size = Math.max(2, Math.min(4, os.availableParallelism()));
/** What takes moments, and what goes on for as long as a file is long: neither waits for the other. */
const [brief, lengthy] = [new Pool(size), new Pool(2)];

/** Kinds of items that passed a limit, how often, and until when they are refused. */
const struck = new Map<string, { times: number; until: number; fault: Fault }>();

function strike(kind: string | null, fault: Fault): void {
  if (kind === null) return;
  const times = (struck.get(kind)?.times ?? 0) + 1;
  struck.delete(kind);
  struck.set(kind, { times, until: performance.now() + REFUSED_FOR, fault });
  if (struck.size > MOST_KINDS) struck.delete(struck.keys().next().value!);
}

function strikesOf(kind: string | null): Fault | null {
  const known = kind === null ? undefined : struck.get(kind);
  return known && known.times >= STRIKES && known.until > performance.now() ? known.fault : null;
}

const isOver = (fault: Fault, { tooLong, tooLarge }: Limits) => fault.words?.key === tooLong || fault.words?.key === tooLarge;

/**
 * Declares work that answers each of many items. @param module address of the module, e.g. what import.meta.resolve gives for a neighbour; what it
 * imports is loaded into the thread. @param name of the exported function: plain data in, plain data or a promise of it out.
 * @param kindOf tells items apart that take equally long, e.g. by their template: after two passed a limit, the next ones are refused unread.
 */
export function threadWork<Item, Result>(
  module: string,
  name: string,
  limits: Limits,
  kindOf?: (item: Item) => string,
): {
  readonly each: (share: Share, items: readonly Item[]) => Promise<Settled<Result>[]>;
  readonly one: (share: Share, item: Item) => Promise<Result>;
} {
  type Done = Settled<Result>;
  const kind = ({ clientId }: Share, item: Item) => (kindOf ? `${name} ${clientId} ${kindOf(item)}` : null);
  async function some(share: Share, items: readonly Item[]): Promise<Done[]> {
    const at = new Int32Array(new SharedArrayBuffer(8));
    try {
      const answers = await brief.run(share, limits, async (thread) => {
        const told = await thread.ask({ kind: 'each', module, name, items, at }, limits);
        return told.kind === 'answers' ? told.answers : [];
      });
      return answers.map((answer) => {
        if ('value' in answer) return answer as Done;
        if (!answer.failure.isFault) throw thrown(answer.failure);
        return { fault: thrown(answer.failure) as Fault };
      });
    } catch (error) {
      if (!(error instanceof Fault) || !isOver(error, limits)) throw error;
      const fault = error;
      logger.warn({ clientId: share.clientId, work: name, reason: fault.message }, 'a thread was ended');
      // What was done before it is lost and done again; the one that it was at is refused.
      const reached = Math.min(Atomics.load(at, 0), items.length - 1);
      return [...(reached > 0 ? await all(share, items.slice(0, reached)) : []), { fault }];
    }
  }
  async function all(share: Share, items: readonly Item[]): Promise<Done[]> {
    const done: Done[] = [];
    const kinds = items.map((item) => kind(share, item));
    while (done.length < items.length) {
      const refused = strikesOf(kinds[done.length]!);
      if (refused) {
        done.push({ fault: refused });
        continue;
      }
      const next = kinds.findIndex((each, place) => place > done.length && strikesOf(each));
      for (const answer of await some(share, items.slice(done.length, next < 0 ? undefined : next))) {
        if ('fault' in answer && isOver(answer.fault, limits)) strike(kinds[done.length]!, answer.fault);
        done.push(answer);
      }
    }
    return done;
  }
  return {
    each: all,
    one: async (share, item) => {
      const [answer] = await all(share, [item]);
      if (answer && 'fault' in answer) throw answer.fault;
      return answer!.value;
    },
  };
}

/**
 * Declares work that answers piece by piece, e.g. a file's rows; the next piece is made when it is asked for. The thread is kept until the
 * end, so few go on at once. @param module @param name as of threadWork; the function gives an async iterable.
 */
export function threadPieces<Input, Piece>(
  module: string,
  name: string,
  limits: Limits,
): (share: Share, input: Input, use: (piece: Piece) => Promise<void>) => Promise<void> {
  return (share, input, use) =>
    lengthy.run(share, limits, async (thread) => {
      try {
        let told = await thread.ask({ kind: 'pieces', module, name, input }, limits);
        for (; told.kind === 'piece'; told = await thread.ask({ kind: 'next' }, limits)) await use(told.piece as Piece);
      } catch (error) {
        // Nobody waits any more for what it is at. One that has refused its input itself is ready for the next.
        if (thread.isAtPieces) thread.end(error as Error);
        throw error;
      }
    });
}
