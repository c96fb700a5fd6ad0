/**
 * Where a template, topic, person, strategy and so on is used, and putting another in its place everywhere at once. A service whose definitions
 * name such things says so with defineUsage; which fields name what follows from the definitions of steps (engine/usage.ts).
 */
import { Fault, fault, invalid, missingPermission } from '../../../core/fault.ts';
import { holds, type Permission } from '../../../core/holds.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Named, UsageKind } from '../../../engine/usage.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { checkTrigger } from './strategy.trigger.logic.ts';

/** The areas in the order in which they are answered. */
export const USAGE_AREAS = ['strategies', 'reactions', 'workflows'] as const;
export type UsageArea = (typeof USAGE_AREAS)[number];

export interface UsedStep {
  readonly id: string;
  readonly stepType: string;
  /** What its author wrote about it; empty without. */
  readonly description: string;
}

/** A strategy, rule or blueprint that uses a thing. */
export interface UsagePlace {
  readonly id: Uuid;
  readonly displayName: string;
  /** Of a rule that is one account's own. */
  readonly accountId: Uuid | null;
  /** Empty where only the event or condition of a rule names it, or only older versions do. */
  readonly steps: UsedStep[];
  /** Versions that claims still run through and that use it too; a replacement leaves them as they are. */
  readonly olderVersions: number[];
}

type Right = readonly [domain: string, action: string];

export interface Usage {
  readonly where: UsageArea;
  readonly view: Right;
  readonly edit: Right;
  readonly find: (tx: Tx, named: Named) => Promise<UsagePlace[]>;
  /** Names another thing of the kind in every place. @returns the places that changed. @throws Fault naming the place where it does not fit */
  readonly replace: (tx: Tx, named: Named, value: string) => Promise<UsagePlace[]>;
  /** Whether the client has a thing that may be chosen; each kind by one service. */
  readonly knows?: Readonly<Partial<Record<UsageKind, (tx: Tx, value: string) => Promise<boolean>>>>;
}

const defined = new Map<UsageArea, Usage>();

/** Says where a service's definitions name things. Done once per service, in a module that its resolvers import. */
export function defineUsage(usage: Usage): void {
  defined.set(usage.where, usage);
}

const usages = (): Usage[] => USAGE_AREAS.flatMap((where) => defined.get(where) ?? []);
const may = (permissions: readonly Permission[], [domain, action]: Right) => holds(permissions, domain, action);

export interface UsagesOfArea {
  readonly where: UsageArea;
  readonly mayReplace: boolean;
  readonly places: UsagePlace[];
  /** Places that the caller may not see. */
  readonly hidden: number;
}

/** @returns every area with the places in it that use the thing. */
export async function findUsages(tx: Tx, named: Named, permissions: readonly Permission[]): Promise<UsagesOfArea[]> {
  const found: UsagesOfArea[] = [];
  for (const { where, view, edit, find } of usages()) {
    const places = await find(tx, named);
    const sees = may(permissions, view);
    found.push({ where, mayReplace: may(permissions, edit), places: sees ? places : [], hidden: sees ? 0 : places.length });
  }
  return found;
}

/**
 * Puts another thing of the kind in the place of one, everywhere or nowhere.
 * @returns the areas with the places that changed. @throws Fault INVALID_INPUT, FORBIDDEN for an area that the caller may not change,
 * or what keeps a strategy, rule or blueprint from using it, by its name.
 */
export async function replaceUsages(tx: Tx, named: Named, value: string, permissions: readonly Permission[]): Promise<UsagesOfArea[]> {
  if (named.kind === 'metadata') throw invalid('kind', 'usageFindOnly');
  if (value === '') throw invalid('newValue', 'usageNewMissing');
  if (value === named.value) throw invalid('newValue', 'usageSame');
  const knows = usages().flatMap(({ knows: known }) => known?.[named.kind] ?? [])[0];
  if (!knows || !(await knows(tx, value))) throw invalid('newValue', 'usageUnknown');
  const changed: UsagesOfArea[] = [];
  for (const { where, view, edit, find, replace } of usages()) {
    const used = (await find(tx, named)).filter((place) => place.steps.length > 0 || place.olderVersions.length === 0);
    if (used.length > 0 && !may(permissions, edit)) {
      const seen = used.map(({ displayName }) => `“${displayName}”`).join(', ');
      throw missingPermission(edit.join('/'), may(permissions, view) ? seen : where);
    }
    const places = used.length > 0 ? await replace(tx, named, value) : [];
    changed.push({ where, mayReplace: true, places, hidden: 0 });
  }
  return changed;
}

/** @returns the steps as usages tell them. */
export const usedSteps = (
  steps: readonly { readonly id: string; readonly type: string; readonly state: Readonly<Record<string, unknown>> }[],
): UsedStep[] =>
  steps.map(({ id, type, state }) => ({
    id,
    stepType: type,
    description: typeof state.description === 'string' ? state.description : '',
  }));

/** Runs a check or a change of one place. @throws Fault naming the place, whatever is wrong with it */
export async function naming<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Fault && (error.code === 'INVALID_INPUT' || error.code === 'NOT_FOUND'))
      throw fault('INVALID_INPUT', 'usageUnfit', { name, reason: error.words }, 'newValue');
    throw error;
  }
}

/** Steps that fire a trigger say what its fields need. @throws Fault INVALID_INPUT naming the place */
export async function requireTriggerFits(
  tx: Tx,
  name: string,
  steps: readonly { readonly type: string; readonly state: Readonly<Record<string, unknown>> }[],
  trigger: string,
): Promise<void> {
  for (const { type, state } of steps)
    if (type === 'executeCustomTrigger')
      await naming(name, () => checkTrigger(tx, trigger, (state.values ?? {}) as Readonly<Record<string, unknown>>));
}
