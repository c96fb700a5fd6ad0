import { SegmentedControl } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { CommunicationMethod } from '../../../../core/contactOutcomes.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { DeliveryNotice } from '../../../shell/DeliveryNotice.tsx';
import { exportList } from '../../../shell/exportList.ts';
import { changeParams } from '../../../shell/listAddress.ts';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { paths } from '../../../shell/paths.ts';
import { useAction } from '../../../shell/useAction.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { later } from '../../../ui/later.ts';
import { MessageList } from '../../../ui/MessageList.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './CommunicationsScreen.module.css';
import {
  CorrespondenceCountsDocument,
  CorrespondenceDocument,
  SetHandledDocument,
  ThreadDocument,
  UnmatchedDocument,
} from './cms.graphql.ts';
import { communicationColumns } from './exported.ts';
import { FILTERS, filterOf, isFiltered, useCorrespondenceFilters, VIEWS, viewOf } from './filters.ts';
import { ItemList } from './ItemList.tsx';
import { MessageView } from './MessageView.tsx';
import { UnmatchedList } from './UnmatchedList.tsx';

const ComposerDrawer = later(() => import('../../../shell/composer/ComposerDrawer.tsx'));
const ResolutionDrawer = later(() => import('../../../shell/resolution/ResolutionDrawer.tsx'));

const NEWS = [
  'communicationReceived',
  'communicationHandled',
  'communicationReopened',
  'communicationResolved',
  'communicationSent',
  'communicationBounced',
  'communicationUnknown',
  'accountAssigned',
];

/** account/communication-center: everything written and said with debtors; what waits comes first. J and K move, R answers, O resolves, E marks as handled. */
export default function CommunicationsScreen() {
  const { t } = useTranslation(['messages', 'shell']);
  const { clientId, configuration } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search);
  const filter = filterOf(search, configuration.timezone);
  const pages = usePages(
    'cms',
    CorrespondenceDocument,
    (searchAfter: string | null) => ({ clientId, filter, searchAfter }),
    ({ searchCorrespondence: page }) => ({ rows: page.results, next: page.searchAfter }),
  );
  const counts = useQuery('cms', CorrespondenceCountsDocument, { clientId }, { reuse: true });
  const unmatched = useQuery('cms', UnmatchedDocument, view === 'unmatched' ? { clientId } : null, { reuse: true });
  // It stands in the address, so that a reload finds what was written and not sent.
  const [opened, setOpened] = useAction();
  const [setHandled] = useMutation('cms', SetHandledDocument, { idempotent: true });
  const writes = useCan('account', 'sendMessage');
  const resolves = useCan('operations', 'saveResolution');

  useFreshScreen({ types: NEWS });

  const wanted = search.get('message');
  const listed = pages.rows.find((row) => row.id === wanted) ?? (wanted === null ? pages.rows[0] : undefined);
  const of = listed?.accountId ?? search.get('of');
  const thread = useQuery('cms', ThreadDocument, of ? { clientId, accountId: of } : null, { reuse: true, keepPrevious: true });
  const threadItems = (thread.data?.searchCorrespondence.results ?? []).filter((item) => item.accountId === of);
  const chosen = listed ?? threadItems.find((row) => row.id === wanted) ?? pages.rows[0];

  /** Another list begins with its own first message. */
  const ask = (values: Readonly<Record<string, readonly string[]>>) => changeParams(setSearch, { message: [], of: [], ...values });
  const choose = (item: { id: string; accountId: string } | undefined) =>
    item && changeParams(setSearch, { message: [item.id], of: [item.accountId] });
  const account = search.get('account');
  const filters = useCorrespondenceFilters(
    account === null ? null : { id: account, name: pages.rows.find((row) => row.accountId === account)?.debtorName ?? '…' },
  );
  const words = useOutcomeWords();
  const step = (by: number) => {
    const place = pages.rows.findIndex((row) => row.id === chosen?.id);
    choose(pages.rows[place + by]);
    if (place + by >= pages.rows.length - 5) pages.more();
  };
  const markHandled = () => {
    if (chosen?.kind !== 'message' || chosen.direction !== 'inbound') return;
    const next = chosen.waiting ? pages.rows[pages.rows.findIndex((row) => row.id === chosen.id) + 1] : undefined;
    setHandled({ clientId, communicationIds: [chosen.id], handled: chosen.waiting }).then(
      () => {
        toastSuccess(t(chosen.waiting ? 'center.handledDone' : 'center.reopenedDone'));
        if (next?.waiting) choose(next);
      },
      (error: unknown) => toastError(error),
    );
  };
  const reply = () => writes && chosen?.kind === 'message' && setOpened('reply');
  const resolve = () => resolves && chosen?.resolution === null && setOpened('resolve');
  useHotkeys(
    {
      j: () => step(1),
      ArrowDown: () => step(1),
      k: () => step(-1),
      ArrowUp: () => step(-1),
      r: () => void reply(),
      o: () => void resolve(),
      ...(writes ? { e: markHandled } : {}),
    },
    { enabled: view !== 'unmatched' },
  );

  const figures = counts.data?.getCorrespondenceCounts;
  const parked = figures?.parked ?? 0;
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('shell:screen.communications') }]}
        chip={figures && figures.waiting > 0 ? <CountChip>{t('center.waitingCount', { count: figures.waiting })}</CountChip> : undefined}
        actions={
          view !== 'unmatched' && (
            <ExportMenu
              disabled={pages.rows.length === 0}
              onExport={(format) => exportList('communications', { clientId, format, filter, columns: communicationColumns(t, words) })}
            />
          )
        }
        aside={parked > 0 && <Link to={paths.reviewQueue(clientId)}>{t('center.parked', { count: parked })}</Link>}
      />
      <DeliveryNotice />
      <FilterBar
        {...(view === 'unmatched'
          ? {}
          : {
              search: {
                value: search.get('search') ?? '',
                onSearch: (text: string) => ask({ search: text ? [text] : [] }),
                placeholder: t('center.search'),
              },
            })}
        end={
          <SegmentedControl
            aria-label={t('center.view')}
            value={view}
            data={VIEWS.map((value) => ({
              value,
              label:
                value === 'unmatched' && figures && figures.unmatched > 0
                  ? t('center.unmatchedCount', { count: figures.unmatched })
                  : t(`center.${value}`),
            }))}
            onChange={(next) => ask({ view: next === 'all' ? [] : [next] })}
          />
        }
      >
        {view !== 'unmatched' && (
          <ListFilters
            filters={filters}
            params={search}
            onChange={(name, values) => ask({ [name]: name === 'template' ? values.slice(-1) : values })}
          />
        )}
      </FilterBar>
      {view === 'unmatched' ? (
        <UnmatchedList list={unmatched} />
      ) : (
        <MessageList
          pages={pages}
          empty={
            isFiltered(search) ? (
              <NothingFound
                title={t('center.nothingFound')}
                onClear={() => ask(Object.fromEntries(['search', ...FILTERS].map((name) => [name, []])))}
              />
            ) : (
              <EmptyState title={t(view === 'waiting' ? 'center.nothingWaits' : 'center.empty')} detail={t('center.emptyDetail')} />
            )
          }
          lines={(rows) => <ItemList items={rows} chosen={chosen} onChoose={choose} />}
        >
          {chosen && (
            <>
              <MessageView
                item={chosen}
                onReply={() => void reply()}
                onResolve={() => void resolve()}
                onHandled={markHandled}
                onAccount={() => ask({ account: [chosen.accountId], view: [] })}
              />
              {threadItems.length > 1 && (
                <section className={classes.thread} aria-label={t('center.thread')}>
                  <h3>{t('center.thread')}</h3>
                  <ItemList items={threadItems} chosen={chosen} onChoose={choose} ofAccount />
                </section>
              )}
            </>
          )}
        </MessageList>
      )}
      <Suspense>
        {chosen && opened === 'reply' && (chosen.channel === 'email' || chosen.channel === 'sms') && (
          <ComposerDrawer
            target={{
              accountId: chosen.accountId,
              externalClaimRef: chosen.externalClaimRef,
              parent: {
                id: chosen.id,
                channel: chosen.channel,
                subject: chosen.subject,
                sender: chosen.direction === 'inbound' ? chosen.sender : chosen.recipient,
              },
            }}
            onClose={() => setOpened(null)}
          />
        )}
        {chosen && opened === 'resolve' && (
          <ResolutionDrawer
            target={{
              accountId: chosen.accountId,
              externalClaimRef: chosen.externalClaimRef,
              communicationMethod: chosen.channel as CommunicationMethod,
              outcomeDirection: chosen.direction === 'inbound' ? 'inbound' : 'outbound',
              communicationRequestId: chosen.id,
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
