import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MODULES, type Module } from '../../../../core/modules.ts';
import { type Tick, tickOf, toggle } from '../../../../core/roleTicks.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Tag } from '../../../ui/Tag.tsx';
import classes from './RoleScreen.module.css';

/** A box for each module and, under it, for each of its rights. @param onChange null: only to be read. */
export function ModuleTicks(props: { ticks: ReadonlySet<Tick>; onChange: ((ticks: ReadonlySet<Tick>) => void) | null }) {
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

function ModuleRow(props: { module: Module; ticks: ReadonlySet<Tick>; onChange: ((ticks: ReadonlySet<Tick>) => void) | null }) {
  const { module, ticks, onChange } = props;
  const { t } = useTranslation('roles');
  const { access } = useWorkspace();
  const isOff = module.featureFlag !== null && !access.isOn(module.featureFlag);
  const [base, ...options] = module.permissionGroups;
  if (!base) return null;
  const isOpen = ticks.has(tickOf(module, base));
  return (
    <fieldset className={classes.module} disabled={onChange === null}>
      <legend className={classes.unseen}>{t(`module.${module.name as 'tasks'}`)}</legend>
      <Checkbox
        checked={isOpen}
        onChange={() => onChange?.(toggle(ticks, module, base))}
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
            <Checkbox
              key={group.name}
              size="xs"
              checked={ticks.has(tickOf(module, group))}
              onChange={() => onChange?.(toggle(ticks, module, group))}
              label={t(`right.${group.name as 'fullSearch'}`)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
