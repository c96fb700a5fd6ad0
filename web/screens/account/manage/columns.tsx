import { ExplainedLink } from '../../../shell/ExplainedMoney.tsx';
import type texts from '../../../shell/i18n/en_US/accounts.json';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import { useStaff } from '../../../shell/staff.ts';
import { DueTag } from '../../../shell/states/StateTags.tsx';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Reference } from '../../../ui/Reference.tsx';
import { NameTag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './AccountsScreen.module.css';
import type { AccountOrderField, AccountsQuery } from './account.graphql.ts';

export type AccountRow = AccountsQuery['searchAccounts']['results'][number];

type Key = keyof (typeof texts)['column'];
type AccountColumn = ListColumn<AccountRow, AccountOrderField['field']>;

/** @returns every column the list can show: a new one is one entry here and its text. */
export function useAccountColumns(): AccountColumn[] {
  const { t } = useTranslation(['accounts', 'goTo', 'states']);
  const { configuration } = useWorkspace();
  const { nameOf } = useStaff();
  const hasPartners = useFlag('PARTNERS');
  const format = useFormat();
  const { currency } = configuration;
  const column = columnMaker<AccountRow, AccountColumn['sort'] & string, Key>((key) => t(`column.${key}`));
  return [
    column(
      'debtor',
      175,
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
      { strong: true, sort: 'debtorFullName', isUsual: true },
    ),
    column('account', 105, (row) => <Reference value={row.externalAccountRef} />, { sort: 'externalAccountRef', isUsual: true }),
    column(
      'balance',
      96,
      (row) => (
        <ExplainedLink accountId={row.accountId} amount={row.totalAmount} currency={row.currency} bare={row.currency === currency} />
      ),
      {
        header: format.header(t('column.balance'), currency),
        align: 'right',
        sort: 'totalAmount',
        isUsual: true,
        file: [{ key: 'balance' }, { key: 'currency', header: t('column.currency') }],
      },
    ),
    column('claims', 60, (row) => format.number(row.activeClaimsCount), {
      align: 'right',
      sort: 'activeClaimsCount',
      isUsual: true,
      file: [{ key: 'openClaims' }],
    }),
    column('pastDue', 92, (row) => <DueTag isShort due={{ days: row.oldestClaimDPD, promisedUntil: row.promisedUntil }} />, {
      sort: 'oldestClaimDPD',
      isUsual: true,
      file: [{ key: 'daysPastDue' }, { key: 'oldestDueDate', header: t('filter.dueDate') }],
    }),
    column('latestPastDue', 110, (row) => (row.latestClaimDPD === null ? '–' : format.number(row.latestClaimDPD)), {
      align: 'right',
      sort: 'latestClaimDPD',
      file: [{ key: 'latestDueDate' }],
    }),
    column('product', 90, (row) => row.products.join(', ') || '–', { isUsual: true, file: [{ key: 'products' }] }),
    column('portfolio', 110, (row) => row.portfolios.join(', ') || '–', { file: [{ key: 'portfolios' }] }),
    column('strategy', 115, (row) => row.strategyName ?? '–', { wraps: true, isUsual: true }),
    column('lastContact', 112, (row) => <DateText value={row.latestCommunicationDate} />, {
      sort: 'latestCommunicationDate',
      isUsual: true,
    }),
    column('assignee', 130, (row) => nameOf(row.assigneeUserId) ?? '–', { file: [{ key: 'agent' }] }),
    column('city', 110, (row) => row.city ?? '–'),
    ...(hasPartners
      ? [
          column('partner', 150, (row) => (row.assinedToPartner ? <NameTag tone="violet" name={row.assinedToPartner} /> : '–'), {
            isUsual: true,
          }),
        ]
      : []),
    column('created', 110, (row) => <DateText value={row.createdAt} style="medium" />, { sort: 'createdAt' }),
    column('updated', 105, (row) => <DateText value={row.updatedAt} />, { sort: 'updatedAt', file: [{ key: 'changed' }] }),
  ];
}
