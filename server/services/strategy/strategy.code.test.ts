/** Code of strategies: what it may do, what it may not, and what happens to the runs around one that misbehaves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import type { CodeAnswer, CodeInput } from '../../../engine/codeCall.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { runCode } from './strategy.code.logic.ts';
import { end, openStrategyHouse, type StrategyHouse, stepsOf } from './strategy.testing.ts';

const input: CodeInput = {
  claim: { balance: 100_00, currency: 'EUR' },
  account: {},
  debtor: { city: 'Dresden' },
  product: {},
  money: {},
  communications: {},
  strategy: { tries: 2 },
  now: { date: '2026-03-03', hour: 11 },
};
const share = () => ({ clientId: uuidv7(), correlationId: null });
const run = async (code: string, seed = 'seed'): Promise<CodeAnswer> =>
  (await runCode(share(), [{ code, input, seed, at: 1_772_532_000_000 }]))[0]!;

describe('code', () => {
  it('reads the facts, and answers yes or no with values', async () => {
    expect(await run('return claim.balance >= 5000 && strategy.tries === 2;')).toEqual({ yes: true, values: {} });
    expect(
      await run('const { city } = debtor;\nreturn { result: city === "Berlin", values: { city, half: claim.balance / 2, none: null } };'),
    ).toEqual({
      yes: false,
      values: { city: 'Dresden', half: 5000, none: null },
    });
    expect(await run('const later = await Promise.resolve(true); return later;')).toMatchObject({
      error: expect.stringContaining('SyntaxError'),
    });
    expect(await run('return (async () => (await 1) === 1)();')).toEqual({ yes: true, values: {} });
  });

  it('knows no clock but the run’s, and no chance but the run’s', async () => {
    const dice = 'return { result: true, values: { now: Date.now(), day: new Date().toISOString(), a: Math.random(), b: Math.random() } };';
    const first = await run(dice);
    expect(first).toMatchObject({ values: { now: 1_772_532_000_000, day: '2026-03-03T10:00:00.000Z' } });
    expect(await run(dice)).toEqual(first);
    expect(await run(dice, 'another')).not.toEqual(first);
  });

  it.each([
    ['nothing comes back', 'const x = 1;', /^Return true or false/],
    ['something else comes back', 'return "yes";', /^Return true or false/],
    ['a value has no simple name', 'return { result: true, values: { "a b": 1 } };', /^The value a b/],
    ['a value is no plain one', 'return { result: true, values: { a: { b: 1 } } };', /^The value a/],
    ['a promise never ends', 'return new Promise(() => {});', /promise does not end/],
    [
      'promises follow each other for ever',
      'const on = () => Promise.resolve().then(on); on(); return true;',
      /promise does not end|interrupted/,
    ],
    ['it is a loop', 'for (;;) {}', /interrupted/],
    ['it asks for a gigabyte', 'const all = []; for (;;) all.push(new Array(1e6).fill(1));', /out of memory|took longer/],
    ['it calls itself', 'return (function f() { return f(); })();', /stack/],
    ['it makes code from text', 'return (() => {}).constructor("return this")();', /cannot be made from text/],
    ['it asks for what is not there', 'return typeof require !== "undefined" || process.exit(1);', /process/],
    ['a value cannot be stored', 'return { result: true, values: { a: "a\\u0000b" } };', /^The value a/],
    ['a value is half of a character', 'return { result: true, values: { a: "\\ud800" } };', /^The value a/],
    [
      'a value has the name of what every object has',
      'return { result: true, values: { ["__proto__"]: 1, constructor: {} } };',
      /^The value/,
    ],
    ['a value is a symbol', 'return { result: true, values: { a: { toJSON: () => Symbol("x") }, "b c": 1 } };', /^The value/],
    ['a getter throws', 'return { get result() { throw new Error("got"); } };', /got/],
    ['turning it into text throws', 'return { toJSON() { throw new Error("turned"); } };', /turned/],
    ['it throws what cannot be turned into text', 'throw { get message() { throw 1; }, toString() { throw 2; } };', /./],
    ['it throws a symbol', 'throw Symbol("x");', /./],
    [
      'it answers with a proxy that answers for ever',
      'return new Proxy({}, { get: (of, name, me) => me, ownKeys: () => { for (;;) {} } });',
      /interrupted|stack|Return true or false/,
    ],
    [
      'it answers with a proxy that is gone',
      'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;',
      /revoked|Return true/,
    ],
    ['it answers with itself in itself', 'const a = {}; a.a = a; return a;', /circular/],
    ['it answers with a gigabyte', 'return "x".repeat(2 ** 29) + "x".repeat(2 ** 29);', /out of memory|length|InternalError/],
    ['it fills what it answers with', 'return { result: true, values: { a: "x".repeat(1001) } };', /^The value a/],
    ['a pattern takes for ever', 'return /^(a+)+$/.test("a".repeat(40) + "!");', /interrupted|took longer|InternalError/],
    ['the stack is spent on JSON', 'let deep = 1; for (let n = 0; n < 2e4; n++) deep = [deep]; return deep;', /stack|took longer/],
    ['the message cannot be stored', 'throw new Error("a\\u0000\\ud800");', /^Error: a/],
    ['a promise is refused with nothing', 'return Promise.reject();', /./],
    ['what it waits for never comes', 'return { then() {} };', /promise does not end/],
    ['it steps out of its function', 'return true; }); globalThis.x = 1; (function () {', /SyntaxError/],
    ['it steps out the other way', 'return true; }]; globalThis.x = 1; [function () {', /SyntaxError/],
  ])('answers with an error when %s', async (_, code, message) => {
    expect(await run(code)).toMatchObject({ error: expect.stringMatching(message) });
  });

  it('says where it fails, by the lines of the code', async () => {
    expect(await run('const a = 1;\n\nreturn nobody.there;')).toMatchObject({
      error: expect.stringContaining('nobody'),
      line: 3,
      column: expect.any(Number),
    });
    expect(await run('const a = 1;\nreturn a +;')).toMatchObject({ error: expect.stringContaining('SyntaxError'), line: 2 });
  });

  it('is ended where it cannot be interrupted, and the same code is not tried for ever', async () => {
    const code = 'return new Array(1e9).indexOf(1) > 0;';
    const calls = Array.from({ length: 5 }, (_, index) => ({ code, input, seed: String(index), at: 0 }));
    const answers = await runCode(share(), [...calls, { ...calls[0]!, code: 'return true;' }]);
    expect(answers.slice(0, 5)).toEqual(
      calls.map(() => ({ error: 'The code took longer than 250 milliseconds.', line: null, column: null })),
    );
    expect(answers[5]).toEqual({ yes: true, values: {} });
  });

  it.each([
    'globalThis.kept = (globalThis.kept ?? 0) + 1; return kept > 1;',
    'Array.prototype.kept = 1; return false;',
    'const of = Object.getPrototypeOf([][Symbol.iterator]()); const was = of.kept; of.kept = 1; return was === 1;',
    'const of = Object.getPrototypeOf(async () => {}); const was = of.kept; of.kept = 1; return was === 1;',
    'const of = Object.getPrototypeOf(function* () {}).prototype; const was = of.kept; of.kept = 1; return was === 1;',
    'const was = JSON.kept; JSON.kept = 1; return was === 1;',
    'const was = Error.stackTraceLimit; Error.stackTraceLimit = 3; return was === 3;',
    'JSON.stringify = () => "[true]"; return false;',
    'Object.defineProperty(Math, "random", { value: () => 1 }); return Math.random() === 1;',
    'const tag = (parts) => parts; const parts = tag`x`; const was = parts.kept; parts.kept = 1; return was === 1;',
  ])('leaves nothing for the next claim: %s', async (code) => {
    const calls = [1, 2].map((number) => ({ code, input, seed: String(number), at: 0 }));
    for (const answer of await runCode(share(), calls)) expect(answer).not.toMatchObject({ yes: true });
  });
});

describe('a strategy with code', () => {
  let house: StrategyHouse;
  beforeAll(async () => {
    house = await openStrategyHouse();
  });
  afterAll(() => house.close());
  beforeEach(() => house.rewind());
  const code = (id: string, text: string, outputs: Record<string, string | null>): TreeStep => ({
    id,
    stepType: 'evaluateCode',
    stepState: { code: text },
    outputs,
  });
  const mark = (id: string): TreeStep => ({ id, stepType: 'checkpoint', stepState: { displayName: id }, down: null });

  it('branches by what it answers, several times in a row, with the values of the run', async () => {
    const blueprintId = await house.saved([
      code('first', 'return { result: claim.balance === 10000, values: { due: claim.dueDate } };', {
        yes: 'second',
        no: null,
        error: null,
      }),
      code('second', 'return strategy.due === "2026-02-01" && now.date === "2026-03-03" && now.weekday === "Tuesday";', {
        yes: 'end',
        no: null,
        error: null,
      }),
      end,
    ]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    expect(stepsOf(await house.current(claim))).toEqual(['first:yes', 'second:yes', 'end:ended']);
  });

  it('takes the error path or stops with the reason, and the others run on', async () => {
    const bad = 'if (claim.externalClaimRef.endsWith("bad")) for (;;) {} return true;';
    const withPath = await house.saved([code('c', bad, { yes: 'ok', no: null, error: 'oops' }), mark('ok'), mark('oops')]);
    const without = await house.saved([code('c', 'return nothing;', { yes: null, no: null, error: null })]);
    const claims = [await house.newClaim(), await house.newClaim(), await house.newClaim()];
    const looping = `${claims[1]!.externalClaimRef}-bad`;
    await house.inA((tx) =>
      tx.sql('update claim set external_claim_ref = $2 where external_claim_ref = $1', [claims[1]!.externalClaimRef, looping]),
    );
    claims[1] = { ...claims[1]!, externalClaimRef: looping };
    await house.command('startStrategy', claims, withPath);
    const failing = await house.newClaim();
    await house.command('startStrategy', [failing], without);
    await house.advance();
    const decided = async (claim: (typeof claims)[number]) => stepsOf(await house.current(claim)).filter((step) => !step.endsWith(':null'));
    expect(await Promise.all(claims.map(decided))).toEqual([
      ['c:yes', 'ok:done'],
      ['c:error', 'oops:done'],
      ['c:yes', 'ok:done'],
    ]);
    expect(await house.current(failing)).toMatchObject({ status: 'failed', reason: { key: 'step.codeFailed', values: { line: 1 } } });
  });
});
