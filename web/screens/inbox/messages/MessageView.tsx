import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconPointer } from '@tabler/icons-react';
import { Link } from 'react-router';
import { smsLength } from '../../../../core/sms.ts';
import { useQuery } from '../../../shell/api.ts';
import { MessageFiles } from '../../../shell/composer/MessageContent.tsx';
import { paths } from '../../../shell/paths.ts';
import { useBundleNames } from '../../../shell/timeline/bundleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { MailFrame } from '../../../ui/MailFrame.tsx';
import { PhoneBubble } from '../../../ui/PhoneBubble.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CommunicationContentDocument, type CommunicationsQuery } from './cms.graphql.ts';
import classes from './MessageView.module.css';

type Message = CommunicationsQuery['listCommunications']['results'][number];

/** One message: who got it, what became of it, and the message itself. */
export function MessageView({ message }: { message: Message }) {
  const { t } = useTranslation('inbox');
  const { clientId } = useWorkspace();
  const bundleNames = useBundleNames();
  const { data, error, refetch } = useQuery(
    'cms',
    CommunicationContentDocument,
    { clientId, messageURL: message.messageURL },
    { reuse: true },
  );
  const content = data?.getCommunicationContent;
  // What never left the sandbox is read here in the debtor's place; a link of a real message is the debtor's alone.
  const isSandbox = message.providerName === 'sandbox';
  return (
    <>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>{message.subject ?? t('textMessage')}</h2>
          <span className={classes.tags}>
            {message.bouncedAt && (
              <Tag tone="bad" icon={<IconAlertTriangle size={13} />}>
                {t('bounced')}
              </Tag>
            )}
            {message.openedAt && (
              <Tag tone="info" icon={<IconEye size={13} />}>
                {t('opened')}
              </Tag>
            )}
            {message.clickedAt && (
              <Tag tone="good" icon={<IconPointer size={13} />}>
                {t('clicked')}
              </Tag>
            )}
            <Tag tone={isSandbox ? 'violet' : 'neutral'} title={isSandbox ? t('sandboxDetail') : undefined}>
              {isSandbox ? t('sandbox') : message.providerName}
            </Tag>
          </span>
        </div>
        <dl className={classes.lines}>
          <dt>{t('to')}</dt>
          <dd>
            <Link to={paths.account(clientId, message.accountId)}>{message.debtorName || message.recipient}</Link> · {message.recipient}
          </dd>
          <dt>{t('from')}</dt>
          <dd>{message.sender}</dd>
          <dt>{t('sent')}</dt>
          <dd>
            <DateText value={message.createdAt} style="long" />
            {message.bundleName && (
              <>
                {' · '}
                {bundleNames.get(message.bundleName) ?? message.bundleName} ({message.locale})
              </>
            )}
          </dd>
          {message.externalClaimRef && (
            <>
              <dt>{t('claim')}</dt>
              <dd>
                <Reference value={message.externalClaimRef} />
              </dd>
            </>
          )}
        </dl>
      </header>
      {content && content.attachmentsContent.length > 0 && (
        <div className={classes.files}>
          <MessageFiles files={content.attachmentsContent} />
        </div>
      )}
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !content ? (
        <div className={classes.ghost}>
          <Skeleton height={14} width="40%" />
          <Skeleton height={12} width="70%" />
          <Skeleton height={12} width="65%" />
        </div>
      ) : content.htmlContent !== null ? (
        <MailFrame html={content.htmlContent} title={message.subject ?? t('textMessage')} caged={content.direction === 'inbound'} />
      ) : (
        <PhoneBubble
          text={content.textContent}
          follow={isSandbox}
          below={t('parts', { count: smsLength(content.textContent).segments, encoding: smsLength(content.textContent).encoding })}
        />
      )}
    </>
  );
}
