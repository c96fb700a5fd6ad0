import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PermissionGroup } from '../../../../core/moduleRules.ts';
import { MODULES, type Module } from '../../../../core/modules.ts';
import { ownerOf, ownRights, type Right, stateOf, toggle } from '../../../../core/roleTicks.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './RoleScreen.module.css';

type Change = ((rights: ReadonlySet<Right>) => void) | null;

/** A box for each module and, under it, for each of its groups of rights. @param onChange null: only to be read. */
export function ModuleTicks(props: { rights: ReadonlySet<Right>; onChange: Change }) {
  const { t } = useTranslation('roles');
  return MODULES.map((module) => {
    const title = t(`module.${module.name as 'tasks'}`);
    const rows = module.children.length > 0 ? module.children : [module];
    return (
      <section key={module.name} className={classes.area}>
        <h2>{title}</h2>
        <div className={classes.modules}>
          {rows.map((row) => (
            <ModuleRow key={row.name} module={row} {...props} />
          ))}
        </div>
      </section>
    );
  });
}

function ModuleRow(props: { module: Module; rights: ReadonlySet<Right>; onChange: Change }) {
  const { module, rights, onChange } = props;
  const { t } = useTranslation('roles');
  const { access } = useWorkspace();
  const isOff = module.featureFlag !== null && !access.isOn(module.featureFlag);
  const [base, ...options] = module.permissionGroups;
  if (!base) return null;
  return (
    <fieldset className={classes.module} disabled={onChange === null}>
      <legend className={classes.unseen}>{t(`module.${module.name as 'tasks'}`)}</legend>
      <Box
        {...{ module, rights, onChange }}
        group={base}
        label={
          <span className={classes.name}>
            {t(`module.${module.name as 'tasks'}`)}
            {isOff && <Tag title={t('flagOffDetail', { flag: module.featureFlag ?? '' })}>{t('flagOff')}</Tag>}
          </span>
        }
      />
      {options.length > 0 && (
        <div className={classes.options}>
          {options.map((group) => (
            <Box key={group.name} size="xs" {...{ module, rights, onChange, group }} label={t(`right.${group.name as 'fullSearch'}`)} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** A box with its three states; one that is held in part names what the role has of it and what not. */
function Box(props: {
  module: Module;
  group: PermissionGroup;
  rights: ReadonlySet<Right>;
  onChange: Change;
  label: ReactNode;
  size?: 'xs';
}) {
  const { module, group, rights, onChange, label, size } = props;
  const { t } = useTranslation('roles');
  const name = useRightName();
  const { state, held, missing } = stateOf(rights, group);
  const listed = (some: readonly Right[]) => [...new Set(some.map((right) => name(right, module)))].join(', ');
  return (
    <Checkbox
      {...(size && { size })}
      checked={state === 'on'}
      indeterminate={state === 'partly'}
      onChange={() => onChange?.(toggle(rights, module, group))}
      label={label}
      description={state === 'partly' ? t('partly', { held: listed(held), missing: listed(missing) }) : undefined}
    />
  );
}

/** @returns what names a single right, as a box of the module shows it. */
function useRightName(): (right: Right, shownAt: Module) => string {
  const { t, exists } = useTranslation('roles');
  return (right, shownAt) => {
    const [domain, action] = right.split('/') as [string, string];
    if (exists(`roles:grant.${action}`)) return t(`grant.${action as 'workTask'}`);
    if (domain === 'backoffice-spa') return t('grant.screen');
    const owner = ownerOf(right);
    if (!owner) return right;
    const { module, group } = owner;
    if (group.name !== 'default' && ownRights(group).length === 1) return t(`right.${group.name as 'fullSearch'}`);
    return module.name === shownAt.name ? t('grant.data') : t(`module.${module.name as 'tasks'}`);
  };
}
