/** Between a role's rights and the boxes of the role editor: a box stands for a group of rights of a module. */

import type { Permission } from './holds.ts';
import type { PermissionGroup } from './moduleRules.ts';
import { ALL_MODULES, type Module } from './modules.ts';
import { PERMISSIONS } from './permissions.ts';
import { COMMON_RIGHTS } from './roles.ts';

/** "account/viewAccount": domain and action. */
export type Right = string;

/** What a role holds of a box: all of it, a part of what the box itself stands for, or nothing of that. */
export interface BoxState {
  readonly state: 'on' | 'partly' | 'off';
  readonly held: readonly Right[];
  readonly missing: readonly Right[];
}

/** @returns the single rights of permissions, "*" written out. */
export function rightsOf(permissions: readonly Permission[]): Right[] {
  const all = permissions.flatMap(({ domain, actions }) =>
    (actions.includes('*') ? (PERMISSIONS[domain as keyof typeof PERMISSIONS] ?? []) : actions).map((action) => `${domain}/${action}`),
  );
  return [...new Set(all)].sort();
}

const ALWAYS = new Set(rightsOf([COMMON_RIGHTS]));

/** @returns what a role of these rights is saved as: each domain once, what every role holds among them. */
export function permissionsOf(rights: Iterable<Right>): { domain: string; actions: string[] }[] {
  const byDomain = Map.groupBy(new Set([...ALWAYS, ...rights]), (right) => right.slice(0, right.indexOf('/')));
  return [...byDomain]
    .map(([domain, all]) => ({ domain, actions: all.map((right) => right.slice(domain.length + 1)).sort() }))
    .sort((a, b) => a.domain.localeCompare(b.domain));
}

/** @returns the rights that the box itself stands for: neither those it gives along, nor those that every role holds. */
export function ownRights(group: PermissionGroup): Right[] {
  const along = new Set(rightsOf(group.along ?? []));
  return rightsOf(group.permissions).filter((right) => !along.has(right) && !ALWAYS.has(right));
}

/** @returns how the box stands with these rights, and what of it they hold and lack. */
export function stateOf(rights: ReadonlySet<Right>, group: PermissionGroup): BoxState {
  const all = rightsOf(group.permissions).filter((right) => !ALWAYS.has(right));
  const missing = all.filter((right) => !rights.has(right));
  const held = all.filter((right) => rights.has(right));
  const state = missing.length === 0 ? 'on' : ownRights(group).some((right) => rights.has(right)) ? 'partly' : 'off';
  return { state, held, missing };
}

const isOpen = (rights: ReadonlySet<Right>, module: Module) =>
  module.permissionGroups[0] && stateOf(rights, module.permissionGroups[0]).state === 'on';

/**
 * Presses a box: one that is on gives up its own rights, any other one gets all of them. A module's options go with the module, but for rights
 * that another open module offers too, and come with it as they do by default.
 */
export function toggle(rights: ReadonlySet<Right>, module: Module, group: PermissionGroup): ReadonlySet<Right> {
  const next = new Set(rights);
  const isBase = group.name === 'default';
  if (stateOf(rights, group).state === 'on') {
    const others = isBase ? ALL_MODULES.filter((each) => each.name !== module.name && isOpen(rights, each)) : [];
    const kept = new Set(others.flatMap((each) => each.permissionGroups.flatMap(ownRights)));
    for (const each of isBase ? module.permissionGroups : [group])
      for (const right of ownRights(each)) if (!kept.has(right)) next.delete(right);
  } else {
    const given = module.permissionGroups.filter((each) => each === group || each.name === 'default' || (isBase && each.activeByDefault));
    for (const right of rightsOf(given.flatMap((each) => each.permissions))) next.add(right);
  }
  return next;
}

/** Where a right is offered as what a box stands for: the first box of the editor, by module and group. */
export function ownerOf(right: Right): { module: Module; group: PermissionGroup } | null {
  for (const module of ALL_MODULES)
    for (const group of module.permissionGroups) if (ownRights(group).includes(right)) return { module, group };
  return null;
}
