import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { query, useMutation } from '../../../shell/api.ts';
import { useListFilters } from '../../../shell/list/filters.ts';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { type Column, DataTable, type Sort } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { ListFilters } from '../../../ui/ListFilters.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, NothingFound } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { FILTERS } from './filters.ts';
import { useFreshLog } from './useFreshLog.ts';
import classes from './WebhooksScreen.module.css';
import { DELIVERY_TONES, type Delivery, type DeliveryFilter, deliveryId } from './webhook.ts';
import { CountDeliveriesDocument, RedeliverDocument, WebhookDeliveriesDocument } from './webhook-subscription.graphql.ts';

const PAGE = 100;
const NEWEST: Sort = { key: '', descending: true };
/** Addresses name one delivery by both of its ids. */
const addressOf = ({ endpointId, messageId }: Delivery) => `${endpointId}.${messageId}`;

/** What was sent to which address, what became of it, and what of it is to be sent again. */
export function LogTab() {
  const { t } = useTranslation('webhooks');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const typeName = useTypeName();
  const edits = useCan('configuration', 'editWebhooks');
  const [again, setAgain] = useState<{ filter: DeliveryFilter; count: number } | null>(null);
  const [redeliver] = useMutation('webhook-subscription', RedeliverDocument);
  const columns: readonly Column<Delivery>[] = [
    { key: 'queued', header: t('column.queued'), width: 160, cell: ({ queuedAt }) => <DateText value={queuedAt} style="long" /> },
    {
      key: 'event',
      header: t('column.event'),
      width: 230,
      strong: true,
      cell: ({ messageType, messageVersion, isTest }) => (
        <span className={classes.lines}>
          <span>
            {typeName(messageType)} {isTest && <Tag tone="violet">{t('isTest')}</Tag>}
          </span>
          <span className={classes.second}>{`${messageType}.v${messageVersion}`}</span>
        </span>
      ),
    },
    { key: 'url', header: t('column.address'), width: 210, cell: ({ url }) => url },
    {
      key: 'state',
      header: t('column.state'),
      width: 110,
      cell: ({ state }) => <Tag tone={DELIVERY_TONES[state] ?? 'neutral'}>{t(`delivery.${state as 'waiting'}`)}</Tag>,
    },
    {
      key: 'answer',
      header: t('column.answer'),
      width: 210,
      cell: ({ errorKey, errorValues, lastStatus }) =>
        // A refusal says its number as briefly as a success; the row's own page says it in words.
        errorKey && !(lastStatus && lastStatus >= 300) ? (
          <ServerWords text={errorKey} words={wordsOf(errorKey, errorValues)} />
        ) : (
          lastStatus && `HTTP ${lastStatus}`
        ),
    },
    { key: 'attempts', header: t('column.attempts'), width: 90, align: 'right', cell: ({ attempts }) => format.number(attempts) },
  ];
  const list = useListAddress<DeliveryFilter>([], FILTERS, NEWEST);
  const { params, filter, change, isNarrowed, clear } = list;
  const pages = usePages(
    'webhook-subscription',
    WebhookDeliveriesDocument,
    (paginationId: string | null) => ({ clientId, filter, paginationId, limit: PAGE }),
    (data) => ({ rows: data.getWebhookDeliveries.results, next: data.getWebhookDeliveries.paginationId ?? null }),
  );
  useFreshLog(pages.rows, pages.reload);
  const filters = useListFilters(FILTERS, { labelOf: (name) => t(`filter.${name as 'state'}`) });
  const [endpointId, messageId] = (params.get('delivery') ?? '').split('.');
  const open = (row: Delivery | null) => change({ delivery: row ? [addressOf(row)] : [] });

  /** Counts first: whoever says yes knows how many. */
  async function ask(wanted: DeliveryFilter) {
    try {
      const { countWebhookDeliveries: count } = await query('webhook-subscription', CountDeliveriesDocument, { clientId, filter: wanted });
      setAgain({ filter: wanted, count });
    } catch (thrown) {
      toastError(thrown);
    }
  }
  const count = again?.count ?? 0;
  return (
    <>
      <FilterBar
        end={
          edits && (
            <ButtonMenu
              position="bottom-end"
              button={
                <Button variant="default" rightSection={<IconChevronDown size={16} />}>
                  {t('again.button')}
                </Button>
              }
              choices={[
                { key: 'failed', label: t('again.failed'), onChoose: () => void ask({ ...filter, states: ['failed'] }) },
                { key: 'shown', label: t('again.shown'), disabled: !isNarrowed, onChoose: () => void ask(filter) },
              ]}
            />
          )
        }
      >
        <ListFilters filters={filters} params={params} onChange={(name, values) => change({ [name]: values })} />
      </FilterBar>
      <div className={classes.list}>
        <DataTable
          label={t('tab.log')}
          columns={columns}
          rows={pages.rows}
          rowId={deliveryId}
          rowHeight={52}
          loading={pages.loading}
          loadingMore={pages.loadingMore}
          error={pages.error}
          onRetry={pages.reload}
          onEndReached={pages.more}
          onOpen={open}
          openId={endpointId && messageId ? `${endpointId} ${messageId}` : null}
          empty={
            isNarrowed ? (
              <NothingFound title={t('log.nothing')} detail={t('log.nothingDetail')} onClear={clear} />
            ) : (
              <EmptyState title={t('log.empty')} detail={t('log.emptyDetail')} />
            )
          }
        />
      </div>
      {endpointId && messageId && <DeliveryDrawer endpointId={endpointId} messageId={messageId} onClose={() => open(null)} />}
      <ConfirmDialog
        opened={again !== null}
        onClose={() => setAgain(null)}
        blocked={count === 0}
        title={count === 0 ? t('again.none') : t('again.title', { count, number: format.number(count) })}
        detail={t(count === 0 ? 'again.noneDetail' : 'again.detail')}
        confirm={t('again.confirm', { count, number: format.number(count) })}
        onConfirm={async () => {
          if (!again) return;
          const { redeliverWebhooks } = await redeliver({ clientId, filter: again.filter });
          toastSuccess(t('again.done', { count: redeliverWebhooks, number: format.number(redeliverWebhooks) }));
        }}
      />
    </>
  );
}
