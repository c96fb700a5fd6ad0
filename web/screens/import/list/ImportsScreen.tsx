import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { ListExport } from '../../../shell/ListExport.tsx';
import { fileColumnsOf } from '../../../shell/list/columns.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { AT_WORK, useImportColumns } from './columns.tsx';
import { DropZone } from './DropZone.tsx';
import classes from './ImportsScreen.module.css';
import { ListImportsDocument } from './import.graphql.ts';

/** import: what was imported, and the place to drop the next file. */
export default function ImportsScreen() {
  const { t } = useTranslation('import');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [working, setWorking] = useState(false);
  const { data, loading, error, refetch } = useQuery(
    'import',
    ListImportsDocument,
    { clientId, limit: 100, offset: 0 },
    { reuse: true, keepPrevious: true, pollInterval: working ? 1000 : 0 },
  );
  const rows = data?.listImports.items ?? [];
  const isWorking = rows.some((row) => AT_WORK.includes(row.status));
  if (isWorking !== working) setWorking(isWorking);

  const columns = useImportColumns();
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={data && <CountChip>{format.number(data.listImports.total)}</CountChip>}
        actions={<ListExport list="imports" disabled={rows.length === 0} columns={fileColumnsOf(columns)} />}
      />
      <DropZone />
      <div className={classes.list}>
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowId={(row) => row.importId}
          total={data?.listImports.total ?? 0}
          loading={loading && rows.length === 0}
          error={error}
          onRetry={refetch}
          onOpen={(row) => void navigate(paths.import(clientId, row.importId))}
          empty={<EmptyState title={t('empty.title')} detail={t('empty.detail')} />}
        />
      </div>
    </div>
  );
}
