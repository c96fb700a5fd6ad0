import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { changeParams } from '../../../shell/listAddress.ts';
import { paths } from '../../../shell/paths.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ChipChoice } from '../../../ui/ChipChoice.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState, ErrorState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Flow.module.css';
import { FlowList } from './FlowList.tsx';
import { FlowPanel } from './FlowPanel.tsx';
import { found, graphOf } from './model.ts';
import { StrategyMapDocument } from './strategy.graphql.ts';

// The picture's library is needed here only.
const FlowCanvas = later(() => import('./FlowCanvas.tsx'));

/** strategy/strategy-flow: which strategy leads to which, through which steps and reactions, with the claims in each. */
export default function StrategyFlowScreen() {
  const { t } = useTranslation('flow');
  const format = useFormat();
  const typeName = useTypeName();
  const { clientId } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const text = search.get('search') ?? '';
  const chosen = useMemo(() => search.getAll('category'), [search]);
  const selected = search.get('selected');
  const asList = search.get('view') === 'list';
  const { data, error, refetch } = useQuery('strategy', StrategyMapDocument, { clientId }, { reuse: true });
  const map = data?.getStrategyMap;
  const graph = useMemo(() => (map ? graphOf(map, typeName) : null), [map, typeName]);
  const shown = useMemo(() => graph && found(graph, text, chosen), [graph, text, chosen]);
  const categories = useMemo(() => [...new Set(map?.strategies.flatMap((one) => one.categories))].sort(), [map]);
  const put = (values: Readonly<Record<string, readonly string[]>>) => changeParams(setSearch, values);
  const select = (id: string | null) => put({ selected: id === null ? [] : [id] });
  const node = selected === null ? undefined : graph?.nodes.get(selected);
  const all = map?.strategies.length ?? 0;

  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={map && <CountChip>{format.number(all)}</CountChip>}
        actions={
          <>
            <SegmentedControl
              aria-label={t('view.label')}
              data={[
                { value: 'picture', label: t('view.picture') },
                { value: 'list', label: t('view.list') },
              ]}
              value={asList ? 'list' : 'picture'}
              onChange={(next) => put({ view: next === 'list' ? ['list'] : [] })}
            />
            <Button variant="default" component={Link} to={paths.strategies(clientId)}>
              {t('strategies')}
            </Button>
          </>
        }
      />
      <FilterBar search={{ value: text, placeholder: t('search'), onSearch: (next) => put({ search: next.trim() ? [next.trim()] : [] }) }}>
        <ChipChoice
          label={t('columns.categories')}
          names={categories}
          chosen={chosen}
          onTurn={(name) => put({ category: chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name] })}
          all={{ label: t('all'), onChoose: () => put({ category: [] }) }}
        />
      </FilterBar>
      <div className={classes.body}>
        {error && !map ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!map && !error && <Skeleton height="100%" m={20} />}
        {map && all === 0 && <EmptyState icon={<IconRoute size={22} />} title={t('emptyTitle')} detail={t('emptyDetail')} />}
        {all > 0 && shown?.matches.length === 0 && (
          <NothingFound title={t('nothingTitle')} detail={t('nothingDetail')} onClear={() => put({ search: [], category: [] })} />
        )}
        {graph && shown && shown.matches.length > 0 && all > 0 && (
          <>
            {asList ? (
              <FlowList graph={graph} matches={shown.matches} selected={selected} onSelect={select} />
            ) : (
              <Suspense fallback={<Skeleton height="100%" m={20} />}>
                <FlowCanvas graph={shown.graph} faint={shown.faint} selected={selected} onSelect={select} />
              </Suspense>
            )}
            {node && <FlowPanel key={node.id} graph={graph} node={node} onSelect={select} />}
          </>
        )}
      </div>
    </div>
  );
}
