import { NumberInput, Select, Switch, TagsInput } from '@mantine/core';
import { Panel } from '../../../ui/Panel.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ImportScreen.module.css';
import type { FileView, Mapping } from './mapping.ts';

const RECORDS = ['claims', 'payments', 'actions', 'accounts'] as const;
const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
  ['windows-1252', 'Windows-1252'],
] as const;
const SEPARATORS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;
const ORDERS = ['YMD', 'DMY', 'MDY'] as const;

/** What is said about the form of a file; null leaves it to be found out. */
export interface Reading {
  readonly encoding: string | null;
  readonly separator: string | null;
  readonly skipRows: number | null;
  readonly sheet: string | null;
  readonly hasHeader: boolean | null;
  readonly record: Mapping['record'] | null;
}

interface Props {
  readonly view: FileView;
  readonly mapping: Mapping;
  /** Both as they were just asked for; the view follows. */
  readonly skipRows: number;
  readonly hasHeader: boolean;
  /** Names of kept mappings; the chosen one, or null for the guess. */
  readonly names: readonly string[];
  readonly name: string | null;
  readonly onName: (name: string | null) => void;
  /** Another form of the file gives other columns. */
  readonly onRead: (next: Partial<Reading>) => void;
  readonly onChange: (mapping: Mapping) => void;
}

/** How the file is read: what a row is, and how cells, letters, amounts and days are written. */
export function ReadingPanel({ view, mapping, skipRows, hasHeader, names, name, onName, onRead, onChange }: Props) {
  const { t } = useTranslation('import');
  return (
    <Panel title={t('reading.title')}>
      <div className={classes.reading}>
        <Select
          label={t('reading.saved')}
          placeholder={names.length === 0 ? t('reading.none') : t('reading.guess')}
          disabled={names.length === 0}
          data={[...names]}
          clearable
          value={name}
          onChange={onName}
        />
        <Select
          label={t('reading.record')}
          allowDeselect={false}
          data={RECORDS.map((value) => ({ value, label: t(`record.${value}`) }))}
          value={mapping.record}
          onChange={(record) => record && onRead({ record: record as Mapping['record'] })}
        />
        {view.sheet !== null ? (
          <Select
            label={t('reading.sheet')}
            allowDeselect={false}
            data={[...view.sheets]}
            value={view.sheet}
            // Another sheet has other lines above its rows.
            onChange={(sheet) => onRead({ sheet, skipRows: null, hasHeader: null })}
          />
        ) : (
          <>
            <Select
              label={t('reading.separator')}
              allowDeselect={false}
              data={SEPARATORS.map(([value, word]) => ({ value, label: t(`separator.${word}`) }))}
              value={view.separator}
              onChange={(separator) => onRead({ separator })}
            />
            <Select
              label={t('reading.encoding')}
              allowDeselect={false}
              data={ENCODINGS.map(([value, label]) => ({ value, label }))}
              value={view.encoding}
              onChange={(encoding) => onRead({ encoding })}
            />
          </>
        )}
        <Select
          label={t('reading.decimalMark')}
          allowDeselect={false}
          data={[
            { value: '.', label: '1,234.56' },
            { value: ',', label: '1.234,56' },
          ]}
          value={mapping.decimalMark}
          onChange={(decimalMark) => decimalMark && onChange({ ...mapping, decimalMark })}
        />
        <Select
          label={t('reading.dateOrder')}
          allowDeselect={false}
          data={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
          value={mapping.dateOrder}
          onChange={(order) => order && onChange({ ...mapping, dateOrder: order as Mapping['dateOrder'] })}
        />
        <TagsInput
          label={t('reading.emptyMarks')}
          placeholder={mapping.emptyMarks.length === 0 ? t('reading.emptyMarksExample') : ''}
          value={[...mapping.emptyMarks]}
          onChange={(emptyMarks) => onChange({ ...mapping, emptyMarks })}
          maxTags={50}
        />
      </div>
      <div className={classes.line}>
        <NumberInput
          label={t('reading.skipRows')}
          className={classes.count}
          min={0}
          max={1000}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={skipRows}
          onChange={(rows) => typeof rows === 'number' && onRead({ skipRows: rows })}
        />
        <Switch
          label={t('reading.hasHeader')}
          checked={hasHeader}
          onChange={(event) => onRead({ hasHeader: event.currentTarget.checked })}
        />
        {view.ambiguous.map((what) => (
          <Tag key={what} tone="warn">
            {t(`ambiguous.${what as 'dateOrder' | 'decimalMark' | 'amount'}`)}
          </Tag>
        ))}
      </div>
    </Panel>
  );
}
