import { Button, Switch } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { EVENT_TYPES } from '../../../../core/events/catalogue.ts';
import { useQuery } from '../../../shell/api.ts';
import { useSeesMessages } from '../../../shell/composer/content.ts';
import { EVERYTHING, orderOf, useTimelineFilters } from '../../../shell/timeline/choice.ts';
import { TimelineFilter } from '../../../shell/timeline/TimelineFilter.tsx';
import { useTimelineItems } from '../../../shell/timeline/useTimelineItems.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { later } from '../../../ui/later.ts';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Timeline } from '../../../ui/Timeline.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ClaimEvents.module.css';
import { ClaimEventsDocument } from './events.graphql.ts';
import { CurrentStrategyDocument } from './strategy.graphql.ts';

const MessageDrawer = later(() => import('../../../shell/composer/MessageDrawer.tsx'));

/** What concerns no single claim of the account and yet matters to each. */
const OF_THE_ACCOUNT = [...EVENT_TYPES.account, ...EVENT_TYPES.contact, ...EVENT_TYPES.portal];

/** What happened to this one claim. */
export function ClaimEvents({ externalClaimRef }: { externalClaimRef: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [choice, setChoice] = useState(EVERYTHING);
  const [withAccount, setWithAccount] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const sees = useSeesMessages();
  // A mandate is the account's: what is collected under it concerns each of its claims.
  const tellsMandates = useFlag('SHOW_MANDATES_EVENTS_TO_CLAIM_TIME_LINE');
  const ofTheAccount = [...(withAccount ? OF_THE_ACCOUNT : []), ...(tellsMandates ? EVENT_TYPES.mandate : [])];
  const filters = useTimelineFilters(choice);
  const pages = usePages(
    'events',
    ClaimEventsDocument,
    (after: string | null) => ({
      clientId,
      externalClaimRef,
      order: orderOf(choice),
      filters,
      accountMessageFilters: ofTheAccount.length > 0 ? ofTheAccount : null,
      rawMessageFilters: choice.types.length > 0 ? [...choice.types] : null,
      searchAfter: after,
    }),
    (data) => ({ rows: data.getAllClaimEvents.events, next: data.getAllClaimEvents.searchAfter }),
  );
  // The strategy's panel asks the same: it is one call.
  const seesStrategies = useCan('strategy', 'viewStrategies');
  const current = useQuery('strategy', CurrentStrategyDocument, seesStrategies ? { clientId, externalClaimRef } : null, { reuse: true });
  const history = current.data?.getCurrentStrategy?.history;
  const strategyNames = useMemo(
    () => new Map(history?.flatMap(({ blueprintId, displayName }) => (blueprintId && displayName ? [[blueprintId, displayName]] : []))),
    [history],
  );
  const items = useTimelineItems(pages.rows, orderOf(choice), { strategyNames, ofClaim: true, openMessage: sees ? setOpened : undefined });
  if (pages.error) return <ErrorState error={pages.error} onRetry={pages.reload} />;
  return (
    <>
      <div className={classes.choice}>
        <Switch
          size="xs"
          label={t('claim.withAccount')}
          checked={withAccount}
          onChange={(event) => setWithAccount(event.currentTarget.checked)}
        />
        <TimelineFilter choice={choice} onChange={setChoice} />
      </div>
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
      <Suspense>{opened !== null && <MessageDrawer messageURL={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}
