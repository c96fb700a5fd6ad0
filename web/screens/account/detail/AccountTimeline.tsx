import { Button } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useSeesMessages } from '../../../shell/composer/content.ts';
import { orderOf, type TimelineChoice, useTimelineFilters } from '../../../shell/timeline/choice.ts';
import { sendingNote } from '../../../shell/timeline/foreseeNote.ts';
import { useTimelineItems } from '../../../shell/timeline/useTimelineItems.ts';
import { type LiveEvent, useEvents } from '../../../shell/useEvents.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { later } from '../../../ui/later.ts';
import { Can, useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Timeline } from '../../../ui/Timeline.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './AccountTimeline.module.css';
import type { Account } from './account.ts';
import { DiaryDocument } from './events.graphql.ts';
import { NoteComposer } from './NoteComposer.tsx';
import { AccountStrategiesDocument } from './strategy.graphql.ts';

const MessageDrawer = later(() => import('../../../shell/composer/MessageDrawer.tsx'));

/** Events that stand above what is loaded, until it is loaded anew. */
const LIVE = 50;

/** What happened, newest first and by itself: notes are written on top, older events are loaded below. */
export function AccountTimeline(props: {
  accountId: string;
  account: Account | undefined;
  /** What is to be seen of it. */
  choice: TimelineChoice;
}) {
  const { accountId, choice } = props;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const seesStrategies = useCan('strategy', 'viewStrategies');
  const strategies = useQuery('strategy', AccountStrategiesDocument, seesStrategies ? { clientId, accountId } : null, { reuse: true }).data
    ?.getAccountStrategies;
  const filters = useTimelineFilters(choice);
  // What happens now stands above only where everything does, the newest first.
  const filtered = filters !== null || choice.types.length > 0 || choice.order !== '';
  const pages = usePages(
    'events',
    DiaryDocument,
    (after: string | null) => ({
      clientId,
      accountId,
      filters,
      order: orderOf(choice),
      messageTypes: choice.types.length > 0 ? [...choice.types] : null,
      searchAfter: after,
    }),
    (data) => ({ rows: data.getAllDiaryEvents.events, next: data.getAllDiaryEvents.searchAfter }),
  );
  const [live, setLive] = useState<readonly LiveEvent[]>([]);
  // It shows at once; what else it may change, a balance, a claim or a task, the screen reloads.
  useEvents({ accountId }, (event) => {
    if (event) setLive((old) => [event, ...old].slice(0, LIVE));
  });
  const rows = useMemo(() => {
    if (filtered) return pages.rows;
    const loaded = new Set(pages.rows.map((row) => row.attributes.messageId));
    const heard = live.filter((event) => !loaded.has(event.attributes.messageId));
    // One's own note may be heard of before its answer is there.
    const notes = new Set(heard.map((event) => (event.payload as { noteId?: unknown } | null)?.noteId));
    const rows = pages.rows.filter((row) => !notes.has(sendingNote(row)));
    return [...heard, ...rows];
  }, [live, pages.rows, filtered]);
  const strategyNames = useMemo(() => new Map(strategies?.map((each) => [each.blueprintId, each.displayName])), [strategies]);
  const [opened, setOpened] = useState<string | null>(null);
  const sees = useSeesMessages();
  const items = useTimelineItems(rows, orderOf(choice), { strategyNames, openMessage: sees ? setOpened : undefined });

  return (
    <>
      <Can domain="account" action="editAccount">
        <NoteComposer accountId={accountId} account={props.account} />
      </Can>
      <div role="log" className={classes.log} aria-label={t('timeline.live')} aria-busy={pages.loading}>
        {pages.error ? (
          <ErrorState error={pages.error} onRetry={pages.reload} />
        ) : (
          <Timeline
            items={items}
            loading={pages.loading}
            empty={
              filtered ? (
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
      <Suspense>{opened !== null && <MessageDrawer messageURL={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}
