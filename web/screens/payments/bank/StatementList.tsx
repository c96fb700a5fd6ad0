import type { QueryResult } from '../../../shell/api.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BankScreen.module.css';
import { useStatementColumns } from './columns.tsx';
import type { BankStatementsQuery } from './finance.graphql.ts';

/** The statements that were read. @param props.onOpen shows one's movements. */
export function StatementList(props: { statements: QueryResult<BankStatementsQuery>; onOpen: (statementId: string) => void }) {
  const { data, loading, error, refetch } = props.statements;
  const { t } = useTranslation('bank');
  const columns = useStatementColumns();
  const rows = data?.getBankStatements ?? [];
  return (
    <div className={classes.list} style={{ flex: 1 }}>
      <DataTable
        label={t('view.statements')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.statementId}
        total={rows.length}
        loading={loading && rows.length === 0}
        error={error}
        onRetry={refetch}
        onOpen={(row) => props.onOpen(row.statementId)}
        empty={<EmptyState title={t('noStatements.title')} detail={t('noStatements.detail')} />}
      />
    </div>
  );
}
