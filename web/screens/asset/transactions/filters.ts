/** The list's filters as they stand in the address, and as the search takes them. */
import { PAYMENT_KINDS, type PaymentKind } from '../../../../engine/commission/agreement.ts';
import { useQuery } from '../../../shell/api.ts';
import type { ListFilterEntries } from '../../../shell/list/filters.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { dayRange } from '../../../ui/listFilters.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { PartnerChoicesDocument, type TransactionsQueryVariables } from './partner.graphql.ts';

export type Search = NonNullable<TransactionsQueryVariables['filter']>;

export const KINDS = ['payment', 'takenBack', 'fixedFee', 'minimum'] as const;
export type Kind = (typeof KINDS)[number];
export const STATUSES = ['open', 'invoiced'] as const;

/** @returns the client's partners to choose from; undefined until they are there. */
export function usePartnerChoices() {
  const { clientId } = useWorkspace();
  const { data } = useQuery('partner', PartnerChoicesDocument, { clientId }, { reuse: true });
  return data?.getPartnerList.map(({ partnerId, name }) => ({ value: partnerId, label: name }));
}
function useKinds() {
  const { t } = useTranslation('partners');
  return KINDS.map((value) => ({ value, label: t(`transaction.kind.${value}`) }));
}
function usePaymentKinds() {
  const { t } = useTranslation('partners');
  return PAYMENT_KINDS.map((value) => ({ value, label: t(`paymentKind.${value}`) }));
}
function useStatuses() {
  const { t } = useTranslation('partners');
  return STATUSES.map((value) => ({ value, label: t(`transaction.status.${value}`) }));
}

/** Filters that can be added: a new one is one entry here and its text. */
export const FILTERS: ListFilterEntries<Search> = {
  partner: { kind: 'several', useOptions: usePartnerChoices, search: ({ all }) => ({ partnerIds: all }) },
  day: { kind: 'days', search: ({ first }) => dayRange(first) },
  kind: { kind: 'several', useOptions: useKinds, search: ({ all }) => ({ kinds: all.filter((each) => KINDS.includes(each as Kind)) }) },
  paymentKind: {
    kind: 'several',
    useOptions: usePaymentKinds,
    search: ({ all }) => ({ paymentKinds: all.filter((each) => PAYMENT_KINDS.includes(each as PaymentKind)) }),
  },
  status: {
    kind: 'one',
    useOptions: useStatuses,
    search: ({ first }) => ({ status: STATUSES.find((each) => each === first) ?? null }),
  },
};
