import { ExplainedLink } from '../../../shell/ExplainedMoney.tsx';
import type { ExportColumn } from '../../../shell/exportList.ts';
import { useStaff } from '../../../shell/staff.ts';
import { DueTag } from '../../../shell/states/StateTags.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Reference } from '../../../ui/Reference.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import type { Translation } from '../../../ui/texts.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { ClaimsQuery } from './account.graphql.ts';
import classes from './ClaimsScreen.module.css';
import { STATES, STATUSES } from './filters.ts';

export type ClaimRow = ClaimsQuery['searchClaims']['results'][number];

/** What shows before anybody chooses. */
export const SHOWN = ['debtor', 'claim', 'balance', 'pastDue', 'product', 'strategy', 'state', 'assignee'];

/** From these many days on, a debt is late, and very late. */

const WIDTHS = {
  debtor: 200,
  claim: 112,
  account: 120,
  balance: 108,
  amount: 95,
  fees: 80,
  currency: 80,
  status: 90,
  pastDue: 120,
  dueDate: 105,
  product: 92,
  portfolio: 105,
  strategy: 150,
  state: 112,
  paymentReference: 140,
  assignee: 110,
  city: 100,
  type: 90,
  disputed: 105,
  promised: 115,
  created: 105,
  updated: 105,
};
type Key = keyof typeof WIDTHS;

/** @returns every column the list can show. */
export function useClaimColumns(): Column<ClaimRow>[] {
  const { t } = useTranslation(['claims', 'states']);
  const { configuration } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const { currency } = configuration;
  const column = (key: Key, cell: Column<ClaimRow>['cell'], more: Partial<Column<ClaimRow>> = {}): Column<ClaimRow> => ({
    key,
    header: t(`column.${key}`),
    width: WIDTHS[key],
    cell,
    ...more,
  });
  const money = (key: 'balance' | 'amount' | 'fees', value: (row: ClaimRow) => string, sortable = false) =>
    column(
      key,
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
        header: `${t(`column.${key}`)} ${format.currencySign(currency)}`,
        align: 'right',
        sortable,
      },
    );
  return [
    column(
      'debtor',
      (row) => (
        <span className={classes.debtor}>
          <Avatar name={row.debtorFullName} />
          <span className={classes.name}>{row.debtorFullName}</span>
        </span>
      ),
      { strong: true },
    ),
    column('claim', (row) => <Reference value={row.externalClaimRef} />, { sortable: true }),
    column('account', (row) => <Reference value={row.externalAccountRef} />),
    money('balance', (row) => row.totalAmount, true),
    money('amount', (row) => row.amount),
    money('fees', (row) => row.totalFees),
    column('currency', (row) => row.currency),
    column('status', (row) => <Status status={row.status} />),
    column(
      'pastDue',
      (row) => <DueTag isShort due={{ days: row.daysPastDue, promisedUntil: row.promisedUntil, isDisputed: row.disputedAt !== null }} />,
      { sortable: true },
    ),
    column('dueDate', (row) => <DateText value={row.dueDate} style="medium" />, { sortable: true }),
    column('product', (row) => row.productName ?? '–'),
    column('portfolio', (row) => row.externalPortfolioRef ?? '–'),
    column('strategy', (row) => row.strategyName ?? '–'),
    column('state', (row) => <State state={row.strategyStatus} />),
    column('paymentReference', (row) => (row.paymentReference ? <Reference value={row.paymentReference} /> : '–')),
    column('assignee', (row) => nameOf(row.assigneeUserId) ?? '–'),
    column('city', (row) => row.city ?? '–'),
    column('type', (row) => row.type),
    column('disputed', (row) => <DateText value={row.disputedAt} />),
    column('promised', (row) => <DateText value={row.promisedUntil} style="medium" />),
    column('created', (row) => <DateText value={row.createdAt} style="medium" />, { sortable: true }),
    column('updated', (row) => <DateText value={row.updatedAt} />, { sortable: true }),
  ];
}

/** @returns the file's columns for those that show, in their order and words. @param t of the area claims. */
export function exportColumns(
  columns: readonly Column<ClaimRow>[],
  shown: readonly string[],
  t: Translation<'claims'>['t'],
): ExportColumn[] {
  const words: Partial<Record<string, Record<string, string>>> = {
    status: Object.fromEntries(STATUSES.map((status) => [status, t(`status.${status}`)])),
    state: Object.fromEntries(STATES.map((state) => [state, t(`state.${state}`)])),
  };
  const chosen = columns.filter(({ key }) => shown.includes(key));
  const file = chosen.map(({ key, header }) => ({ key, header: String(header), ...(words[key] && { words: words[key] }) }));
  // An amount says nothing without its currency.
  const amounts = chosen.some(({ key }) => ['balance', 'amount', 'fees'].includes(key)) && !shown.includes('currency');
  return amounts ? [...file, { key: 'currency', header: t('column.currency') }] : file;
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
