import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../shell/api.ts';
import { isEcho, useEventItem } from '../../../shell/timeline/useEventItem.tsx';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Timeline } from '../../../ui/Timeline.tsx';
import { ClaimEventsDocument } from './events.graphql.ts';
import { CurrentStrategyDocument } from './strategy.graphql.ts';

/** What happened to this one claim. */
export function ClaimEvents({ externalClaimRef }: { externalClaimRef: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const pages = usePages(
    'events',
    ClaimEventsDocument,
    (after: string | null) => ({ clientId, externalClaimRef, searchAfter: after }),
    (data) => ({ rows: data.getAllClaimEvents.events, next: data.getAllClaimEvents.searchAfter }),
  );
  // The strategy's panel asks the same: it is one call.
  const seesStrategies = useCan('strategy', 'viewStrategies');
  const current = useQuery('strategy', CurrentStrategyDocument, seesStrategies ? { clientId, externalClaimRef } : null);
  const history = current.data?.getCurrentStrategy?.history;
  const strategyNames = useMemo(
    () => new Map(history?.flatMap(({ blueprintId, displayName }) => (blueprintId && displayName ? [[blueprintId, displayName]] : []))),
    [history],
  );
  const present = useEventItem({ strategyNames, ofClaim: true });
  const items = useMemo(() => pages.rows.filter((event) => !isEcho(event)).map(present), [pages.rows, present]);
  if (pages.error) return <ErrorState error={pages.error} onRetry={pages.reload} />;
  return (
    <Timeline
      items={items}
      loading={pages.loading}
      empty={<EmptyState title={t('timeline.empty')} detail={t('timeline.emptyDetail')} />}
      end={
        pages.atEnd ? null : (
          <Button variant="default" size="xs" loading={pages.loadingMore} onClick={pages.more}>
            {t('timeline.older')}
          </Button>
        )
      }
    />
  );
}
