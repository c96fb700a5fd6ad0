import { describe, expect, it } from 'vitest';
import { isFlagOn } from '../../core/featureFlags.ts';
import { ALL_MODULES, type Module } from '../../core/modules.ts';
import { BUILT_IN_ROLES } from '../../core/roles.ts';
import type { ScreenName } from '../../core/screens.ts';
import { type Access, chooseClient, isDialerOn, isInSidebar, landing, mayOpen, nameClients } from './landing.ts';
import { menuRoutes, visibleMenu } from './menu.ts';
import type { Route } from './route.ts';

const load = () => Promise.reject(new Error('not opened here'));
const route = (name: ScreenName, path: string, action: Route['action'], flag?: Route['flag']): Route => ({
  name,
  path,
  action,
  load,
  ...(flag !== undefined && { flag }),
});
// Written in another order than the sidebar's on purpose.
const routes = [
  route('contactRules', 'configuration/contact-rules', 'view-contact-rules'),
  route('strategies', 'strategy/strategy-builder-new', 'view-strategies'),
  route('accounts', 'account/manage', 'view-accounts'),
  route('account', 'account/:accountId', 'view-account'),
  route('tasks', 'account/tasks', 'view-tasks'),
  route('partners', 'asset/partners', 'view-partners', 'PARTNERS'),
];
const roleOf = (name: string) => BUILT_IN_ROLES.find((role) => role.name === name)!.permissions;
const access = (name: string, flags: string[] = []): Access => ({
  permissions: roleOf(name),
  isOn: (flag) => flags.includes(flag as string),
  modules: ALL_MODULES,
});
const names = (given: Access) =>
  visibleMenu(routes, given).flatMap((section) => section.entries.flatMap((entry) => entry.routes.map((one) => one.name)));

describe('where people land', () => {
  it('is the first entry of the sidebar that the role may open', () => {
    expect(landing(menuRoutes(routes), access('AGENT'))?.name).toBe('tasks');
    expect(landing(menuRoutes(routes), access('READ_ONLY'))?.name).toBe('accounts');
  });

  it('is nowhere when the role may open none', () => {
    expect(
      landing(menuRoutes(routes), {
        permissions: [{ domain: 'account', actions: ['*'] }],
        isOn: () => true,
        modules: ALL_MODULES,
      }),
    ).toBeNull();
  });

  it('is never a screen that is not in the sidebar', () => {
    expect(menuRoutes(routes).map((one) => one.name)).toEqual(['tasks', 'accounts', 'strategies', 'partners', 'contactRules']);
  });
});

describe('the sidebar', () => {
  it('shows what exists and the role may see, in its sections', () => {
    expect(names(access('ADMINISTRATOR'))).toEqual(['tasks', 'accounts', 'strategies', 'contactRules']);
    expect(names(access('READ_ONLY'))).toEqual(['accounts', 'strategies']);
    expect(visibleMenu(routes, access('READ_ONLY')).map((section) => section.title)).toEqual(['collect', 'automate']);
  });

  it('shows a flagged screen only with its flag', () => {
    expect(names(access('ADMINISTRATOR', ['PARTNERS']))).toContain('partners');
    expect(mayOpen(routes[5]!, access('ADMINISTRATOR'))).toBe(false);
    expect(mayOpen(routes[5]!, access('ADMINISTRATOR', ['PARTNERS']))).toBe(true);
  });
});

describe('a module of the sidebar', () => {
  const tasks = routes[4]!;
  const only = (actions: string[], modules: Access['modules'] = ALL_MODULES): Access => ({
    permissions: [
      { domain: 'backoffice-spa', actions: ['view-tasks'] },
      { domain: 'account-task', actions },
    ],
    isOn: () => false,
    modules,
  });
  const change = (part: Partial<Module>) => ALL_MODULES.map((each) => (each.name === 'tasks' ? { ...each, ...part } : each));
  const group = (name: string, action: string, notRequired: boolean) => ({
    name,
    notRequired,
    activeByDefault: true,
    permissions: [{ domain: 'account-task', actions: [action] }],
  });

  it('needs every permission of its default group', () => {
    expect(isInSidebar(tasks, only(['listOwnTasks', 'workTask']))).toBe(true);
    expect(isInSidebar(tasks, only(['listOwnTasks']))).toBe(false);
    expect(mayOpen(tasks, only(['listOwnTasks']))).toBe(true);
  });

  it('needs its other groups too, but for those marked notRequired', () => {
    const groups = (notRequired: boolean) => [group('default', 'listOwnTasks', false), group('more', 'reassignTask', notRequired)];
    expect(isInSidebar(tasks, only(['listOwnTasks'], change({ permissionGroups: groups(true) })))).toBe(true);
    expect(isInSidebar(tasks, only(['listOwnTasks'], change({ permissionGroups: groups(false) })))).toBe(false);
    expect(isInSidebar(tasks, only(['listOwnTasks'], change({ permissionGroups: groups(false), onlyOneGroup: true })))).toBe(true);
  });

  it('is not there without the list of modules, nor for a screen to come that no flag switches on', () => {
    expect(isInSidebar(tasks, only(['*'], []))).toBe(false);
    expect(isInSidebar({ ...tasks, isLater: true }, only(['*']))).toBe(false);
    expect(isInSidebar({ ...routes[5]!, isLater: true }, access('ADMINISTRATOR', ['PARTNERS']))).toBe(true);
  });

  it('is the dialer with its flag and both permissions', () => {
    expect(isDialerOn(access('AGENT', ['DIALER_INTEGRATION']))).toBe(true);
    expect(isDialerOn(access('AGENT'))).toBe(false);
    expect(isDialerOn(access('READ_ONLY', ['DIALER_INTEGRATION']))).toBe(false);
  });
});

describe('the client of an address', () => {
  const [a, b] = ['0192f0c1-2b3c-7d4e-8f90-a1b2c3d4e5f6', '0192f0c1-2b3c-7d4e-8f90-a1b2c3d4e5f7'] as const;
  const clients = [{ clientId: a }, { clientId: b }];

  it('stays when it is one of the user’s', () => expect(chooseClient(b, a, clients)).toBe(b));
  it('gives way to the stored client, then to the first', () => {
    expect(chooseClient('no-uuid', b, clients)).toBe(b);
    expect(chooseClient('0192f0c1-2b3c-7d4e-8f90-000000000000', b, clients)).toBe(b);
    expect(chooseClient('no-uuid', '0192f0c1-2b3c-7d4e-8f90-000000000000', clients)).toBe(a);
    expect(chooseClient(undefined, null, clients)).toBe(a);
  });
  it('is none for a user without clients', () => expect(chooseClient(a, a, [])).toBeNull());

  it('is named so that two are never mixed up', () => {
    expect(
      nameClients([
        { clientId: a, name: 'Nord' },
        { clientId: b, name: 'Nord' },
      ]).map((client) => client.name),
    ).toEqual(['Nord e5f6', 'Nord e5f7']);
    expect(nameClients([{ clientId: a, name: null }])[0]!.name).toBe(a);
  });
});

describe('a feature flag', () => {
  it('is the client’s own, else the fetched one, else the static one', () => {
    expect(isFlagOn('i18n', {}, [])).toBe(true);
    expect(isFlagOn('i18n', { i18n: false }, ['i18n'])).toBe(false);
    expect(isFlagOn('PARTNERS', {}, [])).toBe(false);
    expect(isFlagOn('PARTNERS', null, ['PARTNERS'])).toBe(true);
    expect(isFlagOn('SIMULATOR', { SIMULATOR: true }, [])).toBe(true);
    expect(isFlagOn('SIMULATOR', ['SIMULATOR'], [])).toBe(true);
    expect(isFlagOn('SIMULATOR', {}, [])).toBe(false);
  });
});
