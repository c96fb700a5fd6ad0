import { Button } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Channel } from '../../../content/draft.ts';
import { mutate, useQuery } from '../../../shell/api.ts';
import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { useClientTags } from '../../../shell/tags.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { FilterBar, FilterChip } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { isSelected, NOTHING, type Selection } from '../../../ui/selection.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './BundleList.module.css';
import { BundlesDocument, type BundlesQuery, DeleteBundleDocument } from './cms.graphql.ts';
import { builderPaths } from './paths.ts';

const BundleTagsDialog = later(() => import('../../../content/BundleTagsDialog.tsx'));

type Bundle = BundlesQuery['getTemplateBundleList'][number];

/** The messages of a channel, the default one first. */
export function BundleList({ channel }: { channel: Channel }) {
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
  const paths = useMemo(() => builderPaths(clientId, channel), [clientId, channel]);
  const set = useCallback(
    (key: string, value: string | null) =>
      setSearch(
        (old) => {
          if (value) old.set(key, value);
          else old.delete(key);
          return old;
        },
        { replace: true },
      ),
    [setSearch],
  );

  const columns = useMemo(
    (): Column<Bundle>[] => [
      {
        key: 'name',
        header: t('columns.name'),
        width: 230,
        strong: true,
        cell: (bundle) => (
          <span className={classes.name}>
            {bundle.displayName}
            {bundle.isDefault && <Tag tone="good">{t('default')}</Tag>}
            {bundle.deprecated && <Tag tone="warn">{t('deprecated')}</Tag>}
          </span>
        ),
      },
      { key: 'summary', header: t(`columns.summary.${channel}`), width: 280, wraps: true, cell: (bundle) => bundle.summary },
      {
        key: 'locales',
        header: t('columns.locales'),
        width: 130,
        cell: (bundle) => (
          <span className={classes.tags}>
            {bundle.locales.map((locale) => (
              <Tag key={locale}>{locale.slice(0, 2)}</Tag>
            ))}
          </span>
        ),
      },
      {
        key: 'tags',
        header: t('columns.tags'),
        width: 170,
        cell: (bundle) => (
          <span className={classes.tags}>
            {bundle.contentTags.map((each) => (
              <button key={each} type="button" className={classes.tag} onClick={() => set('tag', each)}>
                <Tag tone="info">{tags.labelOf(each)}</Tag>
              </button>
            ))}
          </span>
        ),
      },
      {
        key: 'updated',
        header: t('columns.updated'),
        width: 150,
        cell: (bundle) => (
          <span title={bundle.updatedBy ?? undefined}>
            <DateText value={bundle.updatedAt} />
          </span>
        ),
      },
      {
        key: 'actions',
        header: '',
        width: 52,
        align: 'right',
        sticks: true,
        cell: (bundle) =>
          edits ? <Actions bundle={bundle} paths={paths} onTag={() => setTagging([bundle])} onDelete={() => setDeleting(bundle)} /> : null,
      },
    ],
    [t, channel, edits, paths, set, tags.labelOf],
  );

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
              columns={[
                { key: 'name', header: t('columns.name') },
                { key: 'file', header: t('columns.file') },
                { key: 'standing', header: t('columns.standing'), words: wordsOf(['default', 'deprecated'], (each) => t(each)) },
                { key: 'locales', header: t('columns.locales') },
                { key: 'tags', header: t('columns.tags') },
                { key: 'updated', header: t('columns.updated') },
              ]}
            />
            <Can domain="cms" action="editContent">
              <Button leftSection={<IconPlus size={16} />} onClick={() => navigate(paths.create)}>
                {t(`new.${channel}`)}
              </Button>
            </Can>
          </>
        }
      />
      <FilterBar search={{ value: searchName, onSearch: (text) => set('search', text), placeholder: t('search') }}>
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
            detail={searchName || tag ? undefined : t('emptyDetail')}
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
            channel={channel}
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
        detail={t('delete.detail')}
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

/** The tags that messages have or can have: one is chosen to see its messages. */
function TagMenu(props: { keys: readonly string[]; labelOf: (key: string) => string; onChoose: (key: string) => void }) {
  const { t } = useTranslation('content');
  const choices = [...new Set(props.keys)].map((key) => ({ key, label: props.labelOf(key), onChoose: () => props.onChoose(key) }));
  if (choices.length === 0) return null;
  return (
    <ButtonMenu
      position="bottom-start"
      button={
        <Button size="xs" variant="default" leftSection={<IconTag size={14} />}>
          {t('columns.tags')}
        </Button>
      }
      choices={choices.sort((one, other) => one.label.localeCompare(other.label))}
    />
  );
}

function Actions(props: { bundle: Bundle; paths: ReturnType<typeof builderPaths>; onTag: () => void; onDelete: () => void }) {
  const { bundle, paths, onTag, onDelete } = props;
  const { t } = useTranslation('content');
  const navigate = useNavigate();
  return (
    <ButtonMenu
      position="bottom-end"
      button={
        <button type="button" className={classes.dots} aria-label={t('actions', { name: bundle.displayName })}>
          <IconDots size={16} />
        </button>
      }
      choices={[
        { key: 'edit', icon: <IconPencil size={16} />, label: t('edit'), onChoose: () => navigate(paths.edit(bundle.fileName)) },
        { key: 'clone', icon: <IconCopy size={16} />, label: t('clone'), onChoose: () => navigate(paths.clone(bundle.fileName)) },
        { key: 'tag', icon: <IconTag size={16} />, label: t('tagging.button'), onChoose: onTag },
        { key: 'delete', icon: <IconTrash size={16} />, label: t('delete.confirm'), danger: true, onChoose: onDelete },
      ]}
    />
  );
}
