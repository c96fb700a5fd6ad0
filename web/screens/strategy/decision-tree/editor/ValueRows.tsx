import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Scalar } from '../../../../../engine/types.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Editor.module.css';

type Values = Readonly<Record<string, Scalar>>;
type Row = readonly [name: string, value: string];

/** A number, true and false are what they look like; everything else is text. */
function scalarOf(text: string): Scalar {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

/** What a leaf sets. A name that is still empty or there twice stays in its row until it is one. */
export function ValueRows({ values, edits, onChange }: { values: Values; edits: boolean; onChange: (values: Values) => void }) {
  const { t } = useTranslation('trees');
  const [rows, setRows] = useState<readonly Row[]>(() => Object.entries(values).map(([name, value]) => [name, String(value ?? '')]));
  function put(next: readonly Row[]) {
    setRows(next);
    onChange(Object.fromEntries(next.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), scalarOf(value)])));
  }
  const isTwice = (index: number) =>
    rows.some(([name], other) => other < index && name.trim() !== '' && name.trim() === rows[index]![0].trim());
  const replace = (index: number, row: Row) => put(rows.map((old, at) => (at === index ? row : old)));
  return (
    <fieldset className={classes.values}>
      <legend>{t('node.values')}</legend>
      {rows.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their names are typed
        <div key={index} className={classes.valueRow}>
          <TextInput
            aria-label={t('node.valueName')}
            placeholder={t('node.valueName')}
            maxLength={100}
            disabled={!edits}
            error={isTwice(index) && t('node.valueTwice')}
            value={name}
            onChange={(event) => replace(index, [event.currentTarget.value, value])}
          />
          <TextInput
            aria-label={t('node.value')}
            placeholder={t('node.value')}
            maxLength={500}
            disabled={!edits}
            value={value}
            onChange={(event) => replace(index, [name, event.currentTarget.value])}
          />
          {edits && (
            <ActionIcon
              variant="subtle"
              aria-label={t('node.removeValue', { name })}
              onClick={() => put(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {edits && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setRows([...rows, ['', '']])}>
          {t('node.addValue')}
        </Button>
      )}
    </fieldset>
  );
}
