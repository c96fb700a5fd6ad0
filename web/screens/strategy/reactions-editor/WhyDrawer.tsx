import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { type ReasonLike, useReason } from '../../../shell/reasons.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { AccountSelect } from './AccountSelect.tsx';
import { ReactionEventsDocument } from './events.graphql.ts';
import classes from './Reactions.module.css';
import { ExplainReactionsDocument } from './reactions.graphql.ts';

/** For an event of the past: which rules answered it, and what kept the others from it. */
export function WhyDrawer(props: { accountId: string | null; messageTypes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('reactions');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const reason = useReason();
  const typeName = useTypeName();
  const [accountId, setAccountId] = useState(props.accountId);
  const [messageId, setMessageId] = useState<string | null>(null);
  const { messageTypes } = props;
  const events = useQuery(
    'events',
    ReactionEventsDocument,
    accountId === null ? null : { clientId, accountId, messageTypes: [...messageTypes] },
  );
  const { data, error, refetch } = useQuery('reactions', ExplainReactionsDocument, messageId === null ? null : { clientId, messageId });
  const list = events.data?.getAllDiaryEvents.events ?? [];
  return (
    <Drawer opened size={600} onClose={props.onClose} title={t('why.title')}>
      <Stack gap={14}>
        <p>{t('why.detail')}</p>
        <AccountSelect
          label={t('why.account')}
          empty={t('account.type')}
          value={accountId}
          onChange={(next) => {
            setAccountId(next);
            setMessageId(null);
          }}
        />
        {accountId !== null && (
          <Select
            label={t('why.event')}
            placeholder={events.data && list.length === 0 ? t('why.noEvents') : undefined}
            data={list.map(({ attributes }) => ({
              value: attributes.messageId,
              label: [format.date(attributes.emitTime, 'long'), typeName(attributes.messageType), attributes.externalClaimRef]
                .filter(Boolean)
                .join(' · '),
            }))}
            searchable
            value={messageId}
            onChange={setMessageId}
          />
        )}
        {events.error !== undefined && <ErrorState error={events.error} onRetry={events.refetch} />}
        {error !== undefined && <ErrorState error={error} onRetry={refetch} />}
        {data && data.explainReactions.length === 0 && <p>{t('why.noRules')}</p>}
        {data && data.explainReactions.length > 0 && (
          <ul className={classes.reasons}>
            {data.explainReactions.map(({ reactionId, displayName, messageType, fired, why }) => (
              <li key={reactionId}>
                <span>
                  <strong>{displayName || typeName(messageType)}</strong>
                  <Tag tone={fired ? 'good' : 'neutral'}>{t(fired ? 'why.fired' : 'why.not')}</Tag>
                </span>
                <span>{reason(why as ReasonLike)}</span>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Drawer>
  );
}
