import { Button, Kbd, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mutate, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './ImportScreen.module.css';
import {
  CheckImportDocument,
  GetImportFileDocument,
  ImportChoicesDocument,
  type ImportStateFragment,
  SaveImportMappingDocument,
} from './import.graphql.ts';
import { fittingMapping, type Mapping, mappingInput, missingFields } from './mapping.ts';
import { type Reading, ReadingPanel } from './ReadingPanel.tsx';
import { SampleTable } from './SampleTable.tsx';
import { TextsPanel } from './TextsPanel.tsx';
import { useFieldLabel } from './useFieldLabel.ts';
import { WordsPanel } from './WordsPanel.tsx';

const FOUND_OUT: Reading = { encoding: null, separator: null, skipRows: null, sheet: null, hasHeader: null, record: null };

/** How a file is read: its form, what each column means, constants and composed keys, under a name to be used again. */
export function MappingPanel({ run }: { run: ImportStateFragment }) {
  const { t } = useTranslation('import');
  const label = useFieldLabel();
  const { clientId } = useWorkspace();
  const [reading, setReading] = useState<Reading>(run.mapping ? readingOf(run.mapping) : FOUND_OUT);
  const file = useQuery('import', GetImportFileDocument, { clientId, importId: run.importId, reading }, { keepPrevious: true });
  const choices = useQuery('import', ImportChoicesDocument, { clientId });
  /** What somebody changed or chose; until then a kept mapping that fits, or the guess. */
  const [own, setOwn] = useState<Mapping | null>(run.mapping);
  const [ownName, setOwnName] = useState<string | null>(run.mappingName);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const view = file.data?.getImportFile;
  const fields = choices.data?.listImportFields;
  const saved = choices.data?.listImportMappings ?? [];
  const fitting = view && reading === FOUND_OUT && ownName === null ? fittingMapping(saved, view) : null;
  const mapping = own ?? fitting?.mapping ?? view?.suggestion;
  const name = ownName ?? fitting?.name ?? '';
  const missing = mapping && fields ? missingFields(mapping, fields) : [];

  const check = async () => {
    if (!mapping || missing.length > 0 || busy) return;
    setBusy(true);
    setError(null);
    try {
      const input = mappingInput(mapping);
      if (name.trim() !== '') {
        await mutate('import', SaveImportMappingDocument, { clientId, name, mapping: input }, { idempotent: true });
        toastSuccess(t('mapping.saved', { name: name.trim() }));
      }
      await mutate('import', CheckImportDocument, { clientId, importId: run.importId, mapping: input, mappingName: name.trim() || null });
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };
  useHotkeys({ 'mod+Enter': () => void check() });

  if (file.error) return <ErrorState error={file.error} onRetry={file.refetch} />;
  if (!view || !mapping || !fields) return null;
  const open = fields.filter((field) => field.records.includes(mapping.record));
  const choose = (chosen: string | null) => {
    const found = saved.find((each) => each.name === chosen);
    setOwnName(chosen ?? '');
    setOwn(found?.mapping ?? null);
    setReading(found ? readingOf(found.mapping) : { ...FOUND_OUT });
  };

  return (
    <>
      <ReadingPanel
        view={view}
        mapping={mapping}
        skipRows={reading.skipRows ?? view.skipRows}
        hasHeader={reading.hasHeader ?? view.hasHeader}
        names={saved.map((each) => each.name)}
        name={saved.some((each) => each.name === name) ? name : null}
        onName={choose}
        onRead={(next) => {
          // Another form of the file gives other columns, so the guess starts over.
          setReading({ ...reading, ...next });
          setOwn(null);
          setOwnName('');
        }}
        onChange={setOwn}
      />
      <SampleTable columns={view.columns} rows={view.rows} rowNumbers={view.rowNumbers} fields={open} mapping={mapping} onChange={setOwn} />
      <div className={classes.pair}>
        <TextsPanel fields={open} mapping={mapping} onChange={setOwn} />
        <WordsPanel columns={view.columns} rows={view.rows} fields={open} mapping={mapping} onChange={setOwn} />
      </div>
      <footer className={classes.footer}>
        <ErrorNote error={error} />
        <div className={classes.end}>
          <span className={classes.verdict}>
            {missing.length > 0 ? (
              <Tag tone="warn">{t('mapping.missing', { fields: missing.map((field) => label(field)).join(', ') })}</Tag>
            ) : (
              t('mapping.complete', { mapped: mapping.fields.filter(({ column }) => column !== null).length, columns: view.columns.length })
            )}
          </span>
          <TextInput
            aria-label={t('mapping.name')}
            placeholder={t('mapping.placeholder')}
            className={classes.text}
            value={name}
            onChange={(event) => setOwnName(event.currentTarget.value)}
            maxLength={100}
          />
          <Button
            disabled={missing.length > 0}
            loading={busy}
            onClick={() => void check()}
            rightSection={<Kbd size="xs">{keyLabel('mod+Enter')}</Kbd>}
          >
            {t('mapping.check')}
          </Button>
        </div>
      </footer>
    </>
  );
}

function readingOf({ encoding, separator, skipRows, sheet, hasHeader, record }: Mapping): Reading {
  return { encoding, separator, skipRows, sheet, hasHeader, record };
}
