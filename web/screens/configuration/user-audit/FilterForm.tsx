import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { AUDIT_EVENT_TYPES, AUDIT_MODULES, AUDIT_STATUSES } from '../../../../core/auditModules.ts';
import { useQuery } from '../../../shell/api.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { rangeFault, readRange, writeRange } from '../../../ui/listFilters.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AuditRolesDocument } from './backoffice.graphql.ts';
import { AuditModulesDocument } from './events.graphql.ts';
import { type FilterName, SEVERAL } from './filters.ts';
import classes from './UserAuditScreen.module.css';

interface Props {
  readonly name: FilterName;
  readonly values: readonly string[];
  /** The module in effect: it narrows submodules and kinds of event. */
  readonly module: string | null;
  readonly onChange: (values: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Changes one filter's value. What is chosen takes effect at once, what is typed when it is complete. */
export function FilterForm(props: Props) {
  const { name } = props;
  if (name === 'range') return <RangeForm {...props} />;
  if (name === 'correlation') return <CorrelationForm {...props} />;
  return (
    <div className={classes.form}>
      <Choice {...props} />
    </div>
  );
}

function RangeForm({ values, onChange, onClose }: Props) {
  const { t } = useTranslation(['audit', 'lists']);
  const { configuration } = useWorkspace();
  const [days, setDays] = useState(() => readRange(values[0] ?? null));
  const text = writeRange(days);
  const fault = text === null ? null : rangeFault('days', text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The field says what is wrong with it.
    if (fault !== null) return;
    onChange(text === null ? [] : [text]);
    onClose();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {(['from', 'to'] as const).map((end) => (
        <DayInput
          key={end}
          label={t(`range.${end}`)}
          value={days[end] ?? ''}
          error={end === 'to' && fault === 'orderWrong' ? t('lists:orderWrong') : undefined}
          onChange={(day) => setDays({ ...days, [end]: day })}
        />
      ))}
      <p className={classes.hint}>{t('range.zone', { timezone: configuration.timezone })}</p>
      <Button type="submit" size="xs">
        {t('apply')}
      </Button>
    </form>
  );
}

function CorrelationForm({ values, onChange, onClose }: Props) {
  const { t } = useTranslation('audit');
  const [text, setText] = useState(values[0] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim() ? [text.trim()] : []);
    onClose();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t('filter.correlation')}
        description={t('correlationHint')}
        data-autofocus
        pattern="\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\s*"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        {t('apply')}
      </Button>
    </form>
  );
}

/** One or several of what there is. */
function Choice({ name, values, module, onChange, onClose }: Props) {
  const { t } = useTranslation('audit');
  const options = useOptions(name, module);
  const shared = {
    label: t(`filter.${name as 'role'}`),
    data: options,
    searchable: true,
    limit: 200,
    nothingFoundMessage: t('noneFound'),
    'data-autofocus': true,
    comboboxProps: { withinPortal: false },
  };
  if (SEVERAL.includes(name)) return <MultiSelect {...shared} value={[...values]} onChange={onChange} />;
  return (
    <Select
      {...shared}
      value={values[0] ?? null}
      onChange={(value) => {
        onChange(value === null ? [] : [value]);
        onClose();
      }}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function useOptions(name: FilterName, module: string | null): (Option | { group: string; items: Option[] })[] {
  const { t, find } = useTranslation('audit');
  const { clientId } = useWorkspace();
  const { members } = useStaff();
  const typeName = useTypeName();
  const roleName = useRoleName();
  const asksModules = name === 'module' || name === 'type';
  const modules = useQuery('events', AuditModulesDocument, asksModules ? { clientId } : null, { reuse: true }).data?.getAuditEventModules;
  const roles = useQuery('backoffice', AuditRolesDocument, name === 'role' ? { clientId } : null).data?.getClientRoles;
  if (name === 'module') return (modules ?? []).map(({ id }) => ({ value: id, label: find(`audit:module.${id}`) ?? id }));
  if (name === 'submodule')
    return AUDIT_MODULES.filter(({ id }) => module === null || id === module).flatMap(({ submodules }) =>
      submodules.map(({ id }) => ({ value: id, label: find(`audit:submodule.${id}`) ?? id })),
    );
  if (name === 'eventType') return AUDIT_EVENT_TYPES.map((value) => ({ value, label: t(`eventType.${value}`) }));
  if (name === 'status') return AUDIT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
  if (name === 'user') return members.map((member) => ({ value: member.id, label: member.name || member.email }));
  if (name === 'role') return (roles ?? []).map((role) => ({ value: role.name, label: roleName(role.name) }));
  return (modules ?? [])
    .filter(({ id }) => module === null || id === module)
    .flatMap(({ submodules }) =>
      submodules.map((submodule) => ({
        group: find(`audit:submodule.${submodule.id}`) ?? submodule.id,
        items: submodule.messageTypes.map((value) => ({ value, label: typeName(value) })),
      })),
    );
}
