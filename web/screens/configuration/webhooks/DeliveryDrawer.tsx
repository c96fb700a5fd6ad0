import { Button, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './WebhooksScreen.module.css';
import { DELIVERY_TONES } from './webhook.ts';
import {
  RedeliverDocument,
  StopDeliveryDocument,
  WebhookDeliveryDocument,
  type WebhookDeliveryQuery,
} from './webhook-subscription.graphql.ts';

/** How often one that waits is looked at again while it is open, ms. */
const LOOK = 2_000;

type Detail = WebhookDeliveryQuery['getWebhookDelivery'];
interface Props {
  readonly endpointId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** One delivery: the request to the byte, each try with its answer, and what can still be done. */
export function DeliveryDrawer({ endpointId, messageId, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const { clientId } = useWorkspace();
  const typeName = useTypeName();
  const edits = useCan('configuration', 'editWebhooks');
  const at = { clientId, endpointId, messageId };
  const { data, error, refetch } = useQuery('webhook-subscription', WebhookDeliveryDocument, at, { keepPrevious: true });
  const [redeliver, sending] = useMutation('webhook-subscription', RedeliverDocument);
  const [stop, stopping] = useMutation('webhook-subscription', StopDeliveryDocument, { idempotent: true });
  const detail = data?.getWebhookDelivery;
  const isWaiting = detail?.delivery.state === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void refetch(), LOOK);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  const act = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work();
      toastSuccess(said);
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const again = () => redeliver({ clientId, filter: { endpointId, messageIds: [messageId] } });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      cancel={false}
      title={detail && typeName(detail.delivery.messageType)}
      {...(edits &&
        detail &&
        !detail.delivery.isTest && {
          footer: isWaiting ? (
            <Button variant="default" loading={stopping} onClick={() => void act(() => stop(at), t('stop.done'))}>
              {t('stop.button')}
            </Button>
          ) : (
            <Button loading={sending} onClick={() => void act(again, t('again.done', { count: 1, number: '1' }))}>
              {t('again.button')}
            </Button>
          ),
        })}
    >
      {detail ? (
        <Details detail={detail} />
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={240} />
      )}
    </Drawer>
  );
}

function Details({ detail: { delivery, requestBody, attempts } }: { detail: Detail }) {
  const { t } = useTranslation('webhooks');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const moment = (value: string | null | undefined) => (value ? format.date(value, 'exact') : null);
  const pretty = requestBody && JSON.stringify(JSON.parse(requestBody), null, 2);
  return (
    <div className={classes.drawer}>
      <KeyValue
        pairs={[
          [
            t('column.state'),
            <Tag key="state" tone={DELIVERY_TONES[delivery.state] ?? 'neutral'}>
              {t(`delivery.${delivery.state as 'waiting'}`)}
            </Tag>,
          ],
          [
            t('column.address'),
            <span key="url" className={classes.address}>
              {delivery.url}
            </span>,
          ],
          [t('messageId'), <Reference key="id" value={delivery.messageId} />],
          [t('column.queued'), moment(delivery.queuedAt)],
          [t('nextTry'), delivery.state === 'waiting' ? (moment(delivery.nextAt) ?? t('behind')) : null],
          [t('givenUp'), delivery.state === 'waiting' && !delivery.isTest ? moment(delivery.giveUpAt) : null],
          [
            t('account'),
            delivery.accountId && (
              <Link key="account" to={paths.account(clientId, delivery.accountId)}>
                {t('openAccount')}
              </Link>
            ),
          ],
        ]}
      />
      <Section title={t('request')}>
        {pretty ? (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
            <pre className={classes.code} tabIndex={0}>
              {pretty}
            </pre>
            <CopyButton size="xs" text={requestBody ?? ''} />
          </>
        ) : (
          <p className={classes.note}>{t('erased')}</p>
        )}
      </Section>
      <Section title={t('column.attempts')} count={delivery.attempts}>
        {attempts.length === 0 && <p className={classes.note}>{t('noAttempts')}</p>}
        <ol className={classes.attempts}>
          {attempts.map((attempt) => (
            <li key={attempt.attemptId} className={classes.attempt}>
              <div className={classes.head}>
                <Tag tone={attempt.errorKey ? 'bad' : 'good'}>{attempt.status ? `HTTP ${attempt.status}` : t('noAnswer')}</Tag>
                <span>{moment(attempt.at)}</span>
                <span className={classes.second}>{t('took', { number: format.number(attempt.duration) })}</span>
              </div>
              {attempt.errorKey && (
                <p>
                  <ServerWords text={attempt.errorKey} words={wordsOf(attempt.errorKey, attempt.errorValues)} />
                </p>
              )}
              <details>
                <summary>{t('headersAndAnswer')}</summary>
                <pre className={classes.code}>
                  {Object.entries(attempt.requestHeaders as Record<string, string>)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join('\n')}
                </pre>
                <pre className={classes.code}>{attempt.answer ?? t('noBody')}</pre>
              </details>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
