import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { LiveBoardQuery } from './reporting.graphql.ts';

const AGES = ['underHour', 'today', 'days', 'older'] as const;

/** What waits, by age; each opens its list for whoever may see that. */
export function WaitingCard({ waiting }: { waiting: LiveBoardQuery['getLiveBoard']['waiting'] }) {
  const { t } = useTranslation('board');
  const { clientId, access } = useWorkspace();
  const format = useFormat();
  const opensTasks = useCan('backoffice-spa', 'view-tasks');
  const seesTeam = useCan('account-task', 'listTasks');
  const opensMessages = useCan('backoffice-spa', 'view-communication-center') && access.isOn('COMMUNICATIONS_CENTER');
  const opensBank = useCan('backoffice-spa', 'view-bank');
  const opensApprovals = useCan('backoffice-spa', 'view-approvals');
  const lists = [
    { kind: 'tasks', to: opensTasks && seesTeam ? `${paths.tasks(clientId)}?tab=team&later=no` : null },
    { kind: 'messages', to: opensMessages ? `${paths.communications(clientId)}?view=waiting` : null },
    { kind: 'transactions', to: opensBank ? paths.bank(clientId) : null },
    { kind: 'approvals', to: opensApprovals ? paths.approvals(clientId) : null },
    { kind: 'unmatched', to: opensMessages ? `${paths.communications(clientId)}?view=unmatched` : null },
  ] as const;
  return (
    <section className={classes.card} aria-labelledby="board-waiting">
      <h2 id="board-waiting">{t('waiting.title')}</h2>
      <p className={classes.about}>{t('waiting.detail')}</p>
      <div className={classes.scroll}>
        <table className={classes.list} aria-labelledby="board-waiting">
          <thead>
            <tr>
              <th scope="col">{t('waiting.what')}</th>
              {AGES.map((age) => (
                <th key={age} scope="col" data-right>
                  {t(`waiting.${age}`)}
                </th>
              ))}
              <th scope="col" data-right>
                {t('waiting.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lists.map(({ kind, to }) => {
              const row = waiting.find((each) => each.kind === kind);
              return (
                row && (
                  <tr key={kind}>
                    <td>
                      {to === null ? t(`waiting.${kind}`) : <Link to={to}>{t(`waiting.${kind}`)}</Link>}
                      {row.oldest !== null && (
                        <span className={classes.since}>{t('waiting.oldest', { time: format.date(row.oldest, 'long') })}</span>
                      )}
                    </td>
                    {AGES.map((age) => (
                      <td key={age} data-right>
                        {format.number(row[age])}
                      </td>
                    ))}
                    <td data-right>{format.number(row.count)}</td>
                  </tr>
                )
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
