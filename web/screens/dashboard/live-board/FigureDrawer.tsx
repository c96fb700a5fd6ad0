import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { Money } from '../../../ui/Money.tsx';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Figure } from './figures.ts';
import { LiveBoardAccountsDocument } from './reporting.graphql.ts';

/** The accounts behind a figure of the board; each leads to the account, and from there to the next. */
export default function FigureDrawer({ of, title, onClose }: { of: Figure; title: string; onClose: () => void }) {
  const { t } = useTranslation('board');
  const { clientId } = useWorkspace();
  const opens = useCan('backoffice-spa', 'view-account');
  const { data, error, refetch } = useQuery('reporting', LiveBoardAccountsDocument, { clientId, of });
  const rows = data?.listLiveBoardAccounts;
  const remember = () => rememberQueue(clientId, [...new Set(rows?.map((row) => row.accountId))]);
  return (
    <Drawer opened onClose={onClose} title={title}>
      {error && !rows ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : rows === undefined ? (
        <Skeleton height={160} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('behind.empty')} />
      ) : (
        <table className={classes.list} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('people.account')}</th>
              <th scope="col" data-right>
                {t('behind.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.accountId} ${row.currency}`}>
                <td>
                  {opens ? (
                    <Link to={paths.account(clientId, row.accountId)} onClick={remember}>
                      {row.debtorFullName || row.externalAccountRef}
                    </Link>
                  ) : (
                    row.debtorFullName || row.externalAccountRef
                  )}
                  <span className={classes.reference}>{row.externalAccountRef}</span>
                </td>
                <td data-right>
                  <Money amount={row.amount} currency={row.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  );
}
