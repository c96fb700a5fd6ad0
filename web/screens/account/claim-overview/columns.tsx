import { ExplainedLink } from '../../../shell/ExplainedMoney.tsx';
import type { ExportColumn } from '../../../shell/exportList.ts';
import type texts from '../../../shell/i18n/en_US/claims.json';
import { wordsOf } from '../../../shell/ListExport.tsx';
import { columnMaker, fileColumnsOf, type ListColumn } from '../../../shell/list/columns.ts';
import { useStaff } from '../../../shell/staff.ts';
import { DueTag } from '../../../shell/states/StateTags.tsx';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Reference } from '../../../ui/Reference.tsx';
import { NameTag, Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { ClaimOrderField, ClaimsQuery } from './account.graphql.ts';
import classes from './ClaimsScreen.module.css';
import { STATES, STATUSES } from './filters.ts';

export type ClaimRow = ClaimsQuery['searchClaims']['results'][number];

type Key = keyof (typeof texts)['column'];
type ClaimColumn = ListColumn<ClaimRow, ClaimOrderField['field']>;

/** @returns every column the list can show: a new one is one entry here and its text. */
export function useClaimColumns(): ClaimColumn[] {
  const { t } = useTranslation(['claims', 'states']);
  const { configuration } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const hasPartners = useFlag('PARTNERS');
  const { currency } = configuration;
  const column = columnMaker<ClaimRow, ClaimColumn['sort'] & string, Key>((key) => t(`column.${key}`));
  const money = (key: 'balance' | 'amount' | 'fees', width: number, value: (row: ClaimRow) => string, more: Partial<ClaimColumn> = {}) =>
    column(
      key,
      width,
      (row) => (
        <ExplainedLink
          accountId={row.accountId}
          claimRef={row.externalClaimRef}
          amount={value(row)}
          currency={row.currency}
          bare={row.currency === currency}
        />
      ),
      {
        header: format.header(t(`column.${key}`), currency),
        align: 'right',
        ...more,
      },
    );
  return [
    column(
      'debtor',
      165,
      (row) => (
        <span className={classes.debtor}>
          <Avatar name={row.debtorFullName} />
          <span className={classes.name}>{row.debtorFullName}</span>
        </span>
      ),
      { strong: true, isUsual: true },
    ),
    column('claim', 105, (row) => <Reference value={row.externalClaimRef} />, { sort: 'externalClaimRef', isUsual: true }),
    column('account', 120, (row) => <Reference value={row.externalAccountRef} />),
    money('balance', 106, (row) => row.totalAmount, { sort: 'totalAmount', isUsual: true }),
    money('amount', 95, (row) => row.amount),
    money('fees', 80, (row) => row.totalFees),
    column('currency', 80, (row) => row.currency),
    column('status', 90, (row) => <Status status={row.status} />, {
      file: [{ key: 'status', words: wordsOf(STATUSES, (status) => t(`status.${status}`)) }],
    }),
    column(
      'pastDue',
      100,
      (row) => <DueTag isShort due={{ days: row.daysPastDue, promisedUntil: row.promisedUntil, isDisputed: row.disputedAt !== null }} />,
      { sort: 'daysPastDue', isUsual: true },
    ),
    column('dueDate', 105, (row) => <DateText value={row.dueDate} style="medium" />, { sort: 'dueDate' }),
    column('product', 90, (row) => row.productName ?? '–', { isUsual: true }),
    column('portfolio', 105, (row) => row.externalPortfolioRef ?? '–'),
    column('strategy', 110, (row) => row.strategyName ?? '–', { wraps: true, isUsual: true }),
    column('state', 100, (row) => <State state={row.strategyStatus} />, {
      isUsual: true,
      file: [{ key: 'state', words: wordsOf(STATES, (state) => t(`state.${state}`)) }],
    }),
    column('paymentReference', 140, (row) => (row.paymentReference ? <Reference value={row.paymentReference} /> : '–')),
    column('assignee', 100, (row) => nameOf(row.assigneeUserId) ?? '–', { isUsual: true }),
    ...(hasPartners
      ? [column('partner', 120, (row) => (row.partnerName ? <NameTag tone="violet" name={row.partnerName} /> : '–'), { isUsual: true })]
      : []),
    column('city', 100, (row) => row.city ?? '–'),
    column('type', 90, (row) => row.type),
    column('disputed', 105, (row) => <DateText value={row.disputedAt} />),
    column('promised', 115, (row) => <DateText value={row.promisedUntil} style="medium" />),
    column('created', 105, (row) => <DateText value={row.createdAt} style="medium" />, { sort: 'createdAt' }),
    column('updated', 105, (row) => <DateText value={row.updatedAt} />, { sort: 'updatedAt' }),
  ];
}

/** @returns the file's columns for those that show. @param currency its header: an amount says nothing without it. */
export function fileColumns(columns: readonly ClaimColumn[], shown: readonly string[], currency: string): ExportColumn[] {
  const file = fileColumnsOf(columns, shown);
  const hasAmounts = file.some(({ key }) => ['balance', 'amount', 'fees'].includes(key));
  return hasAmounts && !shown.includes('currency') ? [...file, { key: 'currency', header: currency }] : file;
}

function Status({ status }: { status: string }) {
  const { t } = useTranslation('claims');
  const known = STATUSES.find((each) => each === status);
  if (!known) return status;
  return <Tag tone={known === 'resolved' ? 'good' : 'neutral'}>{t(`status.${known}`)}</Tag>;
}

const TONES = { running: 'good', paused: 'warn', failed: 'bad', ended: 'neutral', none: 'neutral' } as const;

function State({ state }: { state: ClaimRow['strategyStatus'] }) {
  const { t } = useTranslation('claims');
  return state === 'none' ? '–' : <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>;
}
