import { Button } from '@mantine/core';
import { IconFolderSearch, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ConnectorsScreen.module.css';
import { WatchesDocument } from './import.graphql.ts';
import { WatchDrawer } from './WatchDrawer.tsx';
import { WatchForm } from './WatchForm.tsx';
import { Place, StateTag, type Watch } from './WatchParts.tsx';

/** Folders that are watched for portfolios. */
export default function WatchesTab() {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editConnectors');
  const [opened, setOpened] = useState<{ watchId: string | null; edits: boolean } | null>(null);
  const { data, loading, error, refetch } = useQuery('import', WatchesDocument, { clientId }, { keepPrevious: true, pollInterval: 5000 });
  const rows = data?.listImportWatches ?? [];
  const columns: readonly Column<Watch>[] = [
    { key: 'name', header: t('watch.name'), width: 170, strong: true, cell: ({ name }) => name },
    { key: 'state', header: t('watch.state'), width: 130, cell: (watch) => <StateTag watch={watch} /> },
    { key: 'place', header: t('watch.place'), width: 220, cell: (watch) => <Place watch={watch} /> },
    { key: 'mapping', header: t('watch.mapping'), width: 140, cell: ({ mappingName }) => mappingName ?? t('watch.mappingGone') },
    { key: 'last', header: t('watch.lastLook'), width: 115, cell: ({ lastLookAt }) => <DateText value={lastLookAt} /> },
    { key: 'next', header: t('watch.nextLook'), width: 115, cell: ({ nextLookAt }) => <DateText value={nextLookAt} /> },
    {
      key: 'files',
      header: t('watch.files'),
      width: 130,
      cell: ({ openFiles, failedFiles }) =>
        [openFiles > 0 && t('watch.open', { count: openFiles }), failedFiles > 0 && t('watch.failed', { count: failedFiles })]
          .filter(Boolean)
          .join(' · ') || '–',
    },
  ];
  const add = edits && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ watchId: null, edits: true })}>
      {t('watch.add')}
    </Button>
  );
  const watch = rows.find(({ watchId }) => watchId === opened?.watchId) ?? null;
  const close = () => {
    setOpened(null);
    refetch();
  };
  return (
    <>
      <div className={classes.bar}>
        <p>{t('watch.intro')}</p>
        {rows.length > 0 && add}
      </div>
      <div className={classes.list}>
        <DataTable
          label={t('tab.watches')}
          columns={columns}
          rows={rows}
          rowId={({ watchId }) => watchId}
          loading={loading && !data}
          error={data ? undefined : error}
          onRetry={refetch}
          onOpen={({ watchId }) => setOpened({ watchId, edits: false })}
          openId={opened?.watchId ?? null}
          empty={
            <EmptyState
              icon={<IconFolderSearch size={22} />}
              title={t('watch.none')}
              detail={t('watch.noneDetail')}
              action={add || undefined}
            />
          }
        />
      </div>
      {opened && watch && !opened.edits && (
        <WatchDrawer watch={watch} onEdit={() => setOpened({ ...opened, edits: true })} onChanged={refetch} onClose={close} />
      )}
      {opened?.edits && (opened.watchId === null || watch) && (
        <WatchForm key={opened.watchId ?? ''} watch={watch} onConflict={refetch} onClose={close} />
      )}
    </>
  );
}
