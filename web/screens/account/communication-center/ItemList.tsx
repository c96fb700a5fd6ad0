import { ChannelIcon } from '../../../shell/ChannelIcon.tsx';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { MessageLine } from '../../../ui/MessageList.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Item } from './item.ts';

/** Lines of messages; the chosen one is marked. @param ofAccount all are of one account, whose name is not repeated. */
export function ItemList(props: { items: readonly Item[]; chosen: Item | undefined; onChoose: (item: Item) => void; ofAccount?: boolean }) {
  const { t } = useTranslation('messages');
  const words = useOutcomeWords();
  return props.items.map((item) => (
    <MessageLine
      key={item.id}
      icon={<ChannelIcon channel={item.channel} />}
      who={
        props.ofAccount
          ? t(item.direction === 'inbound' ? 'center.inbound' : 'center.outbound')
          : item.debtorName || item.sender || item.externalAccountRef
      }
      when={item.createdAt}
      what={
        <>
          {item.direction === 'inbound' ? '' : '→ '}
          {item.call && `${t(`center.call.${item.call.result as 'placed'}`)} · `}
          {item.kind === 'call' && item.resolution ? words.resolution(item.resolution.resolution) : (item.subject ?? item.excerpt)}
        </>
      }
      isChosen={item.id === props.chosen?.id}
      isWaiting={item.waiting}
      onChoose={() => props.onChoose(item)}
    />
  ));
}
