import type { FeatureFlag } from '../../../../core/featureFlags.ts';
import { holds } from '../../../../core/holds.ts';
import type { Action, Domain } from '../../../../core/permissions.ts';
import { useWorkspace } from '../../../shell/workspace.ts';

/** What a part of the screen needs before it shows. */
export interface Gate {
  readonly permission?: { [D in Domain]: readonly [domain: D, action: Action<D>] }[Domain];
  readonly flag?: FeatureFlag;
}

/** @returns what tells whether a part shows to this user in this client. */
export function useGates(): (gate: Gate) => boolean {
  const { access } = useWorkspace();
  return ({ permission, flag }) => (!permission || holds(access.permissions, permission[0], permission[1])) && (!flag || access.isOn(flag));
}
