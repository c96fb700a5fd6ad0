import type texts from '../../../shell/i18n/en_US/partners.json';
import { wordsOf } from '../../../shell/ListExport.tsx';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import { PARTNER_TYPES, type PartnerType } from '../../../shell/partners.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { NameLink } from '../../../ui/NameLink.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { PartnerItemFragment } from './partner.graphql.ts';

export type Item = PartnerItemFragment;

/** @returns the columns of the list: a new one is one entry here and its text. */
export function usePartnerColumns(): ListColumn<Item>[] {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const column = columnMaker<Item, string, keyof (typeof texts)['columns']>((key) => t(`columns.${key}`));
  return [
    column(
      'name',
      320,
      (item) => (
        <>
          <NameLink to={paths.partner(clientId, item.partnerId)}>{item.name}</NameLink>{' '}
          {item.isSkipTracingDefault && <Tag tone="info">{t('skipTracing')}</Tag>}
        </>
      ),
      { strong: true, file: [{ key: 'name' }, { key: 'partner', header: t('columns.partner') }] },
    ),
    column('type', 150, (item) => t(`type.${item.type as PartnerType}`), {
      file: [{ key: 'type', words: wordsOf(PARTNER_TYPES, (each) => t(`type.${each}`)) }],
    }),
    column('place', 200, (item) => [item.city, item.country && format.country(item.country)].filter(Boolean).join(', ') || '–', {
      file: [
        { key: 'city', header: t('field.city') },
        { key: 'country', header: t('field.country') },
      ],
    }),
    column('items', 100, (item) => format.number(item.itemCount), { align: 'right', file: [{ key: 'items' }] }),
    column(
      'owed',
      200,
      (item) => item.totalAmounts.map(({ currency, totalAmount }) => format.money(totalAmount, currency)).join(' · ') || '–',
      { align: 'right', file: [{ key: 'owed' }] },
    ),
  ];
}
