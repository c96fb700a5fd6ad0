import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconExternalLink, IconPencil, IconPlus, IconStar, IconTag, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { builderPaths } from '../../../content/builderPaths.ts';
import { TagMenu } from '../../../content/TagMenu.tsx';
import { mutate, useQuery } from '../../../shell/api.ts';
import { changeParams } from '../../../shell/listAddress.ts';
import { useClientTags } from '../../../shell/tags.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { menuColumn } from '../../../ui/DotsMenu.tsx';
import { FilterBar, FilterChip } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection } from '../../../ui/selection.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import {
  DeleteLandingPageDocument,
  ExportLandingPagesDocument,
  LandingPagesDocument,
  type LandingPageType,
  SetDefaultLandingPageDocument,
  TagLandingPagesDocument,
} from './cms.graphql.ts';
import { type LandingRow, useLandingColumns } from './columns.tsx';
import { landingPaths } from './paths.ts';

const BundleTagsDialog = later(() => import('../../../content/BundleTagsDialog.tsx'));

/** The pages of a type, the default one first. */
export function LandingList({ type }: { type: LandingPageType }) {
  const { t } = useTranslation('landing');
  const { clientId, screens } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [deleting, setDeleting] = useState<LandingRow | null>(null);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [tagging, setTagging] = useState<readonly LandingRow[] | null>(null);
  const edits = useCan('cms', 'editContent');
  const exports = useFlag('LANDING_PAGE_EXPORT');
  const displayName = search.get('search') ?? '';
  const tag = search.get('tag');
  const tags = useClientTags('content');
  const { data, loading, error, refetch } = useQuery(
    'cms',
    LandingPagesDocument,
    { clientId, displayName, tags: tag ? [tag] : null, type },
    { reuse: true, keepPrevious: true },
  );
  const pages = data?.getLandingPageList ?? [];
  const chosen = pages.filter(({ landingPageId }) => isSelected(selection, landingPageId));
  const paths = landingPaths(clientId, type);
  const set = (key: string, value: string | null) => changeParams(setSearch, { [key]: value ? [value] : [] });
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (refusal) {
      toastError(refusal);
    }
  };
  const makeDefault = ({ landingPageId, displayName: name }: LandingRow) =>
    attempt(async () => {
      await mutate('cms', SetDefaultLandingPageDocument, { clientId, landingPageId });
      toastSuccess(t('defaultSet', { name }));
    });
  const download = (rows: readonly LandingRow[]) =>
    attempt(async () => {
      const { exportLandingPages } = await mutate('cms', ExportLandingPagesDocument, {
        clientId,
        landingPageIds: rows.map(({ landingPageId }) => landingPageId),
        fileNamePrefix: rows.length === 1 ? rows[0]!.displayName : null,
      });
      Object.assign(document.createElement('a'), { href: exportLandingPages.fileURL, download: exportLandingPages.fileName }).click();
    });
  const columns = [
    ...useLandingColumns(tags, (key) => set('tag', key)),
    menuColumn<LandingRow>(
      ({ displayName: name }) => t('actions', { name }),
      (row) => [
        ...(edits
          ? [
              { key: 'edit', icon: <IconPencil size={16} />, label: t('edit'), onChoose: () => navigate(paths.edit(row.landingPageId)) },
              { key: 'clone', icon: <IconCopy size={16} />, label: t('clone'), onChoose: () => navigate(paths.clone(row.landingPageId)) },
              ...(row.isDefault
                ? []
                : [{ key: 'default', icon: <IconStar size={16} />, label: t('makeDefault'), onChoose: () => void makeDefault(row) }]),
              { key: 'tag', icon: <IconTag size={16} />, label: t('tagging.button'), onChoose: () => setTagging([row]) },
            ]
          : []),
        ...(exports ? [{ key: 'export', icon: <IconDownload size={16} />, label: t('export'), onChoose: () => void download([row]) }] : []),
        ...(edits && !row.isDefault
          ? [{ key: 'delete', icon: <IconTrash size={16} />, label: t('delete.confirm'), danger: true, onChoose: () => setDeleting(row) }]
          : []),
      ],
    ),
  ];
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => navigate(paths.create)}>
      {t('new')}
    </Button>
  );
  const texts = type === 'client' ? 'clientLandingPage' : 'claimLandingPage';
  const isFiltered = displayName !== '' || tag !== null;
  return (
    <>
      <PageHeader
        crumbs={[{ label: t(`title.${type}`) }]}
        chip={data && <CountChip>{format.number(pages.length)}</CountChip>}
        actions={
          <>
            {type === 'client' && pages.length > 0 && (
              <Button
                component="a"
                variant="default"
                href={`/p/client/${clientId}`}
                target="_blank"
                rel="noreferrer"
                rightSection={<IconExternalLink size={15} />}
              >
                {t('public')}
              </Button>
            )}
            {screens.some(({ name }) => name === 'messagingBuilder') && (
              <Button component={Link} variant="default" to={builderPaths(clientId, texts).list}>
                {t('texts')}
              </Button>
            )}
            {edits && add}
          </>
        }
      />
      <FilterBar search={{ value: displayName, onSearch: (text) => set('search', text), placeholder: t('search') }}>
        {tag ? (
          <FilterChip label={t('columns.tags')} value={tags.labelOf(tag)} onRemove={() => set('tag', null)} />
        ) : (
          <TagMenu
            keys={[...tags.keys, ...pages.flatMap((page) => page.tags)]}
            labelOf={tags.labelOf}
            onChoose={(key) => set('tag', key)}
          />
        )}
      </FilterBar>
      <DataTable
        label={t(`title.${type}`)}
        columns={columns}
        rows={pages}
        rowId={({ landingPageId }) => landingPageId}
        loading={loading}
        error={error}
        onRetry={refetch}
        onOpen={({ landingPageId }) => navigate(paths.edit(landingPageId))}
        rowHeight={48}
        selection={selection}
        onSelect={edits || exports ? setSelection : undefined}
        actionBar={
          <ActionBar count={chosen.length} onClear={() => setSelection(NOTHING)}>
            {edits && (
              <ActionButton icon={<IconTag size={16} stroke={1.6} />} onClick={() => setTagging(chosen)}>
                {t('tagging.button')}
              </ActionButton>
            )}
            {exports && (
              <ActionButton icon={<IconDownload size={16} stroke={1.6} />} onClick={() => void download(chosen)}>
                {t('export')}
              </ActionButton>
            )}
          </ActionBar>
        }
        empty={
          <EmptyState
            title={isFiltered ? t('nothingFound') : t(`empty.${type}`)}
            detail={isFiltered ? undefined : t(`emptyDetail.${type}`)}
            action={edits && !isFiltered ? add : undefined}
          />
        }
      />
      <Suspense>
        {tagging && (
          <BundleTagsDialog
            title={t('tagging.title', { count: tagging.length })}
            done={t('tagging.done', { count: tagging.length })}
            bundles={tagging.map((page) => ({ fileName: page.landingPageId, contentTags: page.tags }))}
            tags={tags}
            save={(landingPageIds, wanted) =>
              mutate('cms', TagLandingPagesDocument, { clientId, landingPageIds: [...landingPageIds], tags: [...wanted] })
            }
            onClose={() => setTagging(null)}
            onDone={() => {
              setTagging(null);
              setSelection(NOTHING);
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('delete.title', { name: deleting?.displayName ?? '' })}
        detail={t(`delete.detail.${type}`)}
        confirm={t('delete.confirm')}
        danger
        onConfirm={async () => {
          await mutate('cms', DeleteLandingPageDocument, { clientId, landingPageId: deleting?.landingPageId ?? '' });
          toastSuccess(t('delete.done', { name: deleting?.displayName ?? '' }));
        }}
      />
    </>
  );
}
