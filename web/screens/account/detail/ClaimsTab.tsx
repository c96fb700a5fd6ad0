import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ClaimsExport } from './AccountExports.tsx';
import type { Account } from './account.ts';
import { type AccountClaim, ClaimTag } from './ClaimsPanel.tsx';
import classes from './Tab.module.css';

/** All claims of the account, resolved ones too. */
export default function ClaimsTab({ account }: { account: Account | undefined }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const figure = (claim: AccountClaim, amount: string) => (
    <ExplainedMoney claimRef={claim.externalClaimRef} amount={amount} currency={claim.currency} />
  );
  const columns: Column<AccountClaim>[] = [
    { key: 'ref', header: t('claims.column.ref'), width: 130, cell: (claim) => <Reference value={claim.externalClaimRef} /> },
    {
      key: 'product',
      header: t('claims.column.product'),
      width: 140,
      cell: (claim) => claim.productName ?? claim.productReference ?? claim.type,
    },
    { key: 'due', header: t('claims.column.due'), width: 100, cell: (claim) => <DateText value={claim.dueDate} style="medium" /> },
    {
      key: 'amount',
      header: t('claims.column.amount'),
      width: 110,
      align: 'right',
      cell: (claim) => figure(claim, claim.amount),
    },
    {
      key: 'balance',
      header: t('claims.column.balance'),
      width: 110,
      align: 'right',
      strong: true,
      cell: (claim) => figure(claim, claim.totalAmount),
    },
    { key: 'status', header: t('claims.column.status'), width: 120, cell: (claim) => <ClaimTag claim={claim} /> },
  ];
  return (
    <div className={classes.table}>
      {account && (
        <div className={classes.bar}>
          <ClaimsExport accountId={account.id} />
        </div>
      )}
      <DataTable
        label={t('tabs.claims')}
        columns={columns}
        rows={account?.claims ?? []}
        rowId={(claim) => claim.externalClaimRef}
        loading={!account}
        empty={<EmptyState title={t('claims.none')} detail={t('claims.noneDetail')} />}
        onOpen={(claim) => navigate(paths.accountClaim(clientId, account?.id ?? '', claim.externalClaimRef))}
      />
    </div>
  );
}
