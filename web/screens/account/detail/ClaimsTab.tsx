import { useNavigate } from 'react-router';
import { useClaimType } from '../../../shell/claimTypes.ts';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { useWidth } from '../../../ui/useWidth.ts';
import { ClaimsExport } from './AccountExports.tsx';
import type { Account } from './account.ts';
import { type AccountClaim, ClaimTag } from './ClaimsPanel.tsx';
import classes from './Tab.module.css';

/** All claims of the account, resolved ones too. */
export default function ClaimsTab({ account }: { account: Account | undefined }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const typeName = useClaimType();
  const figure = (claim: AccountClaim, amount: string) => (
    <ExplainedMoney claimRef={claim.externalClaimRef} amount={amount} currency={claim.currency} />
  );
  const [place, width] = useWidth<HTMLDivElement>();
  const all: Column<AccountClaim>[] = [
    { key: 'ref', header: t('claims.column.ref'), width: 108, cell: (claim) => <Reference value={claim.externalClaimRef} /> },
    {
      key: 'product',
      header: t('claims.column.product'),
      width: 92,
      cell: (claim) => claim.productName ?? claim.productReference ?? typeName(claim.type),
    },
    { key: 'due', header: t('claims.column.due'), width: 116, cell: (claim) => <DateText value={claim.dueDate} style="medium" /> },
    {
      key: 'amount',
      header: t('claims.column.amount'),
      width: 100,
      align: 'right',
      cell: (claim) => figure(claim, claim.amount),
    },
    {
      key: 'balance',
      header: t('claims.column.balance'),
      width: 100,
      align: 'right',
      strong: true,
      cell: (claim) => figure(claim, claim.totalAmount),
    },
    { key: 'status', header: t('claims.column.status'), width: 126, cell: (claim) => <ClaimTag claim={claim} /> },
  ];
  const columns = fitting(all, width);
  return (
    <div className={classes.table} ref={place}>
      {account && (
        <div className={classes.bar}>
          <ClaimsExport accountId={account.id} />
        </div>
      )}
      <div className={classes.flush}>
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
    </div>
  );
}

/** What a narrow place does without, in this order; the claim itself shows it. */
const SPARE = ['amount', 'product'];
/** Of the table's own, beside its columns. */
const EDGE = 12;

function fitting(columns: readonly Column<AccountClaim>[], width: number): Column<AccountClaim>[] {
  const shown = [...columns];
  for (const key of SPARE) {
    if (width === 0 || shown.reduce((sum, column) => sum + column.width, EDGE) <= width) break;
    shown.splice(
      shown.findIndex((column) => column.key === key),
      1,
    );
  }
  return shown;
}
