import { ActionIcon, Select, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ImportScreen.module.css';
import { type FieldChoice, type Mapping, setText } from './mapping.ts';
import { useFieldLabel } from './useFieldLabel.ts';

interface Props {
  /** The fields of the kind of record. */
  readonly fields: readonly FieldChoice[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** What holds for every row though no column says it, and keys that are put together from several columns. */
export function TextsPanel({ fields, mapping, onChange }: Props) {
  const { t } = useTranslation('import');
  const label = useFieldLabel();
  /** A field that was added and has no text yet: the mapping knows only fields that say something. */
  const [added, setAdded] = useState<string | null>(null);
  const texts = mapping.fields.filter((field) => field.column === null);
  const rows = [
    ...texts.map(({ field, template, constant }) => ({ field, text: template ?? constant ?? '' })),
    ...(added !== null && !mapping.fields.some(({ field }) => field === added) ? [{ field: added, text: '' }] : []),
  ];
  const free = fields.filter((choice) => !rows.some(({ field }) => field === choice.field) && !isMapped(mapping, choice.field));
  return (
    <Panel title={t('texts.title')}>
      <p className={classes.note}>{t('texts.detail')}</p>
      {rows.map(({ field, text }) => (
        <div key={field} className={classes.line}>
          <TextInput
            label={label(field)}
            className={classes.text}
            value={text}
            data-autofocus={field === added || undefined}
            onChange={(event) => {
              setAdded(field);
              onChange(setText(mapping, field, event.currentTarget.value));
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('texts.remove', { field: label(field) })}
            onClick={() => {
              setAdded(null);
              onChange(setText(mapping, field, ''));
            }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.line}>
        <Select
          aria-label={t('texts.add')}
          placeholder={t('texts.field')}
          className={classes.text}
          searchable
          value={null}
          data={free.map((choice) => ({ value: choice.field, label: label(choice.field, choice.title) }))}
          onChange={setAdded}
        />
        {mapping.record === 'accounts' && (
          <Switch
            label={t('texts.createAccounts')}
            checked={mapping.createAccounts}
            onChange={(event) => onChange({ ...mapping, createAccounts: event.currentTarget.checked })}
          />
        )}
      </div>
    </Panel>
  );
}

function isMapped(mapping: Mapping, field: string): boolean {
  return mapping.fields.some((each) => each.field === field);
}
