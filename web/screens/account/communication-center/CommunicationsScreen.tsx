import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { DeliveryNotice } from '../../../shell/DeliveryNotice.tsx';
import { exportList } from '../../../shell/exportList.ts';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { MessageList } from '../../../ui/MessageList.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CenterFilters } from './CenterFilters.tsx';
import classes from './CommunicationsScreen.module.css';
import { CorrespondenceCountsDocument, UnmatchedDocument } from './cms.graphql.ts';
import { communicationColumns } from './exported.ts';
import { ItemList } from './ItemList.tsx';
import { MessageForms } from './MessageForms.tsx';
import { MessageView } from './MessageView.tsx';
import { UnmatchedList } from './UnmatchedList.tsx';
import { useCorrespondence } from './useCorrespondence.ts';
import { useMessageActions } from './useMessageActions.ts';

/** account/communication-center: everything written and said with debtors; what waits comes first. J and K move, R answers, O resolves, E marks as handled. */
export default function CommunicationsScreen() {
  const { t } = useTranslation(['messages', 'shell']);
  const { clientId } = useWorkspace();
  const correspondence = useCorrespondence();
  const { view, list, pages, chosen, thread, choose } = correspondence;
  const { form, closeForm, reply, resolve, markHandled } = useMessageActions(correspondence);
  const counts = useQuery('cms', CorrespondenceCountsDocument, { clientId }, { reuse: true });
  const unmatched = useQuery('cms', UnmatchedDocument, view === 'unmatched' ? { clientId } : null, { reuse: true });
  const words = useOutcomeWords();
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
              onExport={(format) =>
                exportList('communications', { clientId, format, filter: list.filter, columns: communicationColumns(t, words) })
              }
            />
          )
        }
        aside={parked > 0 && <Link to={paths.reviewQueue(clientId)}>{t('center.parked', { count: parked })}</Link>}
      />
      <DeliveryNotice />
      <CenterFilters of={correspondence} unmatched={figures?.unmatched ?? 0} />
      {view === 'unmatched' ? (
        <UnmatchedList list={unmatched} />
      ) : (
        <MessageList
          pages={pages}
          empty={
            list.isNarrowed ? (
              <NothingFound title={t('center.nothingFound')} onClear={list.clear} />
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
                onReply={reply}
                onResolve={resolve}
                onHandled={markHandled}
                onAccount={() => list.change({ account: [chosen.accountId], view: [] })}
              />
              {thread.length > 1 && (
                <section className={classes.thread} aria-label={t('center.thread')}>
                  <h3>{t('center.thread')}</h3>
                  <ItemList items={thread} chosen={chosen} onChoose={choose} ofAccount />
                </section>
              )}
            </>
          )}
        </MessageList>
      )}
      {chosen && <MessageForms item={chosen} form={form} onClose={closeForm} />}
    </div>
  );
}
