import { PAYMENT_KINDS, type PaymentKind } from '../../../../engine/commission/agreement.ts';
import type { CommissionReason } from '../../../../engine/commission/reckon.ts';
import type texts from '../../../shell/i18n/en_US/partners.json';
import { wordsOf } from '../../../shell/ListExport.tsx';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import { useCommissionReason } from '../../../shell/partners.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { NameLink } from '../../../ui/NameLink.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { KINDS, type Kind, STATUSES } from './filters.ts';
import type { InvoiceFragment, TransactionFragment, TransactionTotalFragment } from './partner.graphql.ts';

export type Transaction = TransactionFragment;
export type Total = TransactionTotalFragment;
export type Invoice = InvoiceFragment;

type Key = keyof (typeof texts)['transaction']['columns'];
const COMPONENTS = ['principal', 'interest', 'costs', 'credit'] as const;

/** Amounts of a row, right-aligned, each with its own currency: partners are paid in several. */
const money = <Row extends { readonly currency: string }>(amountOf: (row: Row) => string, isStrong = false) => ({
  cell: (row: Row) => <Money amount={amountOf(row)} currency={row.currency} />,
  more: { align: 'right' as const, ...(isStrong && { strong: true }) },
});

/** @returns the columns of the entries: a new one is one entry here and its text. */
export function useTransactionColumns(): ListColumn<Transaction>[] {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const reason = useCommissionReason();
  const { clientId } = useWorkspace();
  const column = columnMaker<Transaction, string, Key>((key) => t(`transaction.columns.${key}`));
  const amount = (key: Key, width: number, amountOf: (row: Transaction) => string, isStrong = false) => {
    const { cell, more } = money(amountOf, isStrong);
    return column(key, width, cell, { ...more, file: [{ key }] });
  };
  return [
    column('day', 108, (row) => format.date(row.day)),
    column('partner', 112, (row) => <NameLink to={paths.partner(clientId, row.partnerId)}>{row.partnerName}</NameLink>, { wraps: true }),
    column('claim', 102, (row) => <NameLink to={paths.claim(clientId, row.externalClaimRef)}>{row.externalClaimRef}</NameLink>),
    column('debtor', 98, (row) => row.debtorName ?? '–', { wraps: true }),
    column(
      'kind',
      122,
      (row) =>
        // Who was paid says that it is a payment.
        [
          (row.kind !== 'payment' || !row.paymentKind) && t(`transaction.kind.${row.kind as Kind}`),
          row.paymentKind && t(`paymentKind.${row.paymentKind as PaymentKind}`),
        ]
          .filter(Boolean)
          .join(' · '),
      {
        wraps: true,
        file: [
          { key: 'kind', words: wordsOf(KINDS, (each) => t(`transaction.kind.${each}`)) },
          {
            key: 'paymentKind',
            header: t('transaction.columns.paymentKind'),
            words: wordsOf(PAYMENT_KINDS, (each) => t(`paymentKind.${each}`)),
          },
          {
            key: 'component',
            header: t('transaction.columns.component'),
            words: wordsOf(COMPONENTS, (each) => t(`transaction.component.${each}`)),
          },
          { key: 'currency', header: t('transaction.columns.currency') },
        ],
      },
    ),
    amount('amount', 98, (row) => row.amount),
    column('why', 96, (row) => reason(row.why as CommissionReason)),
    amount('commission', 104, (row) => row.commission, true),
    amount('vat', 82, (row) => row.vat),
    column(
      'status',
      100,
      (row) => (row.invoiceNumber ? <Tag tone="neutral">{row.invoiceNumber}</Tag> : <Tag tone="info">{t('transaction.status.open')}</Tag>),
      {
        file: [
          { key: 'status', words: wordsOf(STATUSES, (each) => t(`transaction.status.${each}`)) },
          { key: 'invoice', header: t('transaction.columns.invoice') },
          { key: 'total', header: t('transaction.columns.total') },
        ],
      },
    ),
  ];
}

/** @returns the columns of the sums by partner and currency. */
export function useTotalColumns(): ListColumn<Total>[] {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const column = columnMaker<Total, string, Key>((key) => t(`transaction.columns.${key}`));
  const amount = (key: Key, amountOf: (row: Total) => string, isStrong = false) => {
    const { cell, more } = money(amountOf, isStrong);
    return column(key, 112, cell, more);
  };
  return [
    column('partner', 180, (row) => <NameLink to={paths.partner(clientId, row.partnerId)}>{row.partnerName}</NameLink>, { strong: true }),
    column('currency', 80, (row) => row.currency),
    column('count', 80, (row) => format.number(row.count), { align: 'right' }),
    amount('amount', (row) => row.amount),
    amount('collected', (row) => row.collected),
    amount('commission', (row) => row.commission),
    amount('vat', (row) => row.vat),
    amount('total', (row) => row.total, true),
    amount('open', (row) => row.open, true),
  ];
}

/** @returns the columns of closed statements. */
export function useInvoiceColumns(): ListColumn<Invoice>[] {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const column = columnMaker<Invoice, string, Key>((key) => t(`transaction.columns.${key}`));
  const amount = (key: Key, amountOf: (row: Invoice) => string, isStrong = false) => {
    const { cell, more } = money(amountOf, isStrong);
    return column(key, 94, cell, more);
  };
  return [
    column('invoice', 92, (row) => row.number, { strong: true }),
    column('partner', 112, (row) => row.partnerName, { wraps: true }),
    column('document', 88, (row) => t(`transaction.document.${row.kind as 'invoice'}`)),
    column('period', 206, (row) => `${format.date(row.from)} – ${format.date(row.to)}`),
    column('count', 60, (row) => format.number(row.count), { align: 'right' }),
    amount('amount', (row) => row.amount),
    amount('commission', (row) => row.commission),
    amount('vat', (row) => row.vat),
    amount('total', (row) => row.total, true),
    amount('balance', (row) => row.balance),
  ];
}
