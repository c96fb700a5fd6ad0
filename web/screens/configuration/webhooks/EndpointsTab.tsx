import { IconWebhook } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { EndpointDrawer } from './EndpointDrawer.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { useVersionName } from './useTypes.ts';
import classes from './WebhooksScreen.module.css';
import { ALL, ENDPOINT_TONES, type Endpoint } from './webhook.ts';
import { WebhookEndpointsDocument } from './webhook-subscription.graphql.ts';

const EVENTS = ['webhookSaved', 'webhookDeleted', 'webhookFailing', 'webhookPaused', 'webhookResumed', 'webhookSecretRotated'];
/** The server counts so far. */
const MOST_COUNTED = 10_000;

/** The addresses that events are sent to, and how each of them does. @param adding a new one is being added. */
export function EndpointsTab({ adding, onAdded, newButton }: { adding: boolean; onAdded: () => void; newButton: ReactNode }) {
  const { t } = useTranslation('webhooks');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const nameOf = useVersionName();
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, loading, error, refetch } = useQuery('webhook-subscription', WebhookEndpointsDocument, { clientId }, { reuse: true });
  useFreshScreen({ types: EVENTS });
  const rows = data?.getWebhookEndpoints ?? [];
  const find = (id: string | null) => rows.find(({ endpointId }) => endpointId === id) ?? null;
  const open = (id: string | null) => setSearch(id === null ? {} : { webhook: id }, { replace: true });
  const opened = find(search.get('webhook'));
  const count = (number: number) => (number >= MOST_COUNTED ? `${format.number(MOST_COUNTED)}+` : format.number(number));
  const columns: readonly Column<Endpoint>[] = [
    {
      key: 'url',
      header: t('column.address'),
      width: 310,
      strong: true,
      cell: ({ url, description }) => (
        <span className={classes.lines} title={url}>
          <span>{url}</span>
          {description !== '' && <span className={classes.second}>{description}</span>}
        </span>
      ),
    },
    {
      key: 'events',
      header: t('column.events'),
      width: 200,
      cell: ({ messageTypes }) => {
        const [first, ...more] = messageTypes;
        if (first === undefined) return t('noEvents');
        if (messageTypes.includes(ALL)) return nameOf(ALL);
        return more.length === 0 ? nameOf(first) : t('andMore', { name: nameOf(first), count: more.length });
      },
    },
    {
      key: 'state',
      header: t('column.state'),
      width: 110,
      cell: ({ state }) => <Tag tone={ENDPOINT_TONES[state] ?? 'neutral'}>{t(`state.${state as 'active'}`)}</Tag>,
    },
    {
      key: 'success',
      header: t('column.lastSuccess'),
      width: 140,
      cell: ({ lastSuccessAt }) => <DateText value={lastSuccessAt} style="relative" />,
    },
    { key: 'waiting', header: t('column.waiting'), width: 90, align: 'right', cell: ({ waiting }) => count(waiting) },
    { key: 'failed', header: t('column.failed'), width: 90, align: 'right', cell: ({ failed }) => count(failed) },
  ];
  const close = () => {
    setEditing(null);
    onAdded();
  };
  return (
    <>
      <div className={classes.list}>
        <DataTable
          label={t('tab.webhooks')}
          columns={columns}
          rows={rows}
          rowId={({ endpointId }) => endpointId}
          rowHeight={52}
          loading={loading && !data}
          error={data ? undefined : error}
          onRetry={refetch}
          onOpen={({ endpointId }) => open(endpointId)}
          openId={opened?.endpointId ?? null}
          empty={<EmptyState icon={<IconWebhook size={22} />} title={t('empty')} detail={t('emptyDetail')} action={newButton} />}
        />
      </div>
      {opened && editing === null && (
        <EndpointDrawer endpoint={opened} onEdit={() => setEditing(opened.endpointId)} onSecret={setSecret} onClose={() => open(null)} />
      )}
      {(adding || editing !== null) && (
        <EndpointForm key={editing ?? ''} endpoint={find(editing)} onConflict={refetch} onSecret={setSecret} onClose={close} />
      )}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
