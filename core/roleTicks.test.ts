import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isModuleVisible } from './moduleRules.ts';
import { ALL_MODULES } from './modules.ts';
import { holds, isPermission, PERMISSIONS } from './permissions.ts';
import { BUILT_IN_ROLES } from './roles.ts';
import { permissionsOf, type Tick, tickOf, ticksOf, toggle } from './roleTicks.ts';

const groups = ALL_MODULES.flatMap((module) => module.permissionGroups.map((group) => ({ module, group })));
const steps = fc.array(fc.constantFrom(...groups), { maxLength: 30 });
const click = (clicks: readonly (typeof groups)[number][]) =>
  clicks.reduce<ReadonlySet<Tick>>((ticks, { module, group }) => toggle(ticks, module, group), new Set());

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

describe('the role editor', () => {
  it('keeps what is ticked through saving and loading', () => {
    fc.assert(
      fc.property(steps, (clicks) => {
        const ticks = click(clicks);
        const loaded = ticksOf(permissionsOf(ticks, []));
        for (const tick of ticks) expect(loaded.has(tick), tick).toBe(true);
        // What more is ticked then is made of rights that were given already; saving it again changes nothing.
        expect(permissionsOf(loaded, [])).toEqual(permissionsOf(ticks, []));
      }),
    );
  });

  it('never gives an option without its module', () => {
    fc.assert(
      fc.property(steps, (clicks) => {
        const ticks = click(clicks);
        for (const { module, group } of groups)
          if (ticks.has(tickOf(module, group))) expect(ticks.has(`${module.name}/default`)).toBe(true);
      }),
    );
  });

  it('keeps rights that no tick stands for, and lets every built-in role be saved as it is', () => {
    for (const role of BUILT_IN_ROLES) {
      const saved = permissionsOf(ticksOf(role.permissions), role.permissions);
      for (const [domain, actions] of Object.entries(PERMISSIONS))
        for (const action of actions)
          if (holds(role.permissions, domain, action)) expect(holds(saved, domain, action), `${role.name} ${domain}/${action}`).toBe(true);
      expect(permissionsOf(ticksOf(saved), saved)).toEqual(saved);
    }
    expect(holds(permissionsOf(new Set(), [{ domain: 'test', actions: ['runAcceptanceTests'] }]), 'test', 'runAcceptanceTests')).toBe(true);
  });
});
