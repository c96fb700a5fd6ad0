import { Button } from '@mantine/core';
import { IconPlus, IconTag } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isSentType } from '../../../../core/messageChannels.ts';
import { builderPaths } from '../../../content/builderPaths.ts';
import type { Channel } from '../../../content/draft.ts';
import { TagMenu } from '../../../content/TagMenu.tsx';
import { mutate, useQuery } from '../../../shell/api.ts';
import { ListExport } from '../../../shell/ListExport.tsx';
import { fileColumnsOf } from '../../../shell/list/columns.ts';
import { changeParams } from '../../../shell/listAddress.ts';
import { useClientTags } from '../../../shell/tags.ts';
import { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { FilterBar, FilterChip } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection } from '../../../ui/selection.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { Actions } from './BundleMenus.tsx';
import { BundlesDocument, DeleteBundleDocument, TagBundlesDocument } from './cms.graphql.ts';
import { type Bundle, useBundleColumns } from './columns.tsx';

const BundleTagsDialog = later(() => import('../../../content/BundleTagsDialog.tsx'));

/** The messages of a channel, the default one first. @param props.kinds what chooses among several in one list */
export function BundleList({ channel, kinds }: { channel: Channel; kinds?: ReactNode }) {
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [deleting, setDeleting] = useState<Bundle | null>(null);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [tagging, setTagging] = useState<readonly Bundle[] | null>(null);
  const edits = useCan('cms', 'editContent');
  const searchName = search.get('search') ?? '';
  const tag = search.get('tag');
  const tags = useClientTags('content');
  const { data, loading, error, refetch } = useQuery(
    'cms',
    BundlesDocument,
    { clientId, contentTemplateType: channel, searchName, contentTags: tag ? [tag] : null },
    { reuse: true, keepPrevious: true },
  );
  const bundles = data?.getTemplateBundleList ?? [];
  const chosen = bundles.filter((bundle) => isSelected(selection, bundle.fileName));
  const paths = builderPaths(clientId, channel);
  const set = (key: string, value: string | null) => changeParams(setSearch, { [key]: value ? [value] : [] });

  const usage = useWhereUsed();
  const columns = useBundleColumns(channel, tags, {
    onTag: (key) => set('tag', key),
    actions: (bundle) =>
      edits ? (
        <Actions
          bundle={bundle}
          channel={channel}
          paths={paths}
          usage={usage}
          onTag={() => setTagging([bundle])}
          onDelete={() => setDeleting(bundle)}
        />
      ) : null,
  });
  return (
    <>
      <PageHeader
        crumbs={[{ label: t(`title.${channel}`) }]}
        chip={data && <CountChip>{format.number(bundles.length)}</CountChip>}
        actions={
          <>
            <ListExport
              list="templates"
              wanted={{ contentTemplateType: channel, searchName, contentTags: tag ? [tag] : null }}
              columns={fileColumnsOf(columns)}
            />
            <Can domain="cms" action="editContent">
              <Button leftSection={<IconPlus size={16} />} onClick={() => navigate(paths.create)}>
                {t(`new.${channel}`)}
              </Button>
            </Can>
          </>
        }
      />
      {usage.drawer}
      <FilterBar search={{ value: searchName, onSearch: (text) => set('search', text), placeholder: t('search') }}>
        {kinds}
        {tag ? (
          <FilterChip label={t('columns.tags')} value={tags.labelOf(tag)} onRemove={() => set('tag', null)} />
        ) : (
          <TagMenu
            keys={[...tags.keys, ...bundles.flatMap(({ contentTags }) => contentTags)]}
            labelOf={tags.labelOf}
            onChoose={(key) => set('tag', key)}
          />
        )}
      </FilterBar>
      <DataTable
        label={t(`title.${channel}`)}
        columns={columns}
        rows={bundles}
        rowId={(bundle) => bundle.fileName}
        loading={loading}
        error={error}
        onRetry={refetch}
        onOpen={(bundle) => navigate(paths.edit(bundle.fileName))}
        rowHeight={48}
        selection={selection}
        onSelect={edits ? setSelection : undefined}
        actionBar={
          <ActionBar count={chosen.length} onClear={() => setSelection(NOTHING)}>
            <ActionButton icon={<IconTag size={16} stroke={1.6} />} onClick={() => setTagging(chosen)}>
              {t('tagging.button')}
            </ActionButton>
          </ActionBar>
        }
        empty={
          <EmptyState
            title={searchName || tag ? t('nothingFound') : t(`empty.${channel}`)}
            detail={searchName || tag ? undefined : t(isSentType(channel) ? 'emptyDetail' : 'emptyPageTexts')}
            action={
              edits && !searchName && !tag ? (
                <Button leftSection={<IconPlus size={16} />} onClick={() => navigate(paths.create)}>
                  {t(`new.${channel}`)}
                </Button>
              ) : undefined
            }
          />
        }
      />
      <Suspense>
        {tagging && (
          <BundleTagsDialog
            title={t('tagging.title', { count: tagging.length })}
            done={t('tagging.done', { count: tagging.length })}
            save={(fileNames, contentTags) => {
              const templates = fileNames.map((fileName) => ({ fileName, contentTemplateType: channel }));
              return mutate('cms', TagBundlesDocument, { clientId, templates, contentTags: [...contentTags] }, { idempotent: true });
            }}
            bundles={tagging}
            tags={tags}
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
        detail={
          <>
            <p>{t(isSentType(channel) ? 'delete.detail' : 'delete.pageText')}</p>
            {deleting && isSentType(channel) && usage.link(channel, deleting.fileName, () => setDeleting(null))}
          </>
        }
        confirm={t('delete.confirm')}
        danger
        onConfirm={async () => {
          await mutate('cms', DeleteBundleDocument, { clientId, fileName: deleting?.fileName ?? '', contentTemplateType: channel });
          toastSuccess(t('delete.done', { name: deleting?.displayName ?? '' }));
        }}
      />
    </>
  );
}
