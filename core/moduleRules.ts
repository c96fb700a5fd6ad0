/** Whether a module is seen: the rules of core/modules.ts without its list, for whoever gets the list from the server. */
import type { FeatureFlag } from './featureFlags.ts';
import { holds, type Permission } from './holds.ts';

export interface PermissionGroup {
  /** 'default' is what the module cannot be seen without. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Those among them that belong to another group and are only given along; none when absent. */
  readonly along?: readonly Permission[];
  /** The module is seen without it. */
  readonly notRequired: boolean;
  /** A new role that gets the module gets this group with it. */
  readonly activeByDefault: boolean;
}

/** What decides about a module. */
export interface Gated {
  readonly featureFlag: FeatureFlag | null;
  readonly onlyOneGroup: boolean;
  readonly permissionGroups: readonly PermissionGroup[];
}

/** @returns whether the role holds every permission of the group. */
export function holdsGroup(held: readonly Permission[], group: PermissionGroup): boolean {
  return group.permissions.every(({ domain, actions }) => actions.every((action) => holds(held, domain, action)));
}

/** @returns whether the module is seen: its flag, if it has one, is on, and the role holds what it asks for. */
export function isModuleVisible(module: Gated, held: readonly Permission[], isOn: (flag: FeatureFlag) => boolean): boolean {
  if (module.featureFlag !== null && !isOn(module.featureFlag)) return false;
  const asked = module.onlyOneGroup ? module.permissionGroups.slice(0, 1) : module.permissionGroups.filter((group) => !group.notRequired);
  return asked.every((group) => holdsGroup(held, group));
}
