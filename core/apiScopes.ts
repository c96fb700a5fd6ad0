/**
 * What an API key may be given: a noun's reading or writing, each a set of our permissions. One table for the screen, the keys and the
 * description of the API. Whoever makes a key must hold all of what a scope stands for.
 */
import { holds, type Permission } from './holds.ts';
import type { Action, Domain } from './permissions.ts';

type Pair = { [D in Domain]: readonly [domain: D, ...actions: Action<D>[]] }[Domain];

const seeAccounts: Pair = ['account', 'searchAccounts', 'searchAllAccounts', 'viewAccount'];
const seeMoney: Pair = ['operations', 'viewPayments'];

const TABLE = {
  'accounts:read': [seeAccounts],
  'accounts:write': [['account', 'viewAccount', 'editAccount', 'assignAccount']],
  'debtors:read': [['account', 'viewAccount']],
  'debtors:write': [['account', 'viewAccount', 'editAccount']],
  'claims:read': [['account', 'searchAllAccounts', 'viewAccount', 'viewClaim']],
  'claims:write': [['account', 'viewClaim', 'editClaim']],
  'payments:read': [seeMoney],
  'payments:write': [['operations', 'viewPayments', 'bookPayment', 'bookLedger']],
  'promises:read': [seeMoney],
  'promises:write': [['operations', 'viewPayments', 'createPromiseToPay']],
  'plans:read': [seeMoney],
  'plans:write': [['operations', 'viewPayments', 'createInstalmentsPlan']],
  'notes:read': [['account', 'viewAccount']],
  'notes:write': [['account', 'viewAccount', 'editAccount']],
  'files:read': [['account', 'viewFiles']],
  'files:write': [['account', 'viewFiles', 'editFiles']],
  'events:read': [['account', 'viewAccount', 'viewClaim'], ['strategy', 'viewStrategies'], seeMoney],
  'messages:read': [
    ['cms', 'viewCommunications'],
    ['account', 'viewAccount', 'sendMessage'],
    ['operations', 'viewContactRules'],
  ],
  'strategies:read': [
    ['strategy', 'viewStrategies'],
    ['account', 'viewAccount', 'viewClaim'],
  ],
  'strategies:write': [['strategy', 'viewStrategies', 'assignStrategy', 'controlStrategy']],
  'triggers:read': [['strategy', 'viewStrategies']],
  'triggers:write': [['strategy', 'viewStrategies', 'triggerStrategy']],
  'imports:read': [['account', 'viewImports']],
  'imports:write': [['account', 'viewImports', 'importPortfolio']],
  'webhooks:read': [['configuration', 'viewWebhooks']],
  'webhooks:write': [['configuration', 'viewWebhooks', 'editWebhooks']],
} as const satisfies Readonly<Record<string, readonly Pair[]>>;

export type ApiScope = keyof typeof TABLE;
export const API_SCOPES = Object.keys(TABLE) as readonly ApiScope[];

/** @returns whether there is such a scope. */
export const isApiScope = (scope: string): scope is ApiScope => Object.hasOwn(TABLE, scope);

/** @returns what scopes stand for together; an unknown one, of another release, for nothing. */
export function permissionsOfScopes(scopes: readonly string[]): readonly Permission[] {
  return scopes.filter(isApiScope).flatMap((scope) => TABLE[scope].map(([domain, ...actions]) => ({ domain, actions })));
}

/** @returns of these scopes those that stand for more than somebody holds. */
export function scopesBeyond(permissions: readonly Permission[], scopes: readonly string[]): readonly string[] {
  return scopes.filter((scope) =>
    permissionsOfScopes([scope]).some(({ domain, actions }) => actions.some((action) => !holds(permissions, domain, action))),
  );
}
