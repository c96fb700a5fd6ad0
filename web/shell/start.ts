/**
 * What the shell loads before it shows anything (specification 1, section 4.1): the modules, flags and clients, then the role and the
 * configuration of the client; and again whenever one of them may have changed.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FeatureFlag } from '../../core/featureFlags.ts';
import type { Module } from '../../core/modules.ts';
import { CONFIGURATION_TRIES, ROLE_TRIES, retry } from '../../core/retry.ts';
import { isOld } from './answers.ts';
import { onChange, query } from './api.ts';
import {
  StartClientsDocument,
  StartConfigurationDocument,
  type StartConfigurationQuery,
  StartFlagsDocument,
  StartModulesDocument,
  StartRoleDocument,
  type StartRoleQuery,
} from './backoffice.graphql.ts';
import { isUnreachable, onReturn } from './reachable.ts';

/** A module as the sidebar needs it, its parts beside it. */
export type MenuModule = Pick<Module, 'name' | 'path' | 'featureFlag' | 'onlyOneGroup' | 'permissionGroups'>;

export interface Started {
  readonly modules: readonly MenuModule[];
  readonly flags: readonly string[];
  readonly clients: readonly { readonly clientId: string; readonly name: string }[];
  readonly role: StartRoleQuery['getCurrentClientRole'];
  readonly configuration: StartConfigurationQuery['getClientConfiguration'];
}

/** Without its modules the application is empty, yet it stands: the failure is logged (specification 1, section 8). */
async function modules(): Promise<readonly MenuModule[]> {
  try {
    const { getRoleModuleSchema } = await query('backoffice', StartModulesDocument, {});
    return getRoleModuleSchema.flatMap((each) => [each, ...each.children]).map((each) => ({ ...each, featureFlag: flagOf(each) }));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    console.warn('The modules could not be loaded', error);
    return [];
  }
}

const flagOf = (module: { readonly featureFlag: string | null }) => module.featureFlag as FeatureFlag | null;
/** A server that is away is waited for elsewhere. */
const answered = (error: unknown) => !isUnreachable(error);

/** What start() asks for. */
const LOADED = [StartModulesDocument, StartFlagsDocument, StartClientsDocument, StartRoleDocument, StartConfigurationDocument].flatMap(
  ({ fields }) => fields,
);

/** @throws what the last try of the first failing call threw. */
export async function start(clientId: string): Promise<Started> {
  const [known, flags, clients] = await Promise.all([
    modules(),
    query('backoffice', StartFlagsDocument, {}),
    query('backoffice', StartClientsDocument, {}),
  ]);
  const [role, configuration] = await Promise.all([
    retry(() => query('backoffice', StartRoleDocument, { clientId }), ROLE_TRIES, answered),
    retry(() => query('backoffice', StartConfigurationDocument, { clientId }), CONFIGURATION_TRIES, answered),
  ]);
  return {
    modules: known,
    flags: flags.getActiveFeatureFlags,
    clients: clients.getClientList,
    role: role.getCurrentClientRole,
    configuration: configuration.getClientConfiguration,
  };
}

/** @returns what start() loads, null until then; the error of the last attempt; what loads it anew. What was loaded stays while it loads anew. */
export function useStart(clientId: string): { started: Started | null; error: unknown; reload: () => void } {
  const [state, setState] = useState<{ started: Started | null; error: unknown }>({ started: null, error: null });
  const round = useRef(0);
  const reload = useCallback(() => {
    const mine = ++round.current;
    start(clientId).then(
      (started) => mine === round.current && setState({ started, error: null }),
      (error: unknown) => mine === round.current && setState((old) => ({ started: old.started, error })),
    );
  }, [clientId]);
  useEffect(() => {
    reload();
    return () => {
      round.current += 1;
    };
  }, [reload]);
  // Roles, flags and configuration are the backoffice's.
  useEffect(() => onChange((change) => void (change.service === 'backoffice' && isOld(LOADED, change) && reload())), [reload]);
  useEffect(() => onReturn(reload), [reload]);
  return { ...state, reload };
}
