/** The list of partners as a file. */
import { toDecimal } from '../../../../core/money.ts';
import { defineListExport } from '../../../platform/listExport.ts';
import { pagesOf } from '../../../platform/pages.ts';
import { type PartnerWanted, presentPartners, searchPartners } from './partner.list.logic.ts';

type Shown = Awaited<ReturnType<typeof presentPartners>>[number];
const PAGE = 200;

defineListExport<PartnerWanted, Shown, 'partner'>({
  name: 'partners',
  permission: { domain: 'partner', action: 'viewPartners' },
  service: 'partner',
  takes: { queryText: 'String', types: '[String!]', country: 'String' },
  columns: {
    name: { kind: 'text', value: (item) => item.name },
    partner: { kind: 'text', value: (item) => item.partnerId },
    type: { kind: 'words', value: (item) => item.type },
    city: { kind: 'text', value: (item) => item.city },
    country: { kind: 'text', value: (item) => item.country },
    items: { kind: 'number', value: (item) => item.itemCount },
    // Several currencies stand in one cell.
    owed: {
      kind: 'text',
      value: (item) =>
        item.totalAmounts.map(({ totalAmount: { minor, currency } }) => `${toDecimal(minor, currency)} ${currency}`).join(' · '),
    },
  },
  rows: async function* (tx, wanted) {
    for await (const rows of pagesOf(async (from) => (await searchPartners(tx, { ...wanted, from, size: PAGE })).rows))
      yield await presentPartners(tx, rows);
  },
});
