/** Commissions as a file. */
import { defineListExport } from '../../../platform/listExport.ts';
import { checkFilter, listTransactions, numberOf, type TransactionFilter, type TransactionRow } from './transaction.list.logic.ts';

const PAGE = 500;
const of = (minor: bigint, { currency }: TransactionRow) => ({ minor, currency });

defineListExport<{ readonly filter?: TransactionFilter }, TransactionRow, 'partner'>({
  name: 'partner-transactions',
  permission: { domain: 'partner', action: 'viewCommissions' },
  service: 'partner',
  takes: { filter: 'PartnerTransactionFilter' },
  columns: {
    day: { kind: 'day', value: (row) => row.day },
    partner: { kind: 'text', value: (row) => row.partnerName },
    claim: { kind: 'text', value: (row) => row.externalClaimRef },
    debtor: { kind: 'text', value: (row) => row.debtorName },
    kind: { kind: 'words', value: (row) => row.kind },
    paymentKind: { kind: 'words', value: (row) => row.paymentKind },
    component: { kind: 'words', value: (row) => row.component },
    currency: { kind: 'text', value: (row) => row.currency },
    amount: { kind: 'money', value: (row) => of(row.base, row) },
    why: { kind: 'text', value: (row) => reasonText(row) },
    commission: { kind: 'money', value: (row) => of(row.net, row) },
    vat: { kind: 'money', value: (row) => of(row.vat, row) },
    total: { kind: 'money', value: (row) => of(row.net + row.vat, row) },
    status: { kind: 'words', value: (row) => (row.invoiceId === null ? 'open' : 'invoiced') },
    invoice: { kind: 'text', value: (row) => (row.number === null ? null : numberOf(row.number)) },
  },
  check: (_tx, { filter = {} }) => checkFilter(filter),
  rows: async function* (tx, { filter = {} }) {
    for (let after: string | null = null; ; ) {
      const page = await listTransactions(tx, filter, after, PAGE);
      yield page.results;
      after = page.next;
      if (after === null) return;
    }
  },
});

/** The rule by its number and percentage, which need no language; the key of anything else. */
function reasonText({ why: { key, values } }: TransactionRow): string {
  return key === 'rule' || key === 'capped' ? `${values.number}: ${values.percent} %${key === 'capped' ? ' (max.)' : ''}` : key;
}
