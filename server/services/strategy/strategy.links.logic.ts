/** Which strategies lead to which, through which steps and rules, with the claims in each: one picture of all of them. */
import type { Uuid } from '../../../core/id.ts';
import { leadsOnTo } from '../../../engine/circle.ts';
import type { Step } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type UsedStep, usedSteps } from './strategy.usage.logic.ts';
import { currentVersions } from './strategy.versions.logic.ts';

/** A rule as far as it has to do with strategies. */
export interface LinkedRule {
  readonly id: Uuid;
  /** Of a rule that is one account's own. */
  readonly accountId: Uuid | null;
  /** Empty when the rule has no name. */
  readonly displayName: string;
  /** The event that it answers. */
  readonly messageType: string;
  readonly isEnabled: boolean;
  /** The trigger that it answers; null for any. */
  readonly triggerName: string | null;
  /** The strategies that it starts. */
  readonly starts: readonly { readonly blueprintId: Uuid; readonly step: UsedStep }[];
}

type Rules = (tx: Tx) => Promise<LinkedRule[]>;
let readLinkedRules: Rules = async () => [];

/** Says how rules are read. The reactions service does so once, in a module that its resolvers import. */
export function provideLinkedRules(read: Rules): void {
  readLinkedRules = read;
}

/** @returns the rules that start a strategy, with the steps that do. */
export async function rulesStarting(tx: Tx, blueprintId: Uuid) {
  return (await readLinkedRules(tx)).flatMap(({ id, displayName, messageType, starts }) => {
    const stepIds = starts.filter((each) => each.blueprintId === blueprintId).map(({ step }) => step.id);
    return stepIds.length > 0 ? [{ id, displayName: displayName || messageType, stepIds }] : [];
  });
}

export type LinkKind = 'replaces' | 'inserts' | 'starts' | 'fires';

/** What leads from one to the other: strategies and rules by their ids. */
export interface StrategyLink {
  readonly from: Uuid;
  readonly to: Uuid;
  readonly kind: LinkKind;
  readonly steps: UsedStep[];
}

interface StrategyNode {
  readonly id: Uuid;
  readonly displayName: string;
  readonly categories: string[];
  readonly active: number;
  readonly waiting: number;
  readonly paused: number;
}

/** @param withRules whether the caller may see rules. @returns all strategies, the rules that have to do with them, and what leads from one to another. */
export async function strategyMap(tx: Tx, withRules: boolean) {
  const strategies = await nodesOf(tx);
  const known = new Set<string>(strategies.map(({ id }) => id));
  const versions = await currentVersions(tx);
  const links = new Map<string, StrategyLink>();
  const add = (from: Uuid, to: Uuid, kind: LinkKind, step: UsedStep) => {
    const key = `${from} ${to} ${kind}`;
    links.set(key, { from, to, kind, steps: [...(links.get(key)?.steps ?? []), step] });
  };
  for (const { id, steps } of versions)
    for (const step of steps) {
      const target = leadsOnTo(step) as Uuid | null;
      if (target !== null && known.has(target))
        add(id, target, step.stepType === 'insertStrategySteps' ? 'inserts' : 'replaces', told(step));
    }
  const rules = withRules ? (await readLinkedRules(tx)).filter(({ accountId }) => accountId === null) : [];
  for (const rule of rules) {
    for (const { blueprintId, step } of rule.starts) if (known.has(blueprintId)) add(rule.id, blueprintId, 'starts', step);
    if (rule.messageType === 'customTriggerFired')
      for (const { id, steps } of versions) for (const step of steps.filter(firesFor(rule))) add(id, rule.id, 'fires', told(step));
  }
  const linked = new Set([...links.values()].flatMap(({ from, to }) => [from, to]));
  return { strategies, reactions: rules.filter(({ id }) => linked.has(id)), links: [...links.values()] };
}

const told = ({ id, stepType, stepState }: Step): UsedStep => usedSteps([{ id, type: stepType, state: stepState }])[0]!;

const firesFor =
  ({ triggerName }: LinkedRule) =>
  ({ stepType, stepState }: Step) =>
    stepType === 'executeCustomTrigger' && (triggerName === null || triggerName === stepState.trigger);

function nodesOf(tx: Tx): Promise<StrategyNode[]> {
  return tx.sql<StrategyNode & Record<string, unknown>>(
    `select b.blueprint_id as id, b.display_name as "displayName", b.categories, coalesce(r.active, 0) as active, coalesce(r.waiting, 0) as waiting,
       coalesce(r.paused, 0) as paused
     from strategy_blueprint b left join (
       select blueprint_id, count(*) filter (where status = 'active')::int as active, count(*) filter (where status = 'waiting')::int as waiting,
         count(*) filter (where status = 'paused')::int as paused
       from strategy_run where client_id = $1 and status in ('active', 'waiting', 'paused') group by blueprint_id) r on r.blueprint_id = b.blueprint_id
     where b.client_id = $1 and not b.is_deleted order by lower(b.display_name)`,
    [tx.clientId],
  );
}
