import { SegmentedControl } from '@mantine/core';
import { useListFilters } from '../../../shell/list/filters.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { FILTERS, VIEWS } from './filters.ts';
import type { Correspondence } from './useCorrespondence.ts';

/** The line over the messages: words, filters and the view. @param props.unmatched how many messages match no account. */
export function CenterFilters({ of: { view, list, pages }, unmatched }: { of: Correspondence; unmatched: number }) {
  const { t } = useTranslation('messages');
  const { params, change } = list;
  const seesContent = useCan('cms', 'viewContent');
  const account = params.get('account');
  const useAccount = () =>
    account === null ? [] : [{ value: account, label: pages.rows.find((row) => row.accountId === account)?.debtorName ?? '…' }];
  const filters = useListFilters(FILTERS[view], {
    labelOf: (name) => t(`center.filter.${name as 'channel'}`),
    options: { account: useAccount },
  }).filter(({ name }) => (name !== 'template' || seesContent) && (name !== 'account' || account !== null));
  const isSearched = view !== 'unmatched';
  return (
    <FilterBar
      {...(isSearched && {
        search: {
          value: params.get('search') ?? '',
          onSearch: (text: string) => change({ search: text ? [text] : [] }),
          placeholder: t('center.search'),
        },
      })}
      end={
        <SegmentedControl
          aria-label={t('center.view')}
          value={view}
          data={VIEWS.map((value) => ({
            value,
            label: value === 'unmatched' && unmatched > 0 ? t('center.unmatchedCount', { count: unmatched }) : t(`center.${value}`),
          }))}
          onChange={(next) => change({ view: next === 'all' ? [] : [next] })}
        />
      }
    >
      {isSearched && <ListFilters filters={filters} params={params} onChange={(name, values) => change({ [name]: values })} />}
    </FilterBar>
  );
}
