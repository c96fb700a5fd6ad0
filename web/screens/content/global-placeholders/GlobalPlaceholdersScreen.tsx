import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { toLocale } from '../../../../core/locale.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { GlobalsDocument, type GlobalsQuery, SetGlobalsDocument } from './cms.graphql.ts';
import classes from './GlobalPlaceholdersScreen.module.css';
import { GlobalRow } from './GlobalRow.tsx';
import { type Row, rowsOf, savedOf, twiceIn } from './rows.ts';

/** content/global-placeholders: texts that many messages use. */
export default function GlobalPlaceholdersScreen() {
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', GlobalsDocument, { clientId });
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  const saved = data?.getGlobalPlaceholders;
  return (
    <>
      {!saved && <PageHeader crumbs={[{ label: t('globals.title') }]} />}
      {saved && <Globals saved={saved} onConflict={refetch} />}
    </>
  );
}

function Globals({ saved, onConflict }: { saved: GlobalsQuery['getGlobalPlaceholders']; onConflict: () => void }) {
  const { t } = useTranslation('content');
  const { clientId, configuration } = useWorkspace();
  const edits = useCan('cms', 'editContent');
  const [send, busy] = useMutation('cms', SetGlobalsDocument);
  const form = useScreenForm(
    'global placeholders',
    { initialValues: { rows: rowsOf(saved.values) as readonly Row[] }, onConflict },
    { edits, isWhole: (values) => twiceIn(values.rows) === undefined },
    async ({ rows }) => {
      await send({ clientId, globalPlaceholders: savedOf(rows), revision: saved.revision });
      toastSuccess(t('globals.saved'));
    },
  );
  const { rows } = form.values;
  const setRows = (next: readonly Row[]) => form.setValues({ rows: next });
  const twice = twiceIn(rows);
  const add = () => setRows([...rows, { id: Math.max(-1, ...rows.map((row) => row.id)) + 1, name: '', value: '', texts: null }]);
  const addButton = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
      {t('globals.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('globals.title') }]}
        chip={<CountChip>{rows.length}</CountChip>}
        actions={
          edits && (
            <>
              {rows.length > 0 && addButton}
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!form.canSave} onClick={form.save}>
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <div className={classes.body}>
        <p className={classes.intro}>{t('globals.detail')}</p>
        <KeptNote kept={form.kept} label={() => t('globals.title')} />
        {rows.length === 0 && (
          <EmptyState title={t('globals.empty')} detail={t('globals.emptyDetail')} action={edits ? addButton : undefined} />
        )}
        {rows.map((row) => (
          <GlobalRow
            key={row.id}
            row={row}
            own={toLocale(configuration.defaultLocale)}
            uses={saved.uses.filter(({ placeholder }) => placeholder === row.name.trim())}
            isTwice={twice?.id === row.id}
            edits={edits}
            onChange={(changed) => setRows(rows.map((other) => (other.id === row.id ? changed : other)))}
            onRemove={() => setRows(rows.filter((other) => other.id !== row.id))}
          />
        ))}
      </div>
      <LeaveGuard dirty={form.changed} />
    </>
  );
}
