import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from './holds.ts';
import { isModuleVisible } from './moduleRules.ts';
import { ALL_MODULES } from './modules.ts';
import { isPermission, PERMISSIONS } from './permissions.ts';
import { BUILT_IN_ROLES, COMMON_RIGHTS } from './roles.ts';
import { ownRights, permissionsOf, type Right, rightsOf, stateOf, toggle } from './roleTicks.ts';

const groups = ALL_MODULES.flatMap((module) => module.permissionGroups.map((group) => ({ module, group })));
const steps = fc.array(fc.constantFrom(...groups), { maxLength: 30 });
describe('the modules', () => {
  it('name permissions that exist, and every one of the built-in roles does too', () => {
    const named = [...groups.flatMap(({ group }) => group.permissions), ...BUILT_IN_ROLES.flatMap((role) => role.permissions)];
    expect(named.length).toBeGreaterThan(60);
    for (const { domain, actions } of named)
      for (const action of actions)
        expect(action === '*' ? domain in PERMISSIONS : isPermission(domain, action), `${domain}/${action}`).toBe(true);
  });

  it('ask for view-{name} wherever they have a screen', () => {
    for (const module of ALL_MODULES.filter((each) => each.path !== null))
      expect(holds(module.permissionGroups[0]!.permissions, 'backoffice-spa', `view-${module.name}`), module.name).toBe(true);
  });

  it('are seen by their groups: options are not required, with onlyOneGroup the first is enough, a flag that is off hides', () => {
    const audit = ALL_MODULES.find((module) => module.name === 'user-audit')!;
    const held = audit.permissionGroups[0]!.permissions;
    expect(isModuleVisible(audit, held, () => true)).toBe(true);
    expect(isModuleVisible(audit, held, () => false)).toBe(false);
    expect(isModuleVisible(audit, [], () => true)).toBe(false);
    const strict = { ...audit, permissionGroups: audit.permissionGroups.map((group) => ({ ...group, notRequired: false })) };
    expect(isModuleVisible(strict, held, () => true)).toBe(false);
    expect(isModuleVisible({ ...strict, onlyOneGroup: true }, held, () => true)).toBe(true);
  });
});

const press = (clicks: readonly (typeof groups)[number][], rights: ReadonlySet<Right> = new Set()) =>
  clicks.reduce<ReadonlySet<Right>>((held, { module, group }) => toggle(held, module, group), rights);
const setOf = (role: (typeof BUILT_IN_ROLES)[number]) => new Set(rightsOf(role.permissions));

describe('the role editor', () => {
  it('offers every permission that guards an operation in exactly one box, or grants it to every role', () => {
    const guarding = new Set(
      globSync('server/**/*.graphql').flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/@can\(domain: "([\w-]+)", action: "([\w-]+)"\)/g)].map(
          (found) => `${found[1]}/${found[2]}`,
        ),
      ),
    );
    expect(guarding.size).toBeGreaterThan(60);
    const common = new Set(rightsOf([COMMON_RIGHTS]));
    // A box that several modules show is one by its name and by what it stands for.
    const boxes = (right: Right) =>
      new Set(
        groups
          .filter(({ group }) => ownRights(group).includes(right))
          .map(({ module, group }) => (group.name === 'default' ? module.name : `${group.name} ${ownRights(group)}`)),
      );
    for (const right of guarding) expect(boxes(right).size, right).toBe(common.has(right) ? 0 : 1);
    // What a box gives along is the own right of another one.
    for (const { group } of groups) for (const right of rightsOf(group.along ?? [])) expect(boxes(right).size, right).toBe(1);
  });

  it('has no box without a guarded operation', () => {
    // Their screens are still to come, or a right of theirs.
    const coming = ['dialer', 'simulator'];
    const sources = globSync(['server/**/*.{ts,graphql}', 'web/**/*.{ts,tsx}'])
      .filter((file) => !/\.(test|testing|cases)\.|graphql\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const guards = (right: Right) => {
      const [domain, action] = right.split('/') as [string, string];
      const forms = [`domain: "${domain}", action: "${action}"`, `'${domain}', '${action}'`, `'${right}'`];
      return domain === 'backoffice-spa' || forms.some((form) => sources.includes(form));
    };
    for (const { module, group } of groups) {
      const own = ownRights(group);
      expect(own.length, `${module.name}/${group.name}`).toBeGreaterThan(0);
      if (!coming.includes(module.name)) for (const right of own) expect(guards(right), `${module.name}/${group.name} ${right}`).toBe(true);
    }
  });

  it('shows a box as on only with all of its permissions, as off only with none of its own, and names the rest', () => {
    const box = (name: string) => groups.find(({ group }) => group.name === name)!.group;
    const agent = setOf(BUILT_IN_ROLES.find((role) => role.name === 'AGENT')!);
    expect(stateOf(agent, box('mandates'))).toMatchObject({ state: 'on', missing: [] });
    expect(stateOf(agent, box('chargeMandates')).state).toBe('off');
    agent.delete('operations/manageLinks');
    expect(stateOf(agent, box('agreements'))).toEqual({
      state: 'partly',
      held: ['operations/createInstalmentsPlan', 'operations/createPromiseToPay', 'operations/viewPayments'],
      missing: ['operations/manageLinks'],
    });
    fc.assert(
      fc.property(
        fc.subarray(Object.entries(PERMISSIONS).flatMap(([domain, actions]) => actions.map((action) => `${domain}/${action}`))),
        (held) => {
          const rights = new Set(held);
          for (const { group } of groups) {
            const { state, missing } = stateOf(rights, group);
            const some = ownRights(group).some((right) => rights.has(right));
            expect(state === 'on').toBe(missing.length === 0);
            if (state === 'off') expect(some).toBe(false);
          }
        },
      ),
    );
  });

  it('grants all of a box and removes all of its own, whatever was clicked before', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...groups), (clicks, { module, group }) => {
        const before = press(clicks);
        const after = press([{ module, group }], before);
        if (stateOf(before, group).state === 'on') {
          if (group.name !== 'default') expect(stateOf(after, group).state).not.toBe('on');
          expect([...after].every((right) => before.has(right))).toBe(true);
        } else {
          expect(stateOf(after, group).state).toBe('on');
          expect(stateOf(after, module.permissionGroups[0]!).state).toBe('on');
          expect([...before].every((right) => after.has(right))).toBe(true);
        }
      }),
    );
  });

  it('closes a module with its options, but keeps what another open module offers too', () => {
    const [email, messaging] = ['email-builder', 'messaging-builder'].map((name) => groups.filter(({ module }) => module.name === name));
    const both = press([email![0]!, messaging![0]!, messaging![1]!]);
    expect(both.has('cms/editContent')).toBe(true);
    const one = press([messaging![0]!], both);
    expect([one.has('cms/editContent'), one.has('backoffice-spa/view-messaging-builder')]).toEqual([true, false]);
    expect(press([email![0]!], one).has('cms/editContent')).toBe(false);
  });

  it('keeps permissions without a box, and saves every built-in role unchanged', () => {
    for (const role of BUILT_IN_ROLES) {
      const saved = permissionsOf(rightsOf(role.permissions));
      for (const right of rightsOf(role.permissions)) expect(rightsOf(saved), role.name).toContain(right);
      expect(permissionsOf(rightsOf(saved))).toEqual(saved);
    }
    expect(holds(permissionsOf(['test/runAcceptanceTests']), 'test', 'runAcceptanceTests')).toBe(true);
  });
});
