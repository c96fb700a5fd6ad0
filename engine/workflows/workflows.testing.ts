/** Random blueprints for tests: most of them right, some wrong in a place. */
import {
  FIELD_TYPES,
  newWorkflowStep,
  STRATEGIES_STATUSES,
  WORKFLOW_STEP_TYPES,
  type WorkflowPhase,
  type WorkflowStep,
} from './blueprint.ts';

/** @returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const TEXTS = ['Call', 'Prüfen', '', ' ', '«Ñ» 🙂', "'; drop table --", 'x'.repeat(600), '\\u0000'];
/** Names of what the client of a test has. */
export interface Known {
  readonly roles: readonly string[];
  readonly usernames: readonly string[];
  readonly bundles: readonly string[];
}

/** @param wild how often a value is one that does not fit, 0 to 1. */
export function randomPhases(random: () => number, known: Known, wild = 0.02): WorkflowPhase[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const odd = <Value>(value: Value, others: readonly unknown[]): Value => (random() < wild ? (pick(others) as Value) : value);
  const maybe = <Value>(value: Value): Value | null => (random() < 0.5 ? value : null);
  let count = 0;
  const randomStep = (number: number): WorkflowStep => {
    const type = pick(WORKFLOW_STEP_TYPES);
    const base = newWorkflowStep(`s${++count}`, type);
    const assignedTo = maybe(
      random() < 0.5 ? { userRole: pick(known.roles), username: null } : { userRole: null, username: pick(known.usernames) },
    );
    const deadline = type === 'waitDeadline' || random() < 0.3 ? { hours: 1 + Math.floor(random() * 100), minutes: 0 } : null;
    return {
      ...base,
      stepId: odd(base.stepId, ['s1', '', 7]),
      order: odd(Math.floor(random() * (number + 1)), [-1, 1.5, 'a']),
      description: odd(`Step ${count}`, TEXTS),
      isInvalid: odd(false, [true, null, 'no']),
      assignedTo: odd(assignedTo, [{ userRole: 'NOBODY', username: null }, { userRole: null, username: null }, 'x']),
      deadline: odd(deadline, [
        { hours: 0, minutes: 0 },
        { hours: 99_999, minutes: 0 },
        { hours: -1, minutes: 70 },
      ]),
      escalateTo: odd(deadline && maybe({ userRole: pick(known.roles), username: null }), [{ userRole: 'NOBODY', username: null }]),
      fields:
        type === 'manualTask'
          ? FIELD_TYPES.slice(0, Math.floor(random() * 5)).map((each) => ({
              name: odd(`f ${each}`, TEXTS),
              type: each,
              required: random() < 0.5,
            }))
          : [],
      bundleName: type === 'sendMessage' ? odd(pick(known.bundles), ['unknown', '', null]) : null,
      metadataFields: type === 'fillMetadata' ? odd(['reason'], [[], ['a', 'a'], ['']]) : [],
      strategiesStatus: type === 'setStrategies' ? pick(STRATEGIES_STATUSES) : null,
    };
  };
  return Array.from({ length: odd(1 + Math.floor(random() * 3), [0, 21]) }, (_, place) => ({
    name: odd(`Phase ${place + 1}`, TEXTS),
    steps: Array.from({ length: odd(1 + Math.floor(random() * 4), [0]) }, (_step, number) => randomStep(number)),
  }));
}
