import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './ImportScreen.module.css';
import {
  CheckImportDocument,
  GetImportFileDocument,
  ImportChoicesDocument,
  type ImportStateFragment,
  SaveImportMappingDocument,
} from './import.graphql.ts';
import { type Mapping, missingFields, setText } from './mapping.ts';
import { SampleTable } from './SampleTable.tsx';
import { useFieldLabel } from './useFieldLabel.ts';
import { WordsPanel } from './WordsPanel.tsx';

const RECORDS = ['claims', 'payments', 'actions', 'accounts'] as const;
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
const SEPARATORS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;
const ORDERS = ['YMD', 'DMY', 'MDY'] as const;

/** How a file is read: its form, what each column means, constants and composed keys, under a name to be used again. */
export function MappingPanel(props: { run: ImportStateFragment }) {
  const { run } = props;
  const { t } = useTranslation('import');
  const label = useFieldLabel();
  const { clientId } = useWorkspace();
  const [reading, setReading] = useState({
    encoding: run.mapping?.encoding ?? null,
    separator: run.mapping?.separator ?? null,
    hasHeader: run.mapping?.hasHeader ?? null,
    record: run.mapping?.record ?? null,
  });
  const file = useQuery('import', GetImportFileDocument, { clientId, importId: run.importId, reading }, { keepPrevious: true });
  const choices = useQuery('import', ImportChoicesDocument, { clientId });
  const [mapping, setMapping] = useState<Mapping | null>(run.mapping);
  const [name, setName] = useState(run.mappingName ?? '');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const view = file.data?.getImportFile;
  useEffect(() => {
    if (view && mapping === null) setMapping(view.suggestion);
  }, [view, mapping]);

  if (file.error) return <ErrorState error={file.error} onRetry={file.refetch} />;
  const fields = choices.data?.listImportFields;
  const saved = choices.data?.listImportMappings ?? [];
  if (!view || !mapping || !fields) return null;

  // Another form of the file gives other columns, so the guess starts over.
  const readAs = (next: Partial<typeof reading>) => {
    setReading({ ...reading, ...next });
    setMapping(null);
  };
  const open = fields.filter((field) => field.records.includes(mapping.record));
  const missing = missingFields(mapping, fields);
  const texts = mapping.fields.filter((field) => field.column === null);
  const free = open.filter((choice) => !mapping.fields.some((field) => field.field === choice.field));

  const check = async () => {
    setBusy(true);
    setError(null);
    try {
      if (name.trim() !== '') {
        await mutate('import', SaveImportMappingDocument, { clientId, name, mapping }, { idempotent: true });
        toastSuccess(t('mapping.saved', { name: name.trim() }));
      }
      await mutate('import', CheckImportDocument, { clientId, importId: run.importId, mapping, mappingName: name.trim() || null });
    } catch (refused) {
      setError(refused);
      toastError(refused);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Panel title={t('reading.title')}>
        <div className={classes.reading}>
          <Select
            label={t('reading.saved')}
            placeholder={saved.length === 0 ? t('reading.none') : t('reading.guess')}
            disabled={saved.length === 0}
            data={saved.map((each) => each.name)}
            clearable
            value={saved.some((each) => each.name === name) ? name : null}
            onChange={(chosen) => {
              const found = saved.find((each) => each.name === chosen);
              setName(chosen ?? '');
              if (!found) return setMapping(view.suggestion);
              setMapping(found.mapping);
              setReading({
                encoding: found.mapping.encoding,
                separator: found.mapping.separator,
                hasHeader: found.mapping.hasHeader,
                record: found.mapping.record,
              });
            }}
          />
          <Select
            label={t('reading.record')}
            allowDeselect={false}
            data={RECORDS.map((value) => ({ value, label: t(`record.${value}`) }))}
            value={mapping.record}
            onChange={(record) => record && readAs({ record: record as Mapping['record'] })}
          />
          <Select
            label={t('reading.separator')}
            allowDeselect={false}
            data={SEPARATORS.map(([value, word]) => ({ value, label: t(`separator.${word}`) }))}
            value={view.separator}
            onChange={(separator) => readAs({ separator })}
          />
          <Select
            label={t('reading.encoding')}
            allowDeselect={false}
            data={[...ENCODINGS]}
            value={view.encoding}
            onChange={(encoding) => readAs({ encoding: encoding as Mapping['encoding'] })}
          />
          <Select
            label={t('reading.decimalMark')}
            allowDeselect={false}
            data={[
              { value: '.', label: '1,234.56' },
              { value: ',', label: '1.234,56' },
            ]}
            value={mapping.decimalMark}
            onChange={(decimalMark) => decimalMark && setMapping({ ...mapping, decimalMark })}
          />
          <Select
            label={t('reading.dateOrder')}
            allowDeselect={false}
            data={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
            value={mapping.dateOrder}
            onChange={(order) => order && setMapping({ ...mapping, dateOrder: order as Mapping['dateOrder'] })}
          />
          <Switch
            label={t('reading.hasHeader')}
            checked={view.hasHeader}
            onChange={(event) => readAs({ hasHeader: event.currentTarget.checked })}
          />
        </div>
        {view.ambiguous.length > 0 && (
          <div className={classes.line}>
            {view.ambiguous.map((what) => (
              <Tag key={what} tone="warn">
                {t(what === 'dateOrder' ? 'ambiguous.dateOrder' : 'ambiguous.decimalMark')}
              </Tag>
            ))}
          </div>
        )}
      </Panel>

      <SampleTable columns={view.columns} rows={view.rows} fields={open} mapping={mapping} onChange={setMapping} />

      <Panel title={t('texts.title')}>
        <p className={classes.note}>{t('texts.detail')}</p>
        {texts.map((field) => (
          <div key={field.field} className={classes.line}>
            <TextInput
              label={label(field.field)}
              value={field.template ?? field.constant ?? ''}
              onChange={(event) => setMapping(setText(mapping, field.field, event.currentTarget.value))}
            />
          </div>
        ))}
        <div className={classes.line}>
          <Select
            label={t('texts.add')}
            placeholder={t('texts.field')}
            searchable
            value={null}
            data={free.map((choice) => ({ value: choice.field, label: label(choice.field) }))}
            onChange={(field) =>
              field &&
              setMapping(
                setText(mapping, field, field === 'claim.currency' ? 'EUR' : field === 'claim.ref' ? `{${view.columns[0] ?? ''}}` : ' '),
              )
            }
          />
          {mapping.record === 'accounts' && (
            <Switch
              label={t('texts.createAccounts')}
              checked={mapping.createAccounts}
              onChange={(event) => setMapping({ ...mapping, createAccounts: event.currentTarget.checked })}
            />
          )}
        </div>
      </Panel>

      <WordsPanel columns={view.columns} rows={view.rows} fields={open} mapping={mapping} onChange={setMapping} />

      <ErrorNote error={error} />
      <div className={classes.end}>
        {missing.length > 0 && <Tag tone="warn">{t('mapping.missing', { fields: missing.map(label).join(', ') })}</Tag>}
        <TextInput
          label={t('mapping.name')}
          placeholder={t('mapping.placeholder')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
        />
        <Button disabled={missing.length > 0} loading={busy} onClick={() => void check()}>
          {t('mapping.check')}
        </Button>
      </div>
    </>
  );
}
