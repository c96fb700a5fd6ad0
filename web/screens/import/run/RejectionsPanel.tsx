import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { downloadFile } from '../../../shell/exportList.ts';
import { ListExport, reasonTexts, wordsOf } from '../../../shell/ListExport.tsx';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useCopy } from '../../../ui/clipboard.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { wordsOf as faultWordsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { sayWords } from '../../../ui/sayWords.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import classes from './ImportScreen.module.css';
import { ListImportRejectionReasonsDocument, ListImportRejectionsDocument, type ListImportRejectionsQuery } from './import.graphql.ts';
import { useFieldLabel } from './useFieldLabel.ts';

type Rejection = ListImportRejectionsQuery['listImportRejections']['items'][number];

const ROW_HEIGHT = 36;

/** Every rejected row with its number and reason, and all of them as a file to mend and import again. */
export function RejectionsPanel(props: { importId: string; total: number }) {
  const { t } = useTranslation('import');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const label = useFieldLabel();
  const said = useSaid();
  const [busy, setBusy] = useState(false);
  const { importId } = props;
  const reasons = useQuery('import', ListImportRejectionReasonsDocument, { clientId, importId });
  const groups = reasons.data?.listImportRejectionReasons ?? [];
  const pages = usePages(
    'import',
    ListImportRejectionsDocument,
    (after: number | null) => ({ clientId, importId, after }),
    ({ listImportRejections: { items } }) => ({ rows: items, next: items.length === 100 ? (items.at(-1)?.rowNumber ?? null) : null }),
  );
  const fields = [...new Set([...groups, ...pages.rows].flatMap(({ field }) => (field?.includes('.') ? [field] : [])))];
  const columns: readonly Column<Rejection>[] = [
    { key: 'row', header: t('rejections.row'), width: 80, align: 'right', cell: (item) => format.number(item.rowNumber) },
    { key: 'field', header: t('rejections.field'), width: 170, cell: (item) => (item.field?.includes('.') ? label(item.field) : '–') },
    {
      key: 'reason',
      header: t('rejections.reason'),
      width: 380,
      strong: true,
      cell: (item) => {
        const reasons = [said(item), ...item.further.map((each) => `${label(each.field)}: ${said(each)}`)].join('; ');
        return <span title={reasons}>{reasons}</span>;
      },
    },
    { key: 'values', header: t('rejections.values'), width: 420, cell: (item) => item.row.join(' · ').slice(0, 300) },
  ];
  const download = async (forSpreadsheets: boolean) => {
    setBusy(true);
    try {
      const words = { ...reasonTexts(), ...wordsOf(fields, label) };
      const wanted = { clientId, importId, spreadsheet: forSpreadsheets, words };
      await downloadFile('/api/import/rejections', wanted, `rejected-rows-${importId}.csv`);
    } catch (refused) {
      toastError(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel
      title={t('rejections.title', { count: props.total, shown: format.number(props.total) })}
      aside={
        <Group gap={8}>
          <ListExport
            size="compact-sm"
            list="import-rejections"
            wanted={{ importId }}
            columns={[
              { key: 'row', header: t('rejections.row') },
              { key: 'field', header: t('rejections.field'), words: wordsOf(fields, label) },
              { key: 'reason', header: t('rejections.reason'), words: { ...reasonTexts(), ...wordsOf(fields, label) } },
              { key: 'values', header: t('rejections.values') },
            ]}
          />
          <Menu position="bottom-end" width={340}>
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconDownload size={16} />}
                rightSection={<IconChevronDown size={14} />}
                loading={busy}
              >
                {t('rejections.download')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void download(false)}>{t('rejections.exact')}</Menu.Item>
              <Menu.Item onClick={() => void download(true)}>{t('rejections.spreadsheet')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      }
    >
      {groups.some(({ count }) => count > 1 || groups.length > 1) && (
        <table className={classes.sums}>
          <thead>
            <tr>
              <th scope="col">{t('rejections.reason')}</th>
              <th scope="col" data-text>
                {t('rejections.field')}
              </th>
              <th scope="col">{t('rejections.rows')}</th>
              <th scope="col">{t('rejections.first')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {groups.map(({ field, count, firstRow, rows, ...why }) => (
              <tr key={`${firstRow} ${field}`}>
                <td className={classes.reason}>{said(why)}</td>
                <td data-text>{field?.includes('.') ? label(field) : '–'}</td>
                <td className="tabular">{format.number(count)}</td>
                <td className="tabular">{format.number(firstRow)}</td>
                <td>
                  <CopyRows reason={said(why)} rows={rows} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.rejections} style={{ height: 44 + ROW_HEIGHT * Math.max(1, props.total) }}>
        <DataTable
          label={t('rejections.label')}
          columns={columns}
          rows={pages.rows}
          rowId={(item) => String(item.rowNumber)}
          total={props.total}
          loading={pages.loading}
          loadingMore={pages.loadingMore}
          error={pages.error}
          onRetry={pages.reload}
          onEndReached={pages.more}
          rowHeight={ROW_HEIGHT}
        />
      </div>
    </Panel>
  );
}

/** @returns why a row was rejected, in the reader's language; in English where the import kept no key. */
function useSaid() {
  const speech = useTranslation(['faults', 'roleNames']);
  return ({ reason, key, values }: Pick<Rejection, 'reason' | 'key' | 'values'>) => sayWords(faultWordsOf(key, values), speech) ?? reason;
}

/** Copies a reason with the numbers of its rows, for whoever mends the file. */
function CopyRows({ reason, rows }: { reason: string; rows: string }) {
  const { t } = useTranslation(['import', 'ui']);
  const { copied, copy } = useCopy();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      onClick={() => copy(`${reason}\n${t('import:rejections.rows')}: ${rows}`)}
      aria-label={t('import:rejections.copy', { reason })}
      title={t(copied ? 'ui:copy.copied' : 'import:rejections.copyTitle')}
    >
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  );
}
