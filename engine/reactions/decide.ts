/** What a rule does on the claims of its event: its steps, decided for a run that nobody stores. */
import type { Instant } from '../../core/time.ts';
import { advance, type Surroundings, startRun } from '../advance.ts';
import { type Effect, isContact } from '../effects.ts';
import type { Facts, Reason, Trace } from '../types.ts';
import type { CompiledRule } from './compile.ts';

export interface ReactingClaim {
  readonly externalClaimRef: string;
  readonly facts: Facts;
}

/** One step of a firing, as the timeline tells of it. */
export interface DecidedStep {
  readonly stepId: string;
  readonly stepType: string;
  readonly outcome: Trace['outcome'];
  readonly why: Reason | null;
  readonly rule?: string;
}

export interface Reacted {
  /** Why it fired: what the condition answered, if there is one. */
  readonly why: Reason | null;
  readonly effects: readonly { readonly stepId: string; readonly externalClaimRef: string; readonly effect: Effect }[];
  readonly steps: readonly DecidedStep[];
}

/** What is done to an account as a whole: of several claims, the first one's steps do it. A contact reaches the same debtor in any case. */
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

/** Stands for the run that the steps are decided for. */
const NO_RUN = '00000000-0000-7000-8000-000000000000';

/**
 * Decides a rule whose event matches.
 * @param claims those that the event is about, the oldest first. The condition decides for each of them whether the rule acts on it.
 * @returns what is asked for; or, if the condition holds for none, why not.
 */
export function react(
  { condition, blueprint }: CompiledRule,
  claims: readonly ReactingClaim[],
  surroundings: Surroundings,
): Reacted | { readonly refused: Reason } {
  const effects: Reacted['effects'][number][] = [];
  const steps: DecidedStep[] = [];
  let first: { readonly why: Reason | null } | null = null;
  let refused: Reason | null = null;
  for (const { externalClaimRef, facts } of claims) {
    const run = startRun({ runId: NO_RUN, accountId: NO_RUN, externalClaimRef }, blueprint, surroundings.now as Instant);
    const answer = condition?.answer(facts, { ...surroundings, run });
    if (answer && !answer.yes) {
      refused ??= answer.why;
      continue;
    }
    const advanced = advance(run, blueprint, facts, { ...surroundings, isReaction: true });
    for (const { stepId, effect } of advanced.effects)
      if (!first || !isAccountWide(effect)) effects.push({ stepId, externalClaimRef, effect });
    for (const { stepId, stepType, outcome, why, gate } of advanced.traces)
      if (!first || outcome === 'failed')
        steps.push({ stepId, stepType, outcome, why, ...(gate && gate.answer !== 'allow' && { rule: gate.rule }) });
    first ??= { why: answer?.why ?? null };
  }
  return first ? { why: first.why, effects, steps } : { refused: refused ?? { key: 'reaction.noClaim' } };
}
