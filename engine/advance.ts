/** One run, its facts and a clock in; effects, traces and the run's next state out. Nothing else happens here. */
import { DAY, HOUR, type Instant } from '../core/time.ts';
import type { CodeCall } from './codeCall.ts';
import type { CompiledBlueprint, CompiledStep } from './compile.ts';
import { type ContactEffect, changesGate, type Effect, isContact } from './effects.ts';
import { gate, withContact } from './gate/gate.ts';
import type { GateDecision } from './gate/types.ts';
import { keyOf, MOST_CALLERS, MOST_VALUES, remember, withValues } from './memory.ts';
import type { Advanced, Context, Decision, Facts, Halt, KeyedEffect, Next, Reason, Run, Target, Trace, Wake } from './types.ts';

export { type CompiledBlueprint, type CompiledStep, compile, needsOf } from './compile.ts';

/** A run that decides this many steps without a wait is stopped. */
export const STEP_LIMIT = 500;

/** What a decision knows besides facts, before a run is chosen. */
export type Surroundings = Omit<Context, 'run'>;

/** A run on its way through one call of advance(); becomes an immutable Run again at its end. */
interface Walk {
  run: Run;
  facts: Facts;
  goTo?: Target;
  call?: CodeCall;
  readonly effects: KeyedEffect[];
  readonly traces: Trace[];
}

/** @returns a new run at the first step; a strategy without steps gives one that is already completed. */
export function startRun(
  of: { runId: string; accountId: string; externalClaimRef: string },
  compiled: CompiledBlueprint,
  now: Instant,
): Run {
  return {
    runId: of.runId,
    accountId: of.accountId,
    externalClaimRef: of.externalClaimRef,
    blueprintId: compiled.blueprintId,
    version: compiled.version,
    stepId: compiled.first,
    status: compiled.first === null ? 'completed' : 'active',
    wakeAt: null,
    visit: 0,
    sinceWait: 0,
    startedAt: now,
    stepEnteredAt: now,
    reason: compiled.first === null ? { key: 'run.noSteps' } : null,
  };
}

/**
 * @returns the run that goes on in another strategy after `goTo`. It keeps its id and memory, its visit and its count towards the run-away
 * limit, so that two strategies that replace each other cannot run for ever. @param stepId where it comes back to; null is the first step.
 */
export function continueRun(ended: Run, compiled: CompiledBlueprint, now: Instant, stepId: string | null = null): Run {
  const { visit, sinceWait, memory } = ended;
  const begun = { ...startRun(ended, compiled, now), visit, sinceWait, ...(memory && { memory }) };
  return stepId === null ? begun : { ...begun, stepId, status: 'active', reason: null };
}

/**
 * Decides steps until the run waits, ends, switches or runs away. Pure: same input, same output; never throws for what a strategy contains.
 * A run that is neither active nor waiting comes back unchanged. A wait that is looked at early stays, without a new trace.
 */
export function advance(run: Run, compiled: CompiledBlueprint, facts: Facts, surroundings: Surroundings): Advanced {
  const walk: Walk = { run, facts, effects: [], traces: [] };
  if (run.status !== 'active' && run.status !== 'waiting') return answer(walk);
  const status = facts.claim?.status;
  if (!surroundings.isReaction && (status === 'resolved' || status === 'deleted')) {
    end(walk, compiled, 'completed', 'ended', { key: 'run.claimResolved', values: { status } });
    return answer(walk);
  }
  while (walk.run.status === 'active' || walk.run.status === 'waiting') {
    if (walk.run.sinceWait >= STEP_LIMIT) {
      end(walk, compiled, 'stopped', 'runaway', { key: 'run.runaway', values: { steps: STEP_LIMIT } });
      break;
    }
    const step = walk.run.stepId === null ? undefined : compiled.steps.get(walk.run.stepId);
    if (!step) {
      fail(walk, compiled, { key: 'step.notFound', values: { stepId: walk.run.stepId } });
      break;
    }
    if (decideStep(walk, compiled, step, surroundings) === 'rest') break;
  }
  return answer(walk);
}

const HALTS: readonly string[] = ['wait', 'strategy', 'code', 'fail', 'end'] satisfies Halt['to'][];
const halts = (next: Next): next is Halt => HALTS.includes(next.to);

function answer({ run, effects, traces, goTo, call }: Walk): Advanced {
  return { run, effects, traces, ...(goTo && { goTo }), ...(call && { call }) };
}

/** Decides the step the run stands at. @returns whether to go on with the next one or to rest. */
function decideStep(walk: Walk, compiled: CompiledBlueprint, step: CompiledStep, surroundings: Surroundings): 'on' | 'rest' {
  const { run } = walk;
  let decision: Decision;
  try {
    decision = step.decide(walk.facts, { ...surroundings, run });
  } catch (error) {
    // A defect in a step's own code must cost one run its way, not a whole batch its transaction.
    fail(walk, compiled, {
      key: 'step.error',
      values: { stepType: step.stepType, message: error instanceof Error ? error.message : String(error) },
    });
    return 'rest';
  }
  // A rule has no run that could wait: it asks for what a step begins, and goes on.
  const next: Next = surroundings.isReaction && decision.next.to === 'wait' ? { to: 'next' } : decision.next;
  const halt = halts(next) ? next : null;
  let why = decision.why ?? null;
  if (halt?.to === 'fail') {
    fail(walk, compiled, halt.reason);
    return 'rest';
  }
  if (halt?.to === 'code') {
    walk.call = halt.call;
    walk.run = { ...run, status: 'active' };
    return 'rest';
  }
  // Where a mistake leads nowhere, the run stops there and people see why.
  if (next.to === 'error' && (step.outputs.error ?? null) === null) {
    fail(walk, compiled, why ?? { key: 'step.error', values: { stepType: step.stepType, message: '' } });
    return 'rest';
  }
  if (halt?.to === 'wait') {
    // What goes with a wait is asked for once, when the run comes to it.
    if (run.status === 'active') ask(walk, step, decision.effects ?? []);
    rest(walk, step, halt.until, halt.reason, 'waiting', { wake: halt.wake });
    return 'rest';
  }
  if (decision.values) {
    const values = withValues(run.memory?.values, decision.values);
    if (Object.keys(values ?? {}).length > MOST_VALUES) {
      fail(walk, compiled, { key: 'run.manyValues', values: { limit: MOST_VALUES } });
      return 'rest';
    }
    walk.run = remember(run, { values });
  }

  let verdict: GateDecision | undefined;
  const allowed: Effect[] = [];
  for (const effect of decision.effects ?? []) {
    if (!isContact(effect)) {
      allowed.push(effect);
      continue;
    }
    if (!walk.facts.gate) {
      fail(walk, compiled, { key: 'gate.factsMissing', values: { channel: effect.channel } });
      return 'rest';
    }
    const { channel, bundleName } = effect;
    verdict = gate({ ...walk.facts.gate, bundleName }, channel, surroundings.now);
    if (effect.wholeAccount && verdict.answer !== 'deny' && messageCoversAccount(walk.facts, effect, surroundings.now)) {
      verdict = undefined;
      why = { key: 'step.toldForAccount', values: { bundleName } };
      continue;
    }
    if (verdict.answer === 'defer' && !surroundings.isReaction) {
      rest(walk, step, verdict.until, verdict.why, 'deferred', { verdict });
      return 'rest';
    }
    why = verdict.why;
    if (verdict.answer !== 'deny') {
      allowed.push(effect);
      walk.facts = { ...walk.facts, gate: withContact(walk.facts.gate, { channel, at: surroundings.now, bundleName }) };
    }
  }
  ask(walk, step, allowed);
  if (halt?.to === 'end') {
    const isInserted = walk.run.memory?.callers !== undefined;
    end(walk, compiled, 'completed', isInserted ? 'returned' : 'ended', halt.reason);
    comeBack(walk);
    return 'rest';
  }
  if (halt?.to === 'strategy') {
    leaveFor(walk, compiled, step, halt);
    return 'rest';
  }
  const refusal = verdict && verdict.answer !== 'allow' ? ({ deny: 'denied', defer: 'deferred' } as const)[verdict.answer] : null;
  const outcome = refusal ?? (next.to === 'next' ? 'done' : next.to);
  walk.traces.push(trace(step, run, outcome, why, verdict));
  const stepId = step.outputs[next.to] ?? null;
  const moved: Run = {
    ...(run.memory || walk.run.memory ? remember(walk.run, { wake: undefined, wokenBy: undefined }) : run),
    stepId,
    status: 'active',
    wakeAt: null,
    visit: run.visit + 1,
    sinceWait: run.sinceWait + 1,
    stepEnteredAt: surroundings.now,
    reason: null,
  };
  walk.run = stepId === null ? { ...moved, status: 'completed', reason: { key: 'run.pathEnded', values: { stepId: step.id } } } : moved;
  if (stepId !== null) {
    if (surroundings.isReaction || !allowed.some(changesGate)) return 'on';
    // Due at once, with facts that know of it: what follows may be a contact.
    walk.run = { ...walk.run, wakeAt: surroundings.now };
    return 'rest';
  }
  comeBack(walk);
  return 'rest';
}

/** Notes what a step asks for. */
function ask(walk: Walk, step: CompiledStep, effects: readonly Effect[]): void {
  const { run } = walk;
  for (const [index, effect] of effects.entries()) {
    const key = keyOf(run);
    // A step asks for one effect; a second one of the same step needs a key of its own.
    const values = run.memory?.values;
    walk.effects.push({ key: index === 0 ? key : `${key}:${index}`, stepId: step.id, visit: run.visit, effect, ...(values && { values }) });
  }
}

/** Leaves for another strategy: for good, or to come back to what follows the step. */
function leaveFor(
  walk: Walk,
  compiled: CompiledBlueprint,
  step: CompiledStep,
  { blueprintId, comesBack }: Halt & { to: 'strategy' },
): void {
  const callers = walk.run.memory?.callers ?? [];
  if (comesBack && callers.length >= MOST_CALLERS) {
    fail(walk, compiled, { key: 'run.tooDeep', values: { limit: MOST_CALLERS } });
    return;
  }
  const own = { blueprintId: compiled.blueprintId, version: compiled.version, stepId: step.outputs.next ?? null };
  const [outcome, key] = comesBack ? (['inserted', 'run.inserted'] as const) : (['switched', 'run.switched'] as const);
  end(walk, compiled, 'completed', outcome, { key, values: { blueprintId } });
  // Whoever leaves for good comes back to nothing.
  walk.run = remember(walk.run, { callers: comesBack ? [...callers, own] : undefined });
  walk.goTo = { blueprintId, version: null, stepId: null };
}

/** Goes on where the strategy was inserted, in the innermost one that has a step left. */
function comeBack(walk: Walk): void {
  const callers = walk.run.memory?.callers ?? [];
  const last = callers.findLastIndex(({ stepId }) => stepId !== null);
  if (callers.length > 0) walk.run = remember(walk.run, { callers: last > 0 ? callers.slice(0, last) : undefined });
  if (last >= 0) walk.goTo = callers[last]!;
}

/**
 * Whether a message about the whole account has told of this claim already: made of the same template within a day (or the client's hours for
 * the same content), and not before the claim was known.
 */
function messageCoversAccount(facts: Facts, { channel, bundleName }: ContactEffect, now: Instant): boolean {
  const { gate: known, claim } = facts;
  if (!known || !claim) return false;
  const since = Math.max(now - Math.max(known.rules.sameContentHours * HOUR, DAY), claim.createdAt);
  return known.contacts.some(
    (contact) => contact.channel === channel && contact.bundleName === bundleName && contact.purpose !== 'service' && contact.at >= since,
  );
}

function trace(
  step: { id: string; stepType: string },
  { visit }: Run,
  outcome: Trace['outcome'],
  why: Reason | null,
  verdict?: GateDecision,
): Trace {
  const base = { stepId: step.id, stepType: step.stepType, visit, outcome, why };
  return verdict ? { ...base, gate: verdict } : base;
}

/** Lets the run wait at its step. The same wait seen again is no news. */
function rest(
  walk: Walk,
  step: CompiledStep,
  until: Instant,
  why: Reason,
  outcome: 'waiting' | 'deferred',
  { verdict, wake }: { verdict?: GateDecision; wake?: Wake | undefined } = {},
): void {
  const run = wake || walk.run.memory ? remember(walk.run, { wake, wokenBy: undefined }) : walk.run;
  const isSameEnd = run.wakeAt === until || (why.values?.until !== undefined && run.reason?.values?.until === why.values.until);
  const known = run.status === 'waiting' && run.reason?.key === why.key && isSameEnd;
  if (!known) walk.traces.push(trace(step, run, outcome, why, verdict));
  walk.run = { ...run, status: 'waiting', wakeAt: until, sinceWait: 0, reason: why };
}

/** Ends the run where it stands; the trace names the step it stood at. */
function end(
  walk: Walk,
  compiled: CompiledBlueprint,
  status: 'completed' | 'stopped' | 'failed',
  outcome: Trace['outcome'],
  reason: Reason,
): void {
  const run = walk.run.memory ? remember(walk.run, { wake: undefined, wokenBy: undefined }) : walk.run;
  const stepType = (run.stepId !== null && compiled.steps.get(run.stepId)?.stepType) || '';
  walk.traces.push(trace({ id: run.stepId ?? '', stepType }, run, outcome, reason));
  // A failed or stopped run keeps its step, so that people see where and can resume it there.
  const stepId = status === 'completed' ? null : run.stepId;
  walk.run = { ...run, stepId, status, wakeAt: null, visit: run.visit + 1, sinceWait: run.sinceWait + 1, reason };
}

function fail(walk: Walk, compiled: CompiledBlueprint, reason: Reason): void {
  end(walk, compiled, 'failed', 'failed', reason);
}
