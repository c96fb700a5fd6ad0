/** The log's filters as they stand in the address, and as the server takes them. */
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { at } from '../../../../core/zone.ts';
import { useQuery } from '../../../shell/api.ts';
import type { ListFilterEntries } from '../../../shell/list/filters.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { dayRange } from '../../../ui/listFilters.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { DELIVERY_STATES, type DeliveryFilter } from './webhook.ts';
import { WebhookEndpointsDocument, WebhookTypesDocument } from './webhook-subscription.graphql.ts';

function useStates() {
  const { t } = useTranslation('webhooks');
  return DELIVERY_STATES.map((value) => ({ value, label: t(`delivery.${value}`) }));
}
function useEndpoints() {
  const { clientId } = useWorkspace();
  const { data } = useQuery('webhook-subscription', WebhookEndpointsDocument, { clientId }, { reuse: true });
  return data?.getWebhookEndpoints.map(({ endpointId, url }) => ({ value: endpointId, label: url }));
}
function useTypes() {
  const { clientId } = useWorkspace();
  const typeName = useTypeName();
  const { data } = useQuery('webhook-subscription', WebhookTypesDocument, { clientId }, { reuse: true });
  return (
    data &&
    [...new Set(data.getWebhookMessageTypes.map(({ messageType }) => messageType))].map((value) => ({ value, label: typeName(value) }))
  );
}

/** A new one is one entry here and its text. */
export const FILTERS: ListFilterEntries<DeliveryFilter> = {
  state: { kind: 'several', useOptions: useStates, search: ({ all }) => ({ states: all }) },
  endpoint: { kind: 'several', isSingle: true, useOptions: useEndpoints, search: ({ first }) => ({ endpointId: first }) },
  type: { kind: 'several', useOptions: useTypes, search: ({ all }) => ({ messageTypes: all }) },
  range: {
    kind: 'days',
    search: ({ first, zone }) => {
      const { from, to } = dayRange(first);
      const midnight = (day: CalendarDate) => isoInstant(at(day, { hour: 0, minute: 0 }, zone));
      return from || to ? { queuedAt: { from: from && midnight(from), to: to && midnight(addDays(to, 1)) } } : {};
    },
  },
};
