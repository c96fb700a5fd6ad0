import { Button } from '@mantine/core';
import { IconChecklist, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useMutation } from '../../../shell/api.ts';
import { ListExport } from '../../../shell/ListExport.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { type Item, useWorkflowColumns } from './columns.tsx';
import { DeleteWorkflowDocument, WorkflowBlueprintsDocument } from './workflows.graphql.ts';

const PAGE = 100;
const EXPORTED = ['name', 'phases', 'steps', 'running', 'agents', 'version', 'updated'] as const;

/** configuration/workflows/list: the blueprints of workflows, and how many run by each. */
export default function WorkflowsScreen() {
  const { t } = useTranslation('workflows');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const edits = useCan('workflows', 'editWorkflows');
  const [search, setSearch] = useSearchParams();
  const searchTerm = search.get('search') ?? '';
  const [deleting, setDeleting] = useState<Item | null>(null);
  const [remove] = useMutation('workflows', DeleteWorkflowDocument, { idempotent: true });
  const pages = usePages(
    'workflows',
    WorkflowBlueprintsDocument,
    (paginationId: string | null) => ({ clientId, searchTerm: searchTerm || null, limit: PAGE, paginationId }),
    (data) => ({ rows: data.getWorkflowBlueprints.results, next: data.getWorkflowBlueprints.paginationId }),
  );
  const total = pages.data?.getWorkflowBlueprints.total;
  const open = (item: Item) => void navigate(paths.workflow(clientId, item.workflowBlueprintId));
  const create = () => void navigate(paths.workflow(clientId));
  useHotkeys({ n: create }, { enabled: edits });
  const usage = useWhereUsed();
  const columns = useWorkflowColumns(
    {
      open,
      clone: (item) => void navigate(`${paths.workflow(clientId)}?idToClone=${item.workflowBlueprintId}`),
      delete: setDeleting,
    },
    usage,
  );
  const newButton = edits && (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      {t('list.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={total !== undefined && <CountChip>{format.number(total)}</CountChip>}
        actions={
          <>
            <ListExport
              list="workflow-blueprints"
              wanted={{ searchTerm: searchTerm || null }}
              columns={EXPORTED.map((key) => ({ key, header: t(`list.columns.${key}`) }))}
            />
            {newButton}
          </>
        }
      />
      <FilterBar
        search={{
          value: searchTerm,
          placeholder: t('list.search'),
          onSearch: (text) => setSearch(text.trim() ? { search: text.trim() } : {}, { replace: true }),
        }}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={pages.rows}
        rowId={(item) => item.workflowBlueprintId}
        total={total}
        loading={pages.loading}
        loadingMore={pages.loadingMore}
        error={pages.error}
        onRetry={pages.reload}
        onEndReached={pages.more}
        onOpen={open}
        empty={
          searchTerm ? (
            <NothingFound title={t('list.nothing')} detail={t('list.nothingDetail')} onClear={() => setSearch({}, { replace: true })} />
          ) : (
            <EmptyState icon={<IconChecklist size={22} />} title={t('list.empty')} detail={t('list.emptyDetail')} action={newButton} />
          )
        }
      />
      {usage.drawer}
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        danger
        title={t('delete.title', { name: deleting?.name ?? '' })}
        detail={
          <>
            <p>{t('delete.detail', { count: deleting?.runningWorkflows ?? 0, number: format.number(deleting?.runningWorkflows ?? 0) })}</p>
            {deleting && usage.link('workflow', deleting.workflowBlueprintId, () => setDeleting(null))}
          </>
        }
        confirm={t('delete.confirm')}
        onConfirm={async () => {
          if (!deleting) return;
          await remove({ clientId, id: deleting.workflowBlueprintId });
          toastSuccess(t('delete.done', { name: deleting.name }));
        }}
      />
    </>
  );
}
