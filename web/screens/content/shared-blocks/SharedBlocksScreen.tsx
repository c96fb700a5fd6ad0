import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { mutate, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { menuColumn } from '../../../ui/DotsMenu.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { DeleteSharedBlockDocument, SharedBlockListDocument, type SharedBlockListQuery } from './cms.graphql.ts';
import { sharedBlockPaths } from './paths.ts';
import classes from './SharedBlocks.module.css';

type Row = SharedBlockListQuery['listSharedBlocks'][number];

/** content/shared-blocks: parts that many messages and pages show, each with those that do. */
export default function SharedBlocksScreen() {
  const { t } = useTranslation('look');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const edits = useCan('cms', 'editContent');
  const [deleting, setDeleting] = useState<Row | null>(null);
  const { data, loading, error, refetch } = useQuery('cms', SharedBlockListDocument, { clientId }, { reuse: true, keepPrevious: true });
  const rows = data?.listSharedBlocks ?? [];
  const own = sharedBlockPaths(clientId);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => navigate(own.create)}>
      {t('shared.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('shared.title') }]}
        chip={data && <CountChip>{format.number(rows.length)}</CountChip>}
        actions={edits && add}
      />
      <DataTable
        label={t('shared.title')}
        columns={[
          { key: 'name', header: t('shared.name'), width: 240, strong: true, cell: ({ name }) => name },
          {
            key: 'uses',
            header: t('usedIn'),
            width: 420,
            wraps: true,
            cell: ({ usedBy }) =>
              usedBy.length === 0 ? (
                <span className={classes.unused}>{t('unused')}</span>
              ) : (
                <span className={classes.uses}>
                  {usedBy.map((use) => (
                    <Link key={`${use.kind} ${use.fileName}`} to={paths.contentUse(clientId, use)}>
                      {use.displayName}
                    </Link>
                  ))}
                </span>
              ),
          },
          {
            key: 'locales',
            header: t('shared.locales'),
            width: 150,
            cell: ({ contentTemplates }) => (
              <span className={classes.uses}>
                {contentTemplates.map(({ locale }) => (
                  <Tag key={locale}>{locale.slice(0, 2)}</Tag>
                ))}
              </span>
            ),
          },
          {
            key: 'updated',
            header: t('shared.updated'),
            width: 150,
            cell: ({ updatedAt, updatedBy }) => (
              <span title={updatedBy ?? undefined}>
                <DateText value={updatedAt} />
              </span>
            ),
          },
          menuColumn<Row>(
            ({ name }) => t('shared.actions', { name }),
            (row) =>
              edits
                ? [
                    {
                      key: 'edit',
                      icon: <IconPencil size={16} />,
                      label: t('shared.edit'),
                      onChoose: () => navigate(own.edit(row.name)),
                    },
                    {
                      key: 'delete',
                      icon: <IconTrash size={16} />,
                      label: t('delete'),
                      danger: true,
                      onChoose: () => setDeleting(row),
                    },
                  ]
                : [],
          ),
        ]}
        rows={rows}
        rowId={({ name }) => name}
        loading={loading}
        error={error}
        onRetry={refetch}
        onOpen={({ name }) => navigate(own.edit(name))}
        rowHeight={48}
        empty={<EmptyState title={t('shared.empty')} detail={t('shared.emptyDetail')} action={edits ? add : undefined} />}
      />
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('shared.delete.title', { name: deleting?.name ?? '' })}
        detail={
          deleting && deleting.usedBy.length > 0
            ? t('shared.delete.used', { names: deleting.usedBy.map(({ displayName }) => displayName).join(', ') })
            : t('shared.delete.detail')
        }
        blocked={(deleting?.usedBy.length ?? 0) > 0}
        confirm={t('delete')}
        danger
        onConfirm={async () => {
          await mutate('cms', DeleteSharedBlockDocument, { clientId, name: deleting?.name ?? '' });
          toastSuccess(t('shared.delete.done', { name: deleting?.name ?? '' }));
        }}
      />
    </>
  );
}
