/** What rules use: in their steps, and what their event and condition name. */
import type { Uuid } from '../../../core/id.ts';
import type { Rule } from '../../../engine/reactions/rule.ts';
import { reactionStep } from '../../../engine/reactions/steps.ts';
import { asksFor, fieldsNaming, mentions, type Named, namingInstead } from '../../../engine/usage.ts';
import { provideLinkedRules } from '../strategy/strategy.links.logic.ts';
import { defineUsage, naming, requireTriggerFits, type UsagePlace, usedSteps } from '../strategy/strategy.usage.logic.ts';
import { store } from './reactions.edit.logic.ts';
import { requireStep } from './reactions.input.logic.ts';
import { lockRule, type RuleRow, readRules } from './reactions.rules.logic.ts';

type RuleStep = Rule['reactions'][number];

const namedFields = ({ type, parameters }: RuleStep, named: Named): string[] => {
  const definition = reactionStep(type);
  return definition ? fieldsNaming(definition, parameters, named) : [];
};
const using = ({ reactions }: Rule, named: Named) => reactions.filter((step) => namedFields(step, named).length > 0);
const shown = ({ id, type, parameters }: RuleStep) => ({ id, type, state: parameters });
const calledBy = ({ displayName, messageType }: Rule) => displayName || messageType;

function placeOf({ reactionId, accountId, rule }: RuleRow, named: Named): UsagePlace {
  return { id: reactionId, displayName: calledBy(rule), accountId, steps: usedSteps(using(rule, named).map(shown)), olderVersions: [] };
}

/** Whether what a rule answers, or asks before it does, names the thing. */
function namesItself({ triggerName, condition }: Rule, { kind, value }: Named): boolean {
  if (kind === 'trigger') return triggerName === value;
  if (kind !== 'metadata' || condition === null) return false;
  // The specification's own form looks in the claim, then in its account.
  if ('metafield' in condition) return value === `claim.meta.${condition.metafield}` || value === `account.meta.${condition.metafield}`;
  return condition.mode === 'easy' ? asksFor(condition.conditions, value) : mentions(condition.expression, value);
}
const uses = (rule: Rule, named: Named) => namesItself(rule, named) || using(rule, named).length > 0;

defineUsage({
  where: 'reactions',
  view: ['reactions', 'viewReactions'],
  edit: ['reactions', 'editReactions'],
  find: async (tx, named) => (await readRules(tx)).filter(({ rule }) => uses(rule, named)).map((row) => placeOf(row, named)),
  replace: async (tx, named, value) => {
    const changed: UsagePlace[] = [];
    for (const { reactionId } of (await readRules(tx)).filter(({ rule }) => uses(rule, named))) {
      const row = await lockRule(tx, reactionId);
      const place = placeOf(row, named);
      if (named.kind === 'trigger') await requireTriggerFits(tx, place.displayName, using(row.rule, named).map(shown), value);
      const rule = withInstead(row.rule, named, value);
      await naming(place.displayName, async () => rule.reactions.forEach(requireStep));
      await store(tx, row, { rule, isEnabled: row.isEnabled });
      changed.push(place);
    }
    return changed;
  },
});

function withInstead(rule: Rule, named: Named, value: string): Rule {
  const reactions = rule.reactions.map((step) => {
    const fields = namedFields(step, named);
    const definition = reactionStep(step.type);
    return definition && fields.length > 0
      ? { ...step, parameters: namingInstead(definition, step.parameters, fields, named.value, value) }
      : step;
  });
  return { ...rule, reactions, triggerName: named.kind === 'trigger' && rule.triggerName === named.value ? value : rule.triggerName };
}

provideLinkedRules(async (tx) =>
  (await readRules(tx)).map(({ reactionId: id, accountId, isEnabled, rule }) => ({
    id,
    accountId,
    isEnabled,
    displayName: rule.displayName,
    messageType: rule.messageType,
    triggerName: rule.triggerName,
    starts: rule.reactions.flatMap((step) => {
      const { blueprintId } = step.parameters;
      const [told] = usedSteps([shown(step)]);
      return typeof blueprintId === 'string' ? [{ blueprintId: blueprintId as Uuid, step: told! }] : [];
    }),
  })),
);
