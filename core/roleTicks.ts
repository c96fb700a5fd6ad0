/** Between a role's permissions and the ticks of the role editor: a tick is a group of rights of a module. */
import { holdsGroup, type PermissionGroup } from './moduleRules.ts';
import { ALL_MODULES, type Module } from './modules.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';
import { COMMON_RIGHTS } from './roles.ts';

/** "tasks/default": the module's name and the group's. */
export type Tick = string;
export const tickOf = (module: Module, group: PermissionGroup): Tick => `${module.name}/${group.name}`;

const GROUPS = new Map(
  ALL_MODULES.flatMap((module) => module.permissionGroups.map((group) => [tickOf(module, group), { module, group }] as const)),
);
const pairs = (permissions: readonly Permission[]): string[] =>
  permissions.flatMap(({ domain, actions }) =>
    (actions.includes('*') ? (PERMISSIONS[domain as keyof typeof PERMISSIONS] ?? []) : actions).map((action) => `${domain}/${action}`),
  );
const given = (ticks: Iterable<Tick>) => [...ticks].flatMap((tick) => pairs(GROUPS.get(tick)?.group.permissions ?? []));

const ALWAYS = pairs([COMMON_RIGHTS]);

/** @returns the ticks of a role: the groups it holds whole, options only of modules it can see. */
export function ticksOf(permissions: readonly Permission[]): ReadonlySet<Tick> {
  const held = new Set([...GROUPS].filter(([, { group }]) => holdsGroup(permissions, group)).map(([tick]) => tick));
  return new Set([...held].filter((tick) => held.has(`${GROUPS.get(tick)!.module.name}/default`)));
}

/**
 * @param before the role as it was: only what was unticked is taken from it, so rights that no tick stands for stay.
 * @returns its permissions with these ticks, each domain once, domains and actions in order.
 */
export function permissionsOf(ticks: ReadonlySet<Tick>, before: readonly Permission[]): { domain: string; actions: string[] }[] {
  const taken = new Set(given([...ticksOf(before)].filter((tick) => !ticks.has(tick))));
  const kept = pairs(before).filter((pair) => !taken.has(pair));
  const byDomain = Map.groupBy(new Set([...ALWAYS, ...kept, ...given(ticks)]), (pair) => pair.slice(0, pair.indexOf('/')));
  return [...byDomain]
    .map(([domain, all]) => ({ domain, actions: all.map((pair) => pair.slice(domain.length + 1)).sort() }))
    .sort((a, b) => a.domain.localeCompare(b.domain));
}

/** Ticks or unticks a group: a module's options go with it, and come with it as they do by default. */
export function toggle(ticks: ReadonlySet<Tick>, module: Module, group: PermissionGroup): ReadonlySet<Tick> {
  const next = new Set(ticks);
  const isBase = group.name === 'default';
  if (ticks.has(tickOf(module, group))) {
    for (const each of isBase ? module.permissionGroups : [group]) next.delete(tickOf(module, each));
  } else {
    for (const each of module.permissionGroups)
      if (each.name === 'default' || (isBase && each.activeByDefault)) next.add(tickOf(module, each));
    next.add(tickOf(module, group));
  }
  return next;
}
