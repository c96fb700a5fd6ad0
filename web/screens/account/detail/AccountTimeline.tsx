import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchScreen } from '../../../shell/api.ts';
import { isEcho, useEventItem } from '../../../shell/timeline/useEventItem.tsx';
import { type LiveEvent, useEvents } from '../../../shell/useEvents.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Can } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Timeline } from '../../../ui/Timeline.tsx';
import classes from './AccountTimeline.module.css';
import type { Account } from './account.ts';
import { DiaryDocument } from './events.graphql.ts';
import { type Action, NoteComposer } from './NoteComposer.tsx';
import type { AccountStrategiesQuery } from './strategy.graphql.ts';
import type { Kind } from './TimelineFilter.tsx';

/** Events that stand above what is loaded, until it is loaded anew. */
const LIVE = 50;

/** What happened, newest first and by itself: notes are written on top, older events are loaded below. */
export function AccountTimeline(props: {
  accountId: string;
  account: Account | undefined;
  strategies: AccountStrategiesQuery['getAccountStrategies'] | undefined;
  /** Events of one kind only; null shows all. */
  kind: Kind | null;
  onAction: (action: Action) => void;
}) {
  const { accountId, strategies, kind } = props;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const pages = usePages(
    'events',
    DiaryDocument,
    (after: string | null) => ({ clientId, accountId, filters: kind ? { categories: [kind] } : null, searchAfter: after }),
    (data) => ({ rows: data.getAllDiaryEvents.events, next: data.getAllDiaryEvents.searchAfter }),
  );
  const [live, setLive] = useState<readonly LiveEvent[]>([]);
  // It shows at once. It may change the balance, a claim or a task as well: everything on the screen is asked for again.
  useEvents({ accountId }, (event) => {
    if (event) setLive((old) => [event, ...old].slice(0, LIVE));
    refetchScreen();
  });
  const rows = useMemo(() => {
    if (kind !== null) return pages.rows;
    const loaded = new Set(pages.rows.map((row) => row.attributes.messageId));
    return [...live.filter((event) => !loaded.has(event.attributes.messageId)), ...pages.rows];
  }, [live, pages.rows, kind]);
  const strategyNames = useMemo(() => new Map(strategies?.map((each) => [each.blueprintId, each.displayName])), [strategies]);
  const present = useEventItem({ strategyNames });
  const items = useMemo(() => rows.filter((event) => !isEcho(event)).map(present), [rows, present]);

  return (
    <>
      <Can domain="account" action="editAccount">
        <NoteComposer accountId={accountId} account={props.account} onAction={props.onAction} />
      </Can>
      <div role="log" aria-label={t('timeline.live')} aria-busy={pages.loading}>
        {pages.error ? (
          <ErrorState error={pages.error} onRetry={pages.reload} />
        ) : (
          <Timeline
            items={items}
            loading={pages.loading}
            empty={
              kind ? (
                <EmptyState title={t('timeline.emptyFilter')} />
              ) : (
                <EmptyState title={t('timeline.empty')} detail={t('timeline.emptyDetail')} />
              )
            }
            end={
              pages.atEnd ? (
                <p className={classes.end}>{t('timeline.endReached')}</p>
              ) : (
                <Button variant="default" size="xs" loading={pages.loadingMore} onClick={pages.more}>
                  {t('timeline.older')}
                </Button>
              )
            }
          />
        )}
      </div>
    </>
  );
}
