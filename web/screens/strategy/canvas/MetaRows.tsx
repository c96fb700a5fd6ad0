import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../ui/texts.ts';
import type { FieldProps } from './fieldProps.ts';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';

type Kind = 'STRING' | 'NUMBER' | 'BOOLEAN';
interface Row {
  readonly id: number;
  readonly field: string;
  readonly kind: Kind;
  readonly value: unknown;
}

const kindOf = (value: unknown): Kind => (typeof value === 'number' ? 'NUMBER' : typeof value === 'boolean' ? 'BOOLEAN' : 'STRING');
const recordOf = (rows: readonly Row[]) => Object.fromEntries(rows.filter((row) => row.field !== '').map((row) => [row.field, row.value]));

/** Metadata fields and the values they get: a name, what kind of value, the value. Text stays text: "007" is not 7. */
export function MetaRows({ name, state, error, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const value = (state[name] ?? {}) as Record<string, unknown>;
  const [kept, setKept] = useState<readonly Row[]>([]);
  // Rows live here while they are typed (a name may be empty or doubled for a moment); an undo outside replaces them.
  const rows =
    kept.length > 0 && JSON.stringify(recordOf(kept)) === JSON.stringify(value)
      ? kept
      : Object.entries(value).map(([field, one], id) => ({ id, field, kind: kindOf(one), value: one }));
  const shown = rows.length > 0 ? rows : [{ id: 0, field: '', kind: 'STRING' as const, value: '' }];

  function change(next: readonly Row[]) {
    setKept(next);
    onChange({ [name]: recordOf(next) });
  }
  const replace = (row: Row, part: Partial<Row>) => change(shown.map((one) => (one.id === row.id ? { ...one, ...part } : one)));
  const converted = (kind: Kind, raw: unknown) =>
    kind === 'NUMBER' ? Number(raw) || 0 : kind === 'BOOLEAN' ? raw === true || raw === 'true' : String(raw ?? '');

  return (
    <fieldset className={classes.rows}>
      <legend>{texts.field(name)}</legend>
      {shown.map((row) => (
        <div key={row.id} className={classes.metaRow}>
          <TextInput
            aria-label={t('panel.metaField')}
            placeholder={t('panel.metaField')}
            value={row.field}
            disabled={readOnly}
            onChange={(event) => replace(row, { field: event.currentTarget.value })}
          />
          <Select
            aria-label={t('conditions.valueType')}
            data={(['STRING', 'NUMBER', 'BOOLEAN'] as const).map((kind) => ({ value: kind, label: t(`valueType.${kind}`) }))}
            value={row.kind}
            allowDeselect={false}
            disabled={readOnly}
            onChange={(kind) => kind && replace(row, { kind: kind as Kind, value: converted(kind as Kind, row.value) })}
          />
          {row.kind === 'BOOLEAN' ? (
            <Select
              aria-label={t('panel.metaValue')}
              data={[
                { value: 'true', label: t('conditions.yes') },
                { value: 'false', label: t('conditions.no') },
              ]}
              value={String(row.value)}
              allowDeselect={false}
              disabled={readOnly}
              onChange={(next) => replace(row, { value: next === 'true' })}
            />
          ) : (
            <TextInput
              aria-label={t('panel.metaValue')}
              placeholder={t('panel.metaValue')}
              type={row.kind === 'NUMBER' ? 'number' : 'text'}
              value={typeof row.value === 'object' ? JSON.stringify(row.value) : String(row.value)}
              disabled={readOnly || (typeof row.value === 'object' && row.value !== null)}
              onChange={(event) => replace(row, { value: converted(row.kind, event.currentTarget.value) })}
            />
          )}
          <ActionIcon
            variant="subtle"
            aria-label={t('panel.removeField', { name: row.field })}
            disabled={readOnly}
            onClick={() => change(shown.filter((one) => one.id !== row.id))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {error && <p className={classes.error}>{error}</p>}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={readOnly}
        onClick={() => change([...shown, { id: Math.max(...shown.map((row) => row.id)) + 1, field: '', kind: 'STRING', value: '' }])}
      >
        {t('panel.addField')}
      </Button>
    </fieldset>
  );
}
