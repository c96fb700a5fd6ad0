/** What rules name: strategies they lead to, and content that is found and replaced in many of them. */
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Rule } from '../../../engine/reactions/rule.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { putContent } from '../strategy/strategy.content.logic.ts';
import { rulesStarting } from '../strategy/strategy.links.logic.ts';
import { givesTo, holds, sendsBundle } from '../strategy/strategy.references.logic.ts';
import { store } from './reactions.edit.logic.ts';
import { lockRule, type RuleRow, readRules } from './reactions.rules.logic.ts';

/** @returns the events of rules whose steps hold the value, each once, in the order of the rules. @throws Fault INVALID_INPUT */
export async function messageTypesByContent(tx: Tx, content: string): Promise<string[]> {
  if (content === '') throw invalid('content', 'needed');
  const rows = (await readRules(tx)).filter(({ rule }) => holds(parametersOf(rule), content));
  return [...new Set(rows.map(({ rule }) => rule.messageType))];
}

const parametersOf = ({ reactions }: Rule) => reactions.map(({ parameters }) => parameters);

/** Puts one content in the place of another in all rules. @returns those that changed. @throws Fault INVALID_INPUT */
export async function replaceContent(tx: Tx, oldContent: string, newContent: string): Promise<RuleRow[]> {
  if (oldContent === '') throw invalid('oldContent', 'contentOldMissing');
  if (newContent === '') throw invalid('newContent', 'contentNewMissing');
  return replaceIn(tx, oldContent, newContent);
}

async function replaceIn(tx: Tx, oldContent: string, newContent: string): Promise<RuleRow[]> {
  const changed: RuleRow[] = [];
  for (const { reactionId, rule } of await readRules(tx)) {
    if (!holds(parametersOf(rule), oldContent)) continue;
    const row = await lockRule(tx, reactionId);
    const reactions = row.rule.reactions.map((step) => ({
      ...step,
      parameters: putContent(step.parameters, oldContent, newContent) as typeof step.parameters,
    }));
    changed.push(await store(tx, row, { rule: { ...row.rule, reactions }, isEnabled: row.isEnabled }));
  }
  return changed;
}

/** Rules that start a strategy start its replacement. @throws Fault CONFLICT naming them when there is none */
export async function followReplacement(tx: Tx, blueprintId: Uuid, replacementId: Uuid | null): Promise<void> {
  if (replacementId !== null) await replaceIn(tx, blueprintId, replacementId);
  else
    await refuse(
      (await rulesStarting(tx, blueprintId)).map(({ displayName }) => displayName),
      'blueprintId',
    );
}

/** @throws Fault CONFLICT naming the rules that send the message */
export async function refuseUsedBundle(tx: Tx, contentTemplateType: string, fileName: string): Promise<void> {
  await refuseUsed(tx, (type, parameters) => sendsBundle(type, parameters, contentTemplateType, fileName), 'fileName');
}

/** @throws Fault CONFLICT naming the rules that ask the decision tree */
export const refuseUsedTree = (tx: Tx, treeId: string) =>
  refuseUsed(tx, (type, parameters) => type === 'executeDecisionTree' && parameters.treeId === treeId, 'treeId');

/** @throws Fault CONFLICT naming the rules that give claims to the partner */
export const refuseUsedPartner = (tx: Tx, partnerId: string) =>
  refuseUsed(tx, (type, parameters) => givesTo(type, parameters, partnerId), 'partnerId');

/** @throws Fault CONFLICT naming the rules that start workflows of the blueprint */
export const refuseUsedWorkflow = (tx: Tx, blueprintId: string) =>
  refuseUsed(tx, (type, parameters) => type === 'createWorkflow' && parameters.workflowBlueprintId === blueprintId, 'id');

async function refuseUsed(
  tx: Tx,
  uses: (type: string, parameters: Readonly<Record<string, unknown>>) => boolean,
  field: string,
): Promise<void> {
  const using = (await readRules(tx)).filter(({ rule }) => rule.reactions.some(({ type, parameters }) => uses(type, parameters)));
  await refuse(
    using.map(({ rule }) => rule.displayName || rule.messageType),
    field,
  );
}

async function refuse(names: readonly string[], field: string): Promise<void> {
  if (names.length > 0)
    throw fault('CONFLICT', 'reactionsUse', { names: [...new Set(names)].map((name) => `“${name}”`).join(', ') }, field);
}
