/**
 * What a rule does on the claims of its event: its steps, decided for runs that nobody stores. Whoever drives the engine asks which claims the
 * rule acts on (`actsOn`), advances the run of each (`advanceClaim`), with what code answers, and puts together what they came to (`reactedOf`).
 */
import type { Instant } from '../../core/time.ts';
import { advance, type Surroundings, startRun } from '../advance.ts';
import { type Effect, isContact } from '../effects.ts';
import type { Values } from '../memory.ts';
import type { Advanced, Facts, Reason, Run, Trace } from '../types.ts';
import type { CompiledRule } from './compile.ts';
import { endsRule } from './steps.ts';

export interface ReactingClaim {
  readonly externalClaimRef: string;
  readonly facts: Facts;
}

/** A claim that a rule acts on. */
export interface ActingClaim extends ReactingClaim {
  /** What the condition answered, if there is one. */
  readonly why: Reason | null;
  readonly run: Run;
}

/** One step of a firing, as the timeline tells of it. */
export interface DecidedStep {
  readonly stepId: string;
  readonly stepType: string;
  readonly outcome: Trace['outcome'];
  readonly why: Reason | null;
  readonly rule?: string;
  /** Unless it is the first of the claims. */
  readonly claimRef?: string;
}

export interface Reacted {
  /** Why it fired: what the condition answered, if there is one. */
  readonly why: Reason | null;
  readonly effects: readonly {
    readonly stepId: string;
    readonly externalClaimRef: string;
    readonly effect: Effect;
    /** What earlier steps had set for the claim; absent without any. */
    readonly values?: Values;
  }[];
  readonly steps: readonly DecidedStep[];
}

/** What is done to an account as a whole: of several claims, the first one that comes to the step does it. A contact reaches the same debtor in any case. */
const ACCOUNT_WIDE: ReadonlySet<string> = new Set([
  'createTask',
  'assignAccount',
  'startWorkflow',
  'stopWorkflow',
  'askAssessment',
  'sendClientEmail',
] satisfies Effect['kind'][]);
const isAccountWide = (effect: Effect) =>
  isContact(effect) || ACCOUNT_WIDE.has(effect.kind) || (effect.kind === 'setMeta' && effect.target === 'account');

/** No step of a rule reads its account from the run. */
const NO_ACCOUNT = '';

/**
 * Asks the condition of a rule whose event matches.
 * @param firing names the rule and the event, always the same for both: random numbers of code are made of it.
 * @param claims those that the event is about, the oldest first.
 * @returns the claims that the rule acts on, each at its first step; or, if the condition holds for none, why not.
 */
export function actsOn(
  { condition, blueprint }: CompiledRule,
  firing: string,
  claims: readonly ReactingClaim[],
  surroundings: Surroundings,
): readonly ActingClaim[] | { readonly refused: Reason } {
  const acting: ActingClaim[] = [];
  let refused: Reason | null = null;
  for (const { externalClaimRef, facts } of claims) {
    const of = { runId: `${firing}:${externalClaimRef}`, accountId: NO_ACCOUNT, externalClaimRef };
    const run = startRun(of, blueprint, surroundings.now as Instant);
    const answer = condition?.answer(facts, { ...surroundings, run });
    if (!answer || answer.yes) acting.push({ externalClaimRef, facts, why: answer?.why ?? null, run });
    else refused ??= answer.why;
  }
  return acting.length > 0 ? acting : { refused: refused ?? { key: 'reaction.noClaim' } };
}

/** Decides a claim's steps, up to code that has no answer yet. */
export const advanceClaim = (
  { blueprint }: CompiledRule,
  { run, facts }: Pick<ActingClaim, 'run' | 'facts'>,
  surroundings: Surroundings,
): Advanced => advance(run, blueprint, facts, { ...surroundings, isReaction: true });

/** @returns what a rule asks for, of what each claim came to. @param advanced in the order of the claims */
export function reactedOf(acting: readonly ActingClaim[], advanced: readonly Advanced[]): Reacted {
  const effects: Reacted['effects'][number][] = [];
  const steps: DecidedStep[] = [];
  // Code may end the rule for the first claim: what it did not come to is done by the next one.
  const firstAt = new Map<string, string>();
  for (const [index, { traces, effects: asked }] of advanced.entries()) {
    const { externalClaimRef } = acting[index]!;
    for (const { stepId } of traces) if (!firstAt.has(stepId)) firstAt.set(stepId, externalClaimRef);
    for (const { stepId, effect, values } of asked)
      if (firstAt.get(stepId) === externalClaimRef || !isAccountWide(effect))
        effects.push({ stepId, externalClaimRef, effect, ...(values && { values }) });
    for (const { stepId, stepType, outcome, why, gate } of traces)
      if (firstAt.get(stepId) === externalClaimRef || outcome === 'failed' || endsRule(stepType, outcome))
        steps.push({
          stepId,
          stepType,
          outcome,
          why,
          ...(gate && gate.answer !== 'allow' && { rule: gate.rule }),
          ...(index > 0 && { claimRef: externalClaimRef }),
        });
  }
  return { why: acting[0]!.why, effects, steps };
}
