import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { download } from '../../../ui/charts/download.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { type Debit, useDebitColumns, useFileColumns } from './columns.tsx';
import { DebitDrawer } from './DebitDrawer.tsx';
import { DebitExport } from './DebitExport.tsx';
import classes from './DirectDebitsScreen.module.css';
import {
  AnnounceDirectDebitsDocument,
  DirectDebitsDocument,
  DownloadDirectDebitFileDocument,
  ExportDirectDebitsDocument,
} from './finance.graphql.ts';

const VIEWS = {
  waiting: ['planned', 'announced'],
  exported: ['exported'],
  settled: ['settled'],
  returned: ['returned'],
  canceled: ['canceled'],
  files: [],
} as const;
type View = keyof typeof VIEWS;
const VERSIONS = ['pain.008.001.08', 'pain.008.001.02'];

/** payments/direct-debits: what will be collected, was given to the bank, came in or came back; and the files. */
export default function DirectDebitsScreen() {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const may = useCan('operations', 'manageBank');
  const [search, setSearch] = useSearchParams();
  const named = search.get('view') ?? 'waiting';
  const view: View = Object.hasOwn(VIEWS, named) ? (named as View) : 'waiting';
  const [open, setOpen] = useState<Debit | null>(null);
  const [bankAccountId, setBankAccountId] = useState<string | null>(null);
  const [version, setVersion] = useState(VERSIONS[0] ?? '');
  const { data, loading, error, refetch } = useQuery(
    'finance',
    DirectDebitsDocument,
    { clientId, statuses: [...VIEWS[view]] },
    { reuse: true, keepPrevious: true },
  );
  const [announce, announcing] = useMutation('finance', AnnounceDirectDebitsDocument, { idempotent: true });
  const [exportAll, exporting] = useMutation('finance', ExportDirectDebitsDocument);
  const [take] = useMutation('finance', DownloadDirectDebitFileDocument, { idempotent: true });
  const accounts = (data?.getBankAccounts ?? []).filter((each) => each.creditorId !== null);
  const account = accounts.find((each) => each.bankAccountId === bankAccountId) ?? accounts.find((each) => each.isDefault) ?? accounts[0];
  const rows = data?.getDirectDebits ?? [];
  const act = async (work: () => Promise<string>) => {
    try {
      toastSuccess(await work());
      setOpen(null);
    } catch (refused) {
      toastError(refused);
    }
    refetch();
  };
  const save = async (fileId: string) => {
    const { fileName, xml } = (await take({ clientId, fileId })).downloadDirectDebitFile;
    download(fileName, 'application/xml', xml);
  };
  const columns = useDebitColumns();
  const fileColumns = useFileColumns();
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('debits') }]}
        chip={view !== 'files' && data ? <CountChip>{format.number(rows.length)}</CountChip> : undefined}
        actions={
          <>
            <DebitExport statuses={view === 'files' ? null : VIEWS[view]} />
            {may && (
              <>
                <Button
                  variant="default"
                  loading={announcing}
                  onClick={() => void act(async () => t('announced', { count: (await announce({ clientId })).announceDirectDebits }))}
                >
                  {t('announceNow')}
                </Button>
                <Button
                  leftSection={<IconFileExport size={16} />}
                  disabled={!account}
                  loading={exporting}
                  onClick={() =>
                    void act(async () => {
                      const made = (await exportAll({ clientId, bankAccountId: account?.bankAccountId ?? '', version })).exportDirectDebits;
                      await save(made.fileId);
                      return t('exported', { count: made.count, amount: format.money(made.amount, 'EUR') });
                    })
                  }
                >
                  {t('export')}
                </Button>
              </>
            )}
          </>
        }
      />
      <div className={classes.bar} style={{ paddingTop: 12 }}>
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          value={view}
          onChange={(next) => setSearch(next === 'waiting' ? {} : { view: next }, { replace: true })}
          data={(Object.keys(VIEWS) as View[]).map((each) => ({ value: each, label: t(`debitView.${each}`) }))}
        />
        {may && accounts.length > 0 && (
          <>
            <Select
              size="xs"
              aria-label={t('file.account')}
              value={account?.bankAccountId ?? null}
              onChange={setBankAccountId}
              allowDeselect={false}
              data={accounts.map((each) => ({ value: each.bankAccountId, label: each.name }))}
            />
            <Select
              size="xs"
              aria-label={t('file.version')}
              value={version}
              onChange={(next) => setVersion(next ?? version)}
              allowDeselect={false}
              data={VERSIONS}
            />
          </>
        )}
      </div>
      <div className={classes.list} style={{ flex: 1, borderTop: '1px solid var(--line)' }}>
        {view === 'files' ? (
          <DataTable
            label={t('debitView.files')}
            columns={fileColumns}
            rows={data?.getDirectDebitFiles ?? []}
            rowId={(row) => row.fileId}
            loading={loading && !data}
            error={error}
            onRetry={refetch}
            onOpen={(row) => may && void save(row.fileId).then(refetch, toastError)}
            empty={<EmptyState title={t('noFiles.title')} detail={t('noFiles.detail')} />}
          />
        ) : (
          <DataTable
            label={t(`debitView.${view}`)}
            columns={columns}
            rows={rows}
            rowId={(row) => row.paymentId}
            loading={loading && rows.length === 0}
            error={error}
            onRetry={refetch}
            onOpen={setOpen}
            empty={<EmptyState title={t('noDebits.title')} detail={accounts.length === 0 ? t('noDebits.account') : t('noDebits.detail')} />}
          />
        )}
      </div>
      {open && <DebitDrawer debit={open} act={act} onClose={() => setOpen(null)} />}
    </div>
  );
}
