/** A rule made ready to decide: its condition and its steps, in one line. */
import { type CompiledBlueprint, compile } from '../compile.ts';
import { type Condition, compileBlocks } from '../conditions/blocks.ts';
import { compileExpression } from '../conditions/expression.ts';
import type { Need, Reason, Step } from '../types.ts';
import type { Reaction, Rule, RuleCondition } from './rule.ts';
import { endsRule, reactionStep } from './steps.ts';

/** What is wrong with a rule, at a place of it: "condition", "reactions.2". */
export interface RuleProblem {
  readonly path: string;
  readonly why: Reason;
}

export interface CompiledRule {
  readonly rule: Rule;
  readonly problems: readonly RuleProblem[];
  readonly condition: Condition | null;
  readonly blueprint: CompiledBlueprint;
  /** What condition and steps may read; 'claim' is always among them. */
  readonly needs: readonly Need[];
}

function compileCondition(condition: RuleCondition): Condition {
  if (!('metafield' in condition))
    return condition.mode === 'easy' ? compileBlocks(condition.matchType, condition.conditions) : compileExpression(condition.expression);
  const { metafield, operation, metavalue } = condition;
  // A field is looked for where a message's placeholder finds it: on the claim, else on the account.
  const blocks = ['claim', 'account'].map((owner) => ({ variable: `${owner}.meta.${metafield}`, operation, value: metavalue }));
  return compileBlocks('any', blocks);
}

/** Each step leads to the next one, unless how it came out ends the rule; the last ends the path. */
function inOneLine(reactions: readonly Reaction[]): Step[] {
  return reactions.map(({ id, type, parameters }, index) => ({
    id,
    stepType: type,
    stepState: parameters,
    outputs: Object.fromEntries(
      (reactionStep(type)?.outputs ?? []).map((output) => [output, endsRule(type, output) ? null : (reactions[index + 1]?.id ?? null)]),
    ),
  }));
}

/** Never throws: what is wrong with a rule is among its `problems`, all at once. */
export function compileRule(ruleId: string, rule: Rule): CompiledRule {
  const condition = rule.condition && compileCondition(rule.condition);
  const blueprint = compile({ blueprintId: ruleId, version: 1, steps: inOneLine(rule.reactions) }, reactionStep);
  const problems = rule.reactions.flatMap(({ id }, index): RuleProblem[] => {
    const why = blueprint.steps.get(id)?.problem;
    return why ? [{ path: `reactions.${index}`, why }] : [];
  });
  if (condition?.problem) problems.unshift({ path: 'condition', why: condition.problem });
  return { rule, problems, condition, blueprint, needs: [...new Set([...blueprint.needs, ...(condition?.needs ?? [])])].sort() };
}
