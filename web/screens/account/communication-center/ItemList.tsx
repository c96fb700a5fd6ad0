import { useTranslation } from 'react-i18next';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { ChannelIcon } from './ChannelIcon.tsx';
import classes from './CommunicationsScreen.module.css';
import type { Item } from './item.ts';

/** Lines of messages; the chosen one is marked. @param ofAccount all are of one account, whose name is not repeated. */
export function ItemList(props: { items: readonly Item[]; chosen: Item | undefined; onChoose: (item: Item) => void; ofAccount?: boolean }) {
  const { t } = useTranslation('messages');
  const words = useOutcomeWords();
  return props.items.map((item) => (
    <button
      key={item.id}
      type="button"
      className={classes.item}
      data-waiting={item.waiting || undefined}
      aria-current={item.id === props.chosen?.id ? 'true' : undefined}
      onClick={() => props.onChoose(item)}
    >
      <span className={classes.icon}>
        <ChannelIcon channel={item.channel} />
      </span>
      <span className={classes.who}>
        {props.ofAccount
          ? t(item.direction === 'inbound' ? 'center.inbound' : 'center.outbound')
          : item.debtorName || item.sender || item.externalAccountRef}
      </span>
      <span className={classes.when}>
        <DateText value={item.createdAt} />
      </span>
      <span className={classes.what}>
        {item.direction === 'inbound' ? '' : '→ '}
        {item.kind === 'call' && item.resolution ? words.resolution(item.resolution.resolution) : (item.subject ?? item.excerpt)}
      </span>
    </button>
  ));
}
