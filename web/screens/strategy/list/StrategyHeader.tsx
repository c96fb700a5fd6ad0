import type { ReactNode } from 'react';
import { ListExport } from '../../../shell/ListExport.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { ListSearch } from './useListSearch.ts';

const EXPORTED = ['displayName', 'categories', 'steps', 'running', 'version', 'updated'] as const;

/** The title with how many there are, the export of what is searched for, and the buttons of the screen. */
export function StrategyHeader(props: { wanted: ListSearch; total: number | undefined; children: ReactNode }) {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const { searchText, categories } = props.wanted;
  return (
    <PageHeader
      crumbs={[{ label: t('title') }]}
      chip={props.total !== undefined && <CountChip>{format.number(props.total)}</CountChip>}
      actions={
        <>
          <ListExport
            list="strategies"
            wanted={{ filter: { searchText: searchText || null, categories: categories.length > 0 ? categories : null } }}
            columns={EXPORTED.map((key) => ({ key, header: t(`list.columns.${key}`) }))}
          />
          {props.children}
        </>
      }
    />
  );
}
