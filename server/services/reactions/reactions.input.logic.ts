/** Reads a rule as a caller hands it in. */
import { collectFaults, faultOfFields, faultOfIssues } from '../../../core/collectFaults.ts';
import { type Fault, invalid, type WrongField, words } from '../../../core/fault.ts';
import { isUuid } from '../../../core/id.ts';
import { compileStep } from '../../../engine/compile.ts';
import { compileRule } from '../../../engine/reactions/compile.ts';
import { type Reaction, type Rule, ruleSchema } from '../../../engine/reactions/rule.ts';
import { reactionStep } from '../../../engine/reactions/steps.ts';
import type { Reason } from '../../../engine/reason.ts';
import { treeKey } from '../../../engine/trees/ref.ts';
import { MOST_LEVELS, nestingOf } from '../../platform/edge/body.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { loadTrees } from '../decision/decision.compiled.logic.ts';
import { isStrategy } from '../strategy/strategy.references.logic.ts';
import { wrongFirings } from '../strategy/strategy.trigger.logic.ts';
import type { ReactionInput } from './reactions.graphql.ts';
import { readAllowed } from './reactions.rules.logic.ts';

const FIELD = 'reaction';

/** @returns the rule. @throws Fault INVALID_INPUT naming every wrong field, e.g. "reaction.reactions.0.parameters.bundleName" */
export async function readRule(tx: Tx, input: ReactionInput): Promise<Rule> {
  return collectFaults(async (check) => {
    const reactions = input.reactions.map((step, index) => check(() => ({ ...step, parameters: parametersOf(step.parameters, index) })));
    const parsed = ruleSchema.safeParse({
      ...input,
      condition: input.fullCondition ?? input.condition,
      reactions: reactions.map((step, index) => step ?? { ...input.reactions[index], parameters: {} }),
    });
    if (!parsed.success) {
      check(() => {
        throw renamed(faultOfIssues(FIELD, parsed.error.issues), input);
      });
      // The steps have faults of their own, which one answer names with the others.
      for (const [index, step] of reactions.entries()) if (step) check(() => requireStep(step, index));
      return undefined as never;
    }
    const rule = parsed.data;
    for (const [index, step] of rule.reactions.entries()) if (reactions[index]) check(() => requireStep(step, index));
    const condition = compileRule('', rule).problems.find(({ path }) => path === 'condition');
    if (condition)
      check(() => {
        throw renamed(invalid(`${FIELD}.condition`, 'reactionCondition', { reason: saidBy(condition.why) }), input);
      });
    await check(() => requireAllowed(tx, rule));
    await check(() => requireStrategies(tx, rule));
    await check(() => requireTrees(tx, rule));
    await check(() => requireTriggerValues(tx, rule));
    return rule;
  });
}

/** A condition is told of where it was given. */
function renamed(fault: Fault, { fullCondition }: ReactionInput): Fault {
  if (fullCondition == null) return fault;
  const rename = (field: string) => field.replace(`${FIELD}.condition`, `${FIELD}.fullCondition`);
  const fields = fault.fields ?? [{ field: fault.field!, words: fault.words }];
  return faultOfFields(fields.map(({ field, words: said }) => ({ field: rename(field), words: said })))!;
}

function parametersOf(text: string, index: number): Record<string, unknown> {
  try {
    // Before anything walks through it by calling itself.
    const value: unknown = nestingOf(text) > MOST_LEVELS ? null : JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw invalid(`${FIELD}.reactions.${index}.parameters`, 'reactionParameters');
}

/** @throws Fault INVALID_INPUT for a step that is unknown, that waits or branches, or whose fields are wrong */
export function requireStep({ type, parameters }: Pick<Reaction, 'type' | 'parameters'>, index: number): void {
  const place = `${FIELD}.reactions.${index}`;
  const definition = reactionStep(type);
  if (!definition) throw invalid(`${place}.type`, 'reactionStepUnknown', { type });
  const state = definition.fields.safeParse(parameters);
  if (!state.success) throw faultOfIssues(`${place}.parameters`, state.error.issues);
  const problem = definition.prepare?.(state.data).problem;
  if (problem) throw invalid(`${place}.parameters`, 'reactionStepWrong', { reason: saidBy(problem) });
}

const saidBy = ({ key, values }: Reason) => String(values?.message ?? key);

/** @throws Fault INVALID_INPUT for what the client's configuration leaves out */
async function requireAllowed(tx: Tx, { messageType, reactions }: Rule): Promise<void> {
  const { events, steps } = await readAllowed(tx);
  const wrong: WrongField[] = [];
  if (events && !events.has(messageType)) wrong.push({ field: `${FIELD}.messageType`, words: words('reactionEventOff') });
  for (const [index, { type }] of reactions.entries())
    if (steps && !steps.has(type)) wrong.push({ field: `${FIELD}.reactions.${index}.type`, words: words('reactionStepOff') });
  const fault = faultOfFields(wrong);
  if (fault) throw fault;
}

/** A decision tree that a step asks must exist, in the version that it names or in a live one. @throws Fault INVALID_INPUT */
async function requireTrees(tx: Tx, { reactions }: Rule): Promise<void> {
  const asked = reactions.flatMap(({ type, parameters }, index) => {
    const { tree } = compileStep({ id: '', stepType: type, stepState: parameters, outputs: {} }, reactionStep);
    return tree ? [{ tree, index }] : [];
  });
  if (asked.length === 0) return;
  const known = await loadTrees(
    tx,
    asked.map(({ tree }) => tree),
  );
  const missing = asked.filter(({ tree }) => !known.has(treeKey(tree)));
  const fault = faultOfFields(
    missing.map(({ index }) => ({ field: `${FIELD}.reactions.${index}.parameters.treeId`, words: words('treeNotFound') })),
  );
  if (fault) throw fault;
}

/** A step that fires a declared trigger fills its fields. @throws Fault INVALID_INPUT naming each, e.g. "reaction.reactions.0.parameters.values.day" */
async function requireTriggerValues(tx: Tx, { reactions }: Rule): Promise<void> {
  const steps = reactions.map(({ type, parameters }, index) => ({ stepType: type, stepState: parameters, index }));
  const found = await wrongFirings(tx, steps, 'values');
  const fault = faultOfFields(
    found.flatMap(({ step: { index }, wrong }) =>
      wrong.map(({ field, words: said }) => ({ field: `${FIELD}.reactions.${index}.parameters.${field}`, words: said })),
    ),
  );
  if (fault) throw fault;
}

/** @throws Fault INVALID_INPUT for a strategy that there is not */
async function requireStrategies(tx: Tx, { reactions }: Rule): Promise<void> {
  const wrong: WrongField[] = [];
  for (const [index, { parameters }] of reactions.entries()) {
    const { blueprintId } = parameters;
    if (isUuid(blueprintId) && !(await isStrategy(tx, blueprintId)))
      wrong.push({ field: `${FIELD}.reactions.${index}.parameters.blueprintId`, words: words('strategyNotFound') });
  }
  const fault = faultOfFields(wrong);
  if (fault) throw fault;
}
