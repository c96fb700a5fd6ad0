import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { NothingFound } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './EventsScreen.module.css';
import { EventKindsDocument } from './events.graphql.ts';
import { KindDrawer } from './KindDrawer.tsx';
import type { EventKind } from './kind.ts';

/** Every kind of event by its category: what it is called, what it says, and who can use it. */
export function KindsTab() {
  const { t } = useTranslation('triggers');
  const { clientId } = useWorkspace();
  const typeName = useTypeName();
  const [params, setParams] = useSearchParams();
  const { data, loading, error, refetch } = useQuery('events', EventKindsDocument, { clientId }, { reuse: true });
  const kinds = data?.getEventTypes ?? [];
  const search = params.get('search') ?? '';
  const category = params.get('category');
  const rows = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return (data?.getEventTypes ?? []).filter((kind) => {
      const text = `${typeName(kind.messageType)} ${kind.messageType} ${kind.description}`.toLowerCase();
      return (!category || kind.category === category) && words.every((word) => text.includes(word));
    });
  }, [data, search, category, typeName]);
  const opened = kinds.find((kind) => kind.messageType === params.get('kind')) ?? null;

  const put = (part: Readonly<Record<string, string | null>>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(part))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const categoryName = (each: string) => t(`category.${each as 'claim'}`);
  const columns: readonly Column<EventKind>[] = [
    {
      key: 'name',
      header: t('kinds.columns.name'),
      width: 320,
      strong: true,
      cell: ({ messageType }) => (
        <span className={classes.lines}>
          <span>{typeName(messageType)}</span>
          <code>{messageType}</code>
        </span>
      ),
    },
    { key: 'category', header: t('kinds.columns.category'), width: 160, cell: (kind) => categoryName(kind.category) },
    {
      key: 'description',
      header: t('kinds.columns.description'),
      width: 340,
      cell: ({ description }) => <span lang="en">{description}</span>,
    },
    {
      key: 'use',
      header: t('kinds.columns.use'),
      width: 190,
      cell: ({ isAwaited }) => <Tag tone={isAwaited ? 'info' : 'neutral'}>{t(isAwaited ? 'kinds.isAwaited' : 'kinds.logOnly')}</Tag>,
    },
  ];
  return (
    <>
      <FilterBar search={{ value: search, placeholder: t('kinds.search'), onSearch: (text) => put({ search: text.trim() }) }}>
        <Select
          size="xs"
          clearable
          aria-label={t('kinds.columns.category')}
          placeholder={t('kinds.allCategories')}
          value={category}
          onChange={(next) => put({ category: next })}
          data={[...new Set(kinds.map((kind) => kind.category))].map((value) => ({ value, label: categoryName(value) }))}
        />
      </FilterBar>
      <div className={classes.list}>
        <DataTable
          label={t('tab.kinds')}
          columns={columns}
          rows={rows}
          rowId={(kind) => kind.messageType}
          rowHeight={52}
          total={rows.length}
          loading={loading && !data}
          error={error}
          onRetry={refetch}
          onOpen={(kind) => put({ kind: kind.messageType })}
          openId={opened?.messageType ?? null}
          empty={
            <NothingFound
              title={t('kinds.nothing')}
              detail={t('kinds.nothingDetail')}
              onClear={() => put({ search: null, category: null })}
            />
          }
        />
      </div>
      <KindDrawer kind={opened} onClose={() => put({ kind: null })} />
    </>
  );
}
