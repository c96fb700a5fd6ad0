import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { MessageContent } from '../../../shell/composer/MessageContent.tsx';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ReviewedConversationDocument } from './cms.graphql.ts';
import type { Held } from './held.ts';
import classes from './ReviewsScreen.module.css';

/** What was said, and what came before and after it on the account. */
export function Conversation({ held }: { held: Held }) {
  const { t } = useTranslation(['reviews', 'messages']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const words = useOutcomeWords();
  const { data, error, refetch } = useQuery('cms', ReviewedConversationDocument, { clientId, accountId: held.accountId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const items = data?.searchCorrespondence.results;
  const item = items?.find((each) => each.id === held.id);
  return (
    <section className={classes.conversation} aria-label={t('when')}>
      <header>
        <h2>{held.debtorName || held.externalAccountRef}</h2>
        <p>
          {t(`channel.${held.channel as 'call'}`)} · {format.date(held.at, 'long')} ·{' '}
          <Link to={paths.account(clientId, held.accountId)}>{t('openAccount')}</Link>
        </p>
      </header>
      {!items && <Skeleton height={160} />}
      {item?.resolution && (
        <p>
          <strong>{words.resolution(item.resolution.resolution)}</strong> · {words.category(item.resolution.category)}
        </p>
      )}
      {item?.messageURL ? (
        <MessageContent messageURL={item.messageURL} />
      ) : (
        item && <p className={classes.note}>{item.resolution?.additionalInformation || t('messages:center.callWithoutNote')}</p>
      )}
      <ol className={classes.thread}>
        {items
          ?.filter((each) => each.id !== held.id)
          .slice(0, 8)
          .map((each) => (
            <li key={each.id}>
              {format.date(each.createdAt, 'long')} · {words.method(each.channel)} ·{' '}
              {t(each.direction === 'inbound' ? 'messages:center.inbound' : 'messages:center.outbound')}
              {each.subject && ` · ${each.subject}`}
              {each.resolution && ` · ${words.resolution(each.resolution.resolution)}`}
            </li>
          ))}
      </ol>
    </section>
  );
}
