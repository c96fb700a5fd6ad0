import { ExplainedLink } from '../../../shell/ExplainedMoney.tsx';
import type { ExportColumn } from '../../../shell/exportList.ts';
import { useStaff } from '../../../shell/staff.ts';
import { DueTag } from '../../../shell/states/StateTags.tsx';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Reference } from '../../../ui/Reference.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import type { Translation } from '../../../ui/texts.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './AccountsScreen.module.css';
import type { AccountsQuery } from './account.graphql.ts';

export type AccountRow = AccountsQuery['searchAccounts']['results'][number];

/** What the file calls the columns of the list. */
const IN_FILE: Readonly<Record<string, readonly string[]>> = {
  debtor: ['debtor'],
  account: ['account'],
  balance: ['balance', 'currency'],
  claims: ['openClaims'],
  pastDue: ['daysPastDue', 'oldestDueDate'],
  latestPastDue: ['latestDueDate'],
  product: ['products'],
  portfolio: ['portfolios'],
  strategy: ['strategy'],
  lastContact: ['lastContact'],
  assignee: ['agent'],
  city: ['city'],
  created: ['created'],
  updated: ['changed'],
};

/** @returns the file's columns for those that show, in their order and words. @param t of the area accounts. */
export function exportColumns(
  columns: readonly Column<AccountRow>[],
  shown: readonly string[],
  t: Translation<'accounts'>['t'],
): ExportColumn[] {
  const headers: Partial<Record<string, string>> = { currency: t('column.currency'), oldestDueDate: t('filter.dueDate') };
  return columns
    .filter(({ key }) => shown.includes(key))
    .flatMap(({ key, header }) => (IN_FILE[key] ?? []).map((name) => ({ key: name, header: headers[name] ?? String(header) })));
}

/** What shows before anybody chooses. */
export const SHOWN = ['debtor', 'account', 'balance', 'claims', 'pastDue', 'product', 'strategy', 'lastContact', 'partner'];

/** From these many days on, a debt is late, and very late. */

/** @returns every column the list can show. */
export function useAccountColumns(): Column<AccountRow>[] {
  const { t } = useTranslation(['accounts', 'goTo', 'states']);
  const { configuration } = useWorkspace();
  const { nameOf } = useStaff();
  const hasPartners = useFlag('PARTNERS');
  const format = useFormat();
  const { currency } = configuration;
  const column = (
    key: keyof typeof WIDTHS,
    cell: Column<AccountRow>['cell'],
    more: Partial<Column<AccountRow>> = {},
  ): Column<AccountRow> => ({
    key,
    header: t(`column.${key}`),
    width: WIDTHS[key],
    cell,
    ...more,
  });
  return [
    column(
      'debtor',
      (row) => (
        <span className={classes.debtor}>
          <Avatar name={row.debtorFullName} />
          <span className={classes.name}>
            {row.debtorFullName}
            {row.matchedBy && (
              <small>
                {t(`goTo:match.${row.matchedBy.kind}`, {
                  value: row.matchedBy.kind === 'birthDate' ? format.date(row.matchedBy.value) : row.matchedBy.value,
                })}
              </small>
            )}
          </span>
        </span>
      ),
      { sortable: true, strong: true },
    ),
    column('account', (row) => <Reference value={row.externalAccountRef} />, { sortable: true }),
    column(
      'balance',
      (row) => (
        <ExplainedLink accountId={row.accountId} amount={row.totalAmount} currency={row.currency} bare={row.currency === currency} />
      ),
      {
        header: `${t('column.balance')} ${format.currencySign(currency)}`,
        align: 'right',
        sortable: true,
      },
    ),
    column('claims', (row) => format.number(row.activeClaimsCount), { align: 'right', sortable: true }),
    column('pastDue', (row) => <DueTag isShort due={{ days: row.oldestClaimDPD, promisedUntil: row.promisedUntil }} />, { sortable: true }),
    column('latestPastDue', (row) => (row.latestClaimDPD === null ? '–' : format.number(row.latestClaimDPD)), {
      align: 'right',
      sortable: true,
    }),
    column('product', (row) => row.products.join(', ') || '–'),
    column('portfolio', (row) => row.portfolios.join(', ') || '–'),
    column('strategy', (row) => row.strategyName ?? '–'),
    column('lastContact', (row) => <DateText value={row.latestCommunicationDate} />, { sortable: true }),
    column('assignee', (row) => nameOf(row.assigneeUserId) ?? '–'),
    column('city', (row) => row.city ?? '–'),
    ...(hasPartners ? [column('partner', (row) => (row.assinedToPartner ? <Tag tone="violet">{row.assinedToPartner}</Tag> : '–'))] : []),
    column('created', (row) => <DateText value={row.createdAt} style="medium" />, { sortable: true }),
    column('updated', (row) => <DateText value={row.updatedAt} />, { sortable: true }),
  ];
}

const WIDTHS = {
  debtor: 205,
  account: 120,
  balance: 92,
  claims: 64,
  pastDue: 100,
  latestPastDue: 110,
  product: 95,
  portfolio: 110,
  strategy: 125,
  lastContact: 120,
  assignee: 130,
  city: 110,
  partner: 90,
  created: 110,
  updated: 105,
};
