import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { isMessageChannel, MESSAGE_CHANNELS } from '../../../../core/messageChannels.ts';
import { useQuery } from '../../../shell/api.ts';
import { ChannelIcon } from '../../../shell/ChannelIcon.tsx';
import { DeliveryNotice } from '../../../shell/DeliveryNotice.tsx';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { MessageLine, MessageList } from '../../../ui/MessageList.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CommunicationsDocument, ParkedDocument } from './cms.graphql.ts';
import classes from './InboxScreen.module.css';
import { MessageView } from './MessageView.tsx';
import { ParkedList } from './ParkedList.tsx';

const NEWS = ['communicationSent', 'communicationUnknown', 'communicationBounced', 'communicationCancelled', 'emailOpened', 'linkClicked'];

/** inbox: every message exactly as its reader gets it; new ones appear by themselves. */
export default function InboxScreen() {
  const { t } = useTranslation('inbox');
  const { clientId } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const searchText = search.get('search') ?? '';
  const asked = search.get('channel');
  const channel = isMessageChannel(asked) ? asked : null;
  const showsParked = search.get('view') === 'parked';
  const pages = usePages(
    'cms',
    CommunicationsDocument,
    (searchAfter: string | null) => ({ clientId, searchText: searchText || null, channel, searchAfter }),
    ({ listCommunications: page }) => ({ rows: page.results, next: page.searchAfter }),
  );
  const parked = useQuery('cms', ParkedDocument, { clientId }, { reuse: true });
  useFreshScreen({ types: NEWS });

  const chosen = pages.rows.find((row) => row.communicationId === search.get('message')) ?? pages.rows[0];
  const set = (key: string, value: string | null) =>
    setSearch(
      (old) => {
        if (value) old.set(key, value);
        else old.delete(key);
        return old;
      },
      { replace: true },
    );
  const step = (by: number) => {
    const place = chosen ? pages.rows.indexOf(chosen) : -1;
    const next = pages.rows[place + by];
    if (next) set('message', next.communicationId);
    if (place + by >= pages.rows.length - 5) pages.more();
  };
  useHotkeys(
    { j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1) },
    { enabled: !showsParked, ofList: true },
  );
  const waiting = parked.data?.listParkedCommunications ?? [];

  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={waiting.length > 0 ? <CountChip>{t('undecided', { count: waiting.length })}</CountChip> : undefined}
      />
      <DeliveryNotice />
      <FilterBar
        {...(showsParked
          ? {}
          : { search: { value: searchText, onSearch: (text: string) => set('search', text), placeholder: t('search') } })}
        end={
          <SegmentedControl
            aria-label={t('view')}
            value={showsParked ? 'parked' : 'messages'}
            data={[
              { value: 'messages', label: t('messages') },
              { value: 'parked', label: waiting.length > 0 ? t('parkedCount', { count: waiting.length }) : t('parked') },
            ]}
            onChange={(view) => set('view', view === 'parked' ? 'parked' : null)}
          />
        }
      >
        {!showsParked && (
          <SegmentedControl
            aria-label={t('channel')}
            value={channel ?? 'all'}
            data={[{ value: 'all', label: t('all') }, ...MESSAGE_CHANNELS.map((value) => ({ value, label: t(value) }))]}
            onChange={(next) => set('channel', next === 'all' ? null : next)}
          />
        )}
      </FilterBar>
      {showsParked ? (
        <ParkedList rows={waiting} loading={parked.loading} error={parked.error} onRetry={parked.refetch} />
      ) : (
        <MessageList
          pages={pages}
          empty={
            <EmptyState
              title={searchText || channel ? t('nothingFound') : t('empty')}
              detail={searchText || channel ? undefined : t('emptyDetail')}
            />
          }
          lines={(rows) =>
            rows.map((row) => (
              <MessageLine
                key={row.communicationId}
                icon={<ChannelIcon channel={row.channel} />}
                who={row.debtorName || row.recipient}
                when={row.createdAt}
                what={row.subject ?? row.excerpt}
                isChosen={row === chosen}
                onChoose={() => set('message', row.communicationId)}
              />
            ))
          }
        >
          {chosen && <MessageView message={chosen} />}
        </MessageList>
      )}
    </div>
  );
}
