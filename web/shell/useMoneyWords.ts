/** The words of the ledger in the user's language. */

import { useFormat } from '../ui/format.ts';
import { useTranslation } from '../ui/texts.ts';

interface Order {
  readonly parts: readonly string[];
  readonly source: string | null;
}
interface Terms {
  readonly kind: string;
  readonly basisPoints: number;
  readonly from: string;
}

export function useMoneyWords() {
  const { t, find } = useTranslation(['money', 'events', 'account']);
  const format = useFormat();
  const component = (name: string) => t(`component.${name as 'costs'}`);
  const kind = (name: string) => t(`events:kind.${name as 'fee'}`);
  return {
    component,
    kind,
    /** The part of the claim that an entry is about, where its kind does not say so already: null for interest of interest. */
    partOf: (entry: { readonly kind: string; readonly component: string }) =>
      component(entry.component) === kind(entry.kind) ? null : component(entry.component),
    /** The account on the other side of an entry; its name in the books where the product has no word for it. */
    contra: (name: string) => {
      return find(`money:contra.${name.replace(':', '_')}`) ?? name;
    },
    /** What an entry says of itself: staff's words as they are; a way of paying, a bank's reason, what the product itself notes in words. */
    said: (description: string) => {
      if (!/^\w+$/.test(description)) return description;
      return (
        find(`events:method.${description}`) ??
        find(`events:returnReason.${description}`) ??
        find(`money:said.${description}`) ??
        description
      );
    },
    /** How an agreement stands. @param of what kind it is: other languages write one word in two genders. */
    status: (of: string, name: string) => t(`status.${of as 'promise'}.${name as 'active'}`),
    /** "Costs, then interest, then principal (§ 367 (1) BGB)". */
    order: ({ parts, source }: Order) =>
      t('order.line', { first: component(parts[0] ?? ''), second: component(parts[1] ?? ''), third: component(parts[2] ?? '') }) +
      (source === null ? '' : ` (${source === 'contract' ? t('order.contract') : source})`),
    interest: ({ kind, basisPoints, from }: Terms) =>
      t(kind === 'fixed' ? 'terms.fixedLine' : 'terms.aboveBaseLine', { rate: format.number(basisPoints / 100), day: format.date(from) }),
  };
}
