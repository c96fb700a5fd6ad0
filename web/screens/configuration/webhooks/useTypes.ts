import { useMemo } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { ALL, splitType } from './webhook.ts';
import { WebhookTypesDocument } from './webhook-subscription.graphql.ts';

/** @returns what names "paymentSettled.v1" to people: the timeline's sentence, with the version where there was another one before. */
export function useVersionName(): (name: string) => string {
  const { t } = useTranslation('webhooks');
  const typeName = useTypeName();
  return (name) => {
    if (name === ALL) return t('allEvents');
    const { messageType, messageVersion } = splitType(name);
    return messageVersion === 1 ? typeName(messageType) : t('inVersion', { name: typeName(messageType), version: messageVersion });
  };
}

/** @returns everything that can be subscribed to, grouped as a choice offers it; empty while it loads. */
export function useTypeGroups() {
  const { t } = useTranslation(['webhooks', 'triggers']);
  const { clientId } = useWorkspace();
  const nameOf = useVersionName();
  const { data } = useQuery('webhook-subscription', WebhookTypesDocument, { clientId }, { reuse: true });
  const types = data?.getWebhookMessageTypes;
  return useMemo(
    () =>
      [...Map.groupBy(types ?? [], ({ category }) => category)].map(([category, items]) => ({
        group: t(`triggers:category.${category as 'claim'}`),
        items: items.map(({ messageTypeWithVersion: value }) => ({ value, label: nameOf(value) })),
      })),
    [types, nameOf, t],
  );
}
