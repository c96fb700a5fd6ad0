import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { uuidv7 } from '../../../../core/id.ts';
import { isPath, PATH_ROOTS, valueAt, type Widget } from '../../../../core/widgets.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Arrange.module.css';
import type { Account } from './account.ts';
import { written } from './FieldsPanel.tsx';

/** Entries of one list that the picker offers. */
const ENTRIES = 3;

/** @returns every path that leads to a value of this account. */
function pathsOf(account: Account): string[] {
  const paths: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (path.endsWith('__typename') || !isPath(path)) return;
    if (Array.isArray(value) && value.some((each) => typeof each === 'object')) {
      for (const [at, each] of value.slice(0, ENTRIES).entries()) walk(each, `${path}.${at}`);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`);
    else paths.push(path);
  };
  for (const root of PATH_ROOTS) walk(valueAt(account, root), root);
  return paths;
}

/** Chooses what a widget of fields shows: paths into the account, with the values they have on this one, under names of one's own. */
export function FieldsEditor(props: {
  account: Account;
  widget: Widget;
  errors: FormErrors;
  /** The widget's place among those that are sent. */
  at: number;
  onChange: (widget: Widget) => void;
  onClose: () => void;
}) {
  const { account, widget, onChange } = props;
  const { t } = useTranslation('layout');
  const format = useFormat();
  const options = pathsOf(account).map((path) => {
    const value = written(account, path, format);
    return { value: path, label: value === '' ? path : `${path} · ${value.slice(0, 60)}` };
  });
  const set = (at: number, part: Partial<Widget['fields'][number]>) =>
    onChange({ ...widget, fields: widget.fields.map((field, index) => (index === at ? { ...field, ...part } : field)) });
  return (
    <Drawer
      opened
      onClose={props.onClose}
      size={600}
      title={t('fields.title')}
      cancel={false}
      footer={<Button onClick={props.onClose}>{t('fields.done')}</Button>}
    >
      <TextInput
        label={t('fields.label')}
        maxLength={80}
        value={widget.label}
        onChange={(event) => onChange({ ...widget, label: event.currentTarget.value })}
      />
      {widget.fields.length === 0 && <p>{t('fields.none')}</p>}
      {widget.fields.map((field, at) => (
        <div key={field.fieldId} className={classes.field}>
          <Select
            searchable
            label={t('fields.path')}
            placeholder={t('fields.search')}
            // A path that leads nowhere on this account may lead somewhere on others.
            data={
              options.some((each) => each.value === field.path) || field.path === ''
                ? options
                : [...options, { value: field.path, label: field.path }]
            }
            value={field.path || null}
            error={props.errors[`widgets.${props.at}.fields.${at}.path`]}
            onChange={(path) => set(at, { path: path ?? '' })}
          />
          <TextInput
            label={t('fields.name')}
            placeholder={field.path}
            maxLength={80}
            value={field.label}
            onChange={(event) => set(at, { label: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            size={26}
            aria-label={`${t('fields.remove')} ${field.label || field.path}`}
            onClick={() => onChange({ ...widget, fields: widget.fields.filter((_, index) => index !== at) })}
          >
            <IconX size={15} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <Button
        mt="md"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} stroke={1.6} />}
        onClick={() => onChange({ ...widget, fields: [...widget.fields, { fieldId: uuidv7(), label: '', path: '' }] })}
      >
        {t('fields.add')}
      </Button>
    </Drawer>
  );
}
