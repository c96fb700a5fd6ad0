import { Button, NumberInput, Select } from '@mantine/core';
import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMutation } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { useTypeGroups, useVersionName } from './useTypes.ts';
import classes from './WebhooksScreen.module.css';
import { ENDPOINT_TONES, type Endpoint, splitType } from './webhook.ts';
import {
  DeleteEndpointDocument,
  PauseEndpointDocument,
  ResumeEndpointDocument,
  RotateSecretDocument,
  TestEndpointDocument,
} from './webhook-subscription.graphql.ts';

interface Props {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

/** One address: how it does, what it is sent, its secrets, and what can be done with it. */
export function EndpointDrawer({ endpoint, onEdit, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const { clientId } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const typeName = useVersionName();
  const edits = useCan('configuration', 'editWebhooks');
  const [asking, setAsking] = useState<'delete' | 'rotate' | null>(null);
  const [hours, setHours] = useState<number | string>(24);
  const [pause, pausing] = useMutation('webhook-subscription', PauseEndpointDocument, { idempotent: true });
  const [resume, resuming] = useMutation('webhook-subscription', ResumeEndpointDocument, { idempotent: true });
  const [remove] = useMutation('webhook-subscription', DeleteEndpointDocument, { idempotent: true });
  const [rotate] = useMutation('webhook-subscription', RotateSecretDocument);
  const { endpointId, url, state, pauseReason, failingSince, retryAt, errorKey, errorValues } = endpoint;
  const at = { clientId, endpointId };
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const moment = (value: string | null | undefined) => (value ? format.date(value, 'long') : null);
  return (
    <Drawer opened onClose={onClose} size={600} title={<span className={classes.address}>{url}</span>}>
      <div className={classes.drawer}>
        {state !== 'active' && (
          <Panel tone={state === 'paused' ? 'bad' : 'warn'}>
            <p>
              {state === 'paused'
                ? t(`paused.${(pauseReason ?? 'person') as 'person'}`)
                : t('failingNow', { since: moment(failingSince) ?? '', next: moment(retryAt) ?? t('soon') })}{' '}
              {errorKey && pauseReason !== 'person' && <ServerWords text={errorKey} words={wordsOf(errorKey, errorValues)} />}
            </p>
          </Panel>
        )}
        {edits && (
          <div className={classes.acts}>
            {state !== 'active' && (
              <Button
                size="xs"
                leftSection={<IconPlayerPlay size={14} />}
                loading={resuming}
                onClick={() => void attempt(() => resume(at))}
              >
                {t(state === 'paused' ? 'resume' : 'tryNow')}
              </Button>
            )}
            <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={onEdit}>
              {t('edit')}
            </Button>
            {state !== 'paused' && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlayerPause size={14} />}
                loading={pausing}
                onClick={() => void attempt(() => pause(at))}
              >
                {t('pause')}
              </Button>
            )}
            <Button size="xs" variant="subtle" color="red" leftSection={<IconTrash size={14} />} onClick={() => setAsking('delete')}>
              {t('delete.button')}
            </Button>
          </div>
        )}
        <KeyValue
          pairs={[
            [
              t('column.state'),
              <Tag key="state" tone={ENDPOINT_TONES[state] ?? 'neutral'}>
                {t(`state.${state as 'active'}`)}
              </Tag>,
            ],
            [t('form.description'), endpoint.description || null],
            [t('owner'), nameOf(endpoint.ownerId ?? '') ?? '–'],
            [t('column.lastSuccess'), moment(endpoint.lastSuccessAt) ?? t('never')],
            [t('column.waiting'), format.number(endpoint.waiting)],
            [t('column.failed'), format.number(endpoint.failed)],
            [
              t('tab.log'),
              <Link key="log" to={`${paths.webhooks(clientId)}?tab=log&endpoint=${endpointId}`}>
                {t('openLog')}
              </Link>,
            ],
          ]}
        />
        <Section title={t('column.events')} count={endpoint.messageTypes.length}>
          <ul className={classes.secrets}>
            {endpoint.messageTypes.map((name) => (
              <li key={name}>
                {typeName(name)} <code className={classes.second}>{name}</code>
              </li>
            ))}
          </ul>
          {endpoint.messageTypes.length === 0 && <p className={classes.note}>{t('noEvents')}</p>}
        </Section>
        <Section title={t('secret.heading')} count={endpoint.secrets.length}>
          <ul className={classes.secrets}>
            {endpoint.secrets.map(({ secretId, createdAt, expiresAt }) => (
              <li key={secretId}>
                {expiresAt
                  ? t('secret.former', { made: moment(createdAt) ?? '', until: moment(expiresAt) ?? '' })
                  : t('secret.current', { made: moment(createdAt) ?? '' })}
              </li>
            ))}
          </ul>
          {edits && (
            <Button size="xs" variant="default" leftSection={<IconKey size={14} />} onClick={() => setAsking('rotate')}>
              {t('secret.rotate')}
            </Button>
          )}
        </Section>
        {edits && <TestSection endpoint={endpoint} />}
      </div>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={() => setAsking(null)}
        danger
        title={t('delete.title')}
        detail={t('delete.detail', { count: endpoint.waiting, number: format.number(endpoint.waiting) })}
        confirm={t('delete.button')}
        onConfirm={async () => {
          await remove(at);
          toastSuccess(t('delete.done'));
          onClose();
        }}
      />
      <ConfirmDialog
        opened={asking === 'rotate'}
        onClose={() => setAsking(null)}
        title={t('secret.rotateTitle')}
        detail={
          <>
            <p>{t('secret.rotateDetail')}</p>
            <NumberInput label={t('secret.hours')} min={0} max={168} allowDecimal={false} value={hours} onChange={setHours} />
          </>
        }
        confirm={t('secret.rotate')}
        onConfirm={async () => {
          const { rotateWebhookSecret } = await rotate({ ...at, formerHours: Number(hours) || 0 });
          onSecret(rotateWebhookSecret.secret);
        }}
      />
    </Drawer>
  );
}

/** Sends the example of a kind, to see whether it gets through. */
function TestSection({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('webhooks');
  const { clientId } = useWorkspace();
  const groups = useTypeGroups();
  const chosen = endpoint.messageTypes.find((name) => name !== '*.v1') ?? 'paymentSettled.v1';
  const [type, setType] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [test, testing] = useMutation('webhook-subscription', TestEndpointDocument);
  async function send() {
    try {
      const { testWebhookEndpoint } = await test({ clientId, endpointId: endpoint.endpointId, ...splitType(type ?? chosen) });
      setSent(testWebhookEndpoint);
    } catch (thrown) {
      toastError(thrown);
    }
  }
  return (
    <Section title={t('test.title')}>
      <p className={classes.note}>{t('test.detail')}</p>
      <Select
        my="xs"
        aria-label={t('test.type')}
        searchable
        allowDeselect={false}
        limit={200}
        data={groups}
        value={type ?? chosen}
        onChange={setType}
      />
      <div className={classes.acts}>
        <Button size="xs" variant="default" leftSection={<IconSend size={14} />} loading={testing} onClick={() => void send()}>
          {t('test.send')}
        </Button>
        <span role="status">
          {sent && <Link to={`${paths.webhooks(clientId)}?tab=log&delivery=${endpoint.endpointId}.${sent}`}>{t('test.sent')}</Link>}
        </span>
      </div>
    </Section>
  );
}
