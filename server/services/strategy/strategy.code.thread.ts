/**
 * Runs code of strategies, in a thread that is ended when it takes too long (strategy.code.logic.ts): QuickJS in WebAssembly, which has no host
 * objects, no clock and no randomness but those that the call brings. What runs one claim's code is used again for the next claim's: nothing in
 * it can be changed, so that nothing of one claim is left for another.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSHandle, type QuickJSRuntime } from 'quickjs-emscripten-core';
import { CODE_NAMES, type CodeAnswer, type CodeCall } from '../../../engine/codeCall.ts';
import { MOST_VALUES } from '../../../engine/memory.ts';
import { VALUE_NAME } from '../../../engine/steps/setValues.ts';

/** Bytes that one code's runtime may hold, its stack, and looks of the interrupt (each some ten thousand steps) until it is enough. */
const MOST_MEMORY = 16 * 2 ** 20;
const STACK = 256 * 2 ** 10;
const MOST_INTERRUPTS = 1_000;
/** Codes that stay ready. */
const KEPT = 50;
/** Jobs of promises that one call may leave behind. */
const MOST_JOBS = 10_000;

const FILE = 'code.js';

/** Takes away what could reach out or remember, freezes the rest. `run` gives the answer as JSON, or nothing while a promise is open. */
const hardened = (code: string) => `(() => {
const { parse, stringify } = JSON, { freeze, getOwnPropertyNames, getOwnPropertySymbols, getOwnPropertyDescriptor, getPrototypeOf } = Object, { imul } = Math;
let state = 0, clock = 0, outcome;
Math.random = () => { state = (state + 0x6D2B79F5) | 0; let t = imul(state ^ (state >>> 15), 1 | state); t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; };
const RealDate = Date;
const FixedDate = class Date extends RealDate { constructor(...given) { given.length ? super(...given) : super(clock); } static now() { return clock; } };
Object.defineProperty(RealDate.prototype, 'constructor', { value: FixedDate });
globalThis.Date = FixedDate;
const never = function () { throw new TypeError('code cannot be made from text'); };
for (const one of [function () {}, async function () {}, function* () {}, async function* () {}]) Object.defineProperty(getPrototypeOf(one), 'constructor', { value: never });
for (const name of ['eval', 'Function', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'queueMicrotask', 'performance', 'print', 'console', 'std', 'os', 'bjson'])
  delete globalThis[name];
const seen = new Set();
const fix = (value) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of [...getOwnPropertyNames(value), ...getOwnPropertySymbols(value)]) {
    const own = getOwnPropertyDescriptor(value, key);
    fix(own.value); fix(own.get); fix(own.set);
  }
  fix(getPrototypeOf(value));
  freeze(value);
};
fix(globalThis);
for (const one of [[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator](), ''.matchAll(/x/g), (function* () {})(), (async function* () {})(), async function () {}, function* () {}, async function* () {}, Promise.resolve(), /x/, new FixedDate(0), Symbol.prototype, BigInt.prototype]) fix(getPrototypeOf(one));
const user = (function (${CODE_NAMES.join(', ')}) { "use strict";
${code}
});
const settle = (result) => { outcome = stringify([result]); };
return freeze({
  run(json) {
    const call = parse(json);
    outcome = undefined; clock = call.at; state = call.seed;
    const result = user(${CODE_NAMES.map((name) => `call.input.${name}`).join(', ')});
    if (result !== null && typeof result === 'object' && typeof result.then === 'function') { result.then(settle, (error) => { outcome = stringify({ error: String(error && error.message || error), stack: String(error && error.stack || '') }); }); return undefined; }
    return stringify([result]);
  },
  settled: () => outcome,
});
})()`;

/** Lines before the first one of the code. */
const LINES_IN_WHOLE = hardened('\u0000').split('\u0000')[0]!.split('\n').length - 1;

interface Ready {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly api: QuickJSHandle;
  readonly run: QuickJSHandle;
  readonly settled: QuickJSHandle;
}

/** Made while the module loads, which is before the time of the first claim's code begins to count. */
let quickjs: Awaited<ReturnType<typeof newQuickJSWASMModuleFromVariant>> | undefined = await newQuickJSWASMModuleFromVariant(variant);
const kept = new Map<string, Ready | Problem>();
let interrupts = 0;

class Problem {
  readonly answer: CodeAnswer;
  constructor(error: string, line: number | null = null, column: number | null = null) {
    const text = error.replaceAll('\u0000', '').toWellFormed();
    this.answer = { error: text || 'The code failed without a message', line, column };
  }
}

/** @returns what the code answers; it never throws for what the code does. Called in a thread: what it cannot stop by itself, the thread's end does. */
export async function evaluate({ code, input, seed, at }: CodeCall): Promise<CodeAnswer> {
  quickjs ??= await newQuickJSWASMModuleFromVariant(variant);
  const ready = readyOf(code);
  if (ready instanceof Problem) return ready.answer;
  const { runtime, context } = ready;
  interrupts = 0;
  try {
    const told = call(ready, JSON.stringify({ input, seed: seedOf(seed), at }));
    return told instanceof Problem ? told.answer : answerOf(told);
  } catch (error) {
    // The WebAssembly itself gave up, e.g. on its stack: nothing of it is used again.
    forget(code, runtime, context);
    quickjs = undefined;
    kept.clear();
    return new Problem(error instanceof Error ? error.message : String(error)).answer;
  }
}

function readyOf(code: string): Ready | Problem {
  const known = kept.get(code);
  if (known) {
    kept.delete(code);
    kept.set(code, known);
    return known;
  }
  const made = prepare(code);
  kept.set(code, made);
  for (const [oldest, each] of kept) {
    if (kept.size <= KEPT) break;
    if (each instanceof Problem) kept.delete(oldest);
    else forget(oldest, each.runtime, each.context);
  }
  return made;
}

function forget(code: string, runtime: QuickJSRuntime, context: QuickJSContext): void {
  const known = kept.get(code);
  kept.delete(code);
  try {
    if (known && !(known instanceof Problem)) for (const handle of [known.run, known.settled, known.api]) handle.dispose();
    context.dispose();
    runtime.dispose();
  } catch {
    // A runtime that has given up cannot even be closed; its thread ends sooner or later.
  }
}

function prepare(code: string): Ready | Problem {
  interrupts = 0;
  const runtime = quickjs!.newRuntime({ memoryLimitBytes: MOST_MEMORY, maxStackSizeBytes: STACK });
  runtime.setInterruptHandler(() => ++interrupts > MOST_INTERRUPTS);
  const context = runtime.newContext();
  const fail = (problem: Problem) => {
    context.dispose();
    runtime.dispose();
    return problem;
  };
  // Whatever ends the function early would stand outside of it, where something could be remembered: no text fits both brackets.
  const whole = context.evalCode(`[function () { "use strict";\n${code}\n}]`, FILE);
  if (whole.error) return fail(problemOf(context, whole.error, 1));
  whole.value.dispose();
  const made = context.evalCode(hardened(code), FILE);
  if (made.error) return fail(problemOf(context, made.error, LINES_IN_WHOLE));
  return { runtime, context, api: made.value, run: context.getProp(made.value, 'run'), settled: context.getProp(made.value, 'settled') };
}

/** @returns the answer as JSON. */
function call({ runtime, context, run, settled }: Ready, json: string): string | Problem {
  const given = context.newString(json);
  const result = context.callFunction(run, context.undefined, given);
  given.dispose();
  if (result.error) return problemOf(context, result.error, LINES_IN_WHOLE);
  const told = textOf(context, result.value);
  const jobs = runtime.executePendingJobs(MOST_JOBS);
  const failed = jobs.error ? problemOf(context, jobs.error, LINES_IN_WHOLE) : null;
  if (runtime.hasPendingJob() || failed) {
    // What is left would run in the next claim's turn.
    for (const [code, each] of kept) if (!(each instanceof Problem) && each.runtime === runtime) forget(code, runtime, context);
    return failed ?? new Problem('The promise does not end');
  }
  if (told !== undefined) return told;
  const later = context.unwrapResult(context.callFunction(settled, context.undefined));
  const said = textOf(context, later);
  if (said === undefined) return new Problem('The promise does not end');
  const outcome = JSON.parse(said) as { error: string; stack: string } | unknown[];
  return Array.isArray(outcome) ? said : new Problem(outcome.error, ...placeIn(outcome.stack, LINES_IN_WHOLE));
}

function textOf(context: QuickJSContext, handle: QuickJSHandle): string | undefined {
  const text = context.typeof(handle) === 'string' ? context.getString(handle) : undefined;
  handle.dispose();
  return text;
}

function problemOf(context: QuickJSContext, handle: QuickJSHandle, linesBefore: number): Problem {
  const thrown = context.dump(handle) as { name?: string; message?: string; stack?: string } | string;
  handle.dispose();
  if (typeof thrown !== 'object' || thrown === null) return new Problem(String(thrown).slice(0, 300));
  const { name = 'Error', message = '', stack = '' } = thrown;
  return new Problem(`${name}: ${message}`.slice(0, 300), ...placeIn(stack, linesBefore));
}

/** @returns line and column of the first place in a stack that is in the code. */
function placeIn(stack: string, linesBefore: number): [line: number | null, column: number | null] {
  for (const [, line, column] of stack.matchAll(/code\.js:(\d+)(?::(\d+))?/g)) {
    const own = Number(line) - linesBefore;
    if (own >= 1) return [own, column === undefined ? null : Number(column)];
  }
  return [null, null];
}

/** Yes or no, or { result, values }. */
function answerOf(json: string): CodeAnswer {
  const [result] = JSON.parse(json) as [unknown];
  if (typeof result === 'boolean') return { yes: result, values: {} };
  const { result: yes, values = {} } = (typeof result === 'object' && result !== null ? result : {}) as {
    result?: unknown;
    values?: unknown;
  };
  if (typeof yes !== 'boolean' || typeof values !== 'object' || values === null || Array.isArray(values))
    return new Problem('Return true or false, or { result: true, values: { name: "value" } }').answer;
  const entries = Object.entries(values as Record<string, unknown>);
  const wrong = entries.find(([name, value]) => !VALUE_NAME.test(name) || !isScalar(value));
  if (wrong)
    return new Problem(
      `The value ${wrong[0].slice(0, 60)} must have a simple name, and be a storable text of at most 1,000 letters, a number, true or false`,
    ).answer;
  if (entries.length > MOST_VALUES) return new Problem(`At most ${MOST_VALUES} values`).answer;
  return { yes, values: Object.fromEntries(entries) as Record<string, string | number | boolean | null> };
}

const isScalar = (value: unknown) =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= 1000 && value.isWellFormed() && !value.includes('\u0000'));

/** FNV-1a. */
function seedOf(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
