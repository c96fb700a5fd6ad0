import { Button } from '@mantine/core';
import { IconArrowsSplit2, IconBuildings, IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ListExport } from '../../../shell/ListExport.tsx';
import { fileColumnsOf } from '../../../shell/list/columns.ts';
import { useListFilters } from '../../../shell/list/filters.ts';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type Item, usePartnerColumns } from './columns.tsx';
import { FILTERS, type Search } from './filters.ts';
import { PartnersDocument } from './partner.graphql.ts';

const AllocationsDrawer = later(() => import('./AllocationsDrawer.tsx'));

const PAGE = 100;
/** By name, which no column changes. */
const BY_NAME: Sort = { key: '', descending: false };
const PARTNER_EVENTS = ['partnerCreated', 'partnerChanged', 'partnerDeleted'];

/** asset/partners: who works the client's claims, and what is with them now. */
export default function PartnersScreen() {
  const { t } = useTranslation('partners');
  const { clientId, isOfPartner } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const edits = useCan('partner', 'editPartners');
  const [search, setSearch] = useSearchParams();
  const columns = usePartnerColumns();
  const { params, filter, change, isNarrowed, clear } = useListAddress<Search>(columns, FILTERS, BY_NAME);
  const pages = usePages(
    'partner',
    PartnersDocument,
    (after: number | null) => ({ clientId, ...filter, from: after ?? 0, size: PAGE }),
    ({ searchPartners: { results } }, { from }) => ({
      rows: results,
      next: results.length < PAGE ? null : (from ?? 0) + results.length,
    }),
  );
  const total = pages.data?.searchPartners.totalResults;
  const show = (rules: boolean) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (rules) next.set('rules', '');
      else next.delete('rules');
      return next;
    });
  const create = () => void navigate(paths.partner(clientId));
  useFreshScreen({ types: PARTNER_EVENTS });
  useHotkeys({ n: create }, { enabled: edits });
  const filters = useListFilters(FILTERS, { labelOf: (name) => t(name === 'type' ? 'columns.type' : 'field.country') });
  const add = edits && (
    <Button title="N" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={create}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={total !== undefined && <CountChip>{format.number(total)}</CountChip>}
        actions={
          <>
            <ListExport list="partners" wanted={filter} columns={fileColumnsOf(columns)} />
            {!isOfPartner && (
              <Button variant="default" leftSection={<IconArrowsSplit2 size={16} stroke={1.6} />} onClick={() => show(true)}>
                {t('allocation.title')}
              </Button>
            )}
            {add}
          </>
        }
      />
      <FilterBar
        search={{
          value: params.get('search') ?? '',
          onSearch: (text) => change({ search: text ? [text] : [] }),
          placeholder: t('search'),
        }}
      >
        <ListFilters filters={filters} params={params} onChange={(name, values) => change({ [name]: values })} />
      </FilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={pages.rows}
        rowId={(item: Item) => item.partnerId}
        total={total}
        loading={pages.loading}
        loadingMore={pages.loadingMore}
        error={pages.error}
        onRetry={pages.reload}
        onEndReached={pages.more}
        onOpen={(item) => void navigate(paths.partner(clientId, item.partnerId))}
        empty={
          isNarrowed ? (
            <NothingFound title={t('nothing')} detail={t('nothingDetail')} onClear={clear} />
          ) : (
            <EmptyState icon={<IconBuildings size={22} />} title={t('empty')} detail={t('emptyDetail')} action={add} />
          )
        }
      />
      <Suspense>{search.has('rules') && <AllocationsDrawer onClose={() => show(false)} />}</Suspense>
    </>
  );
}
