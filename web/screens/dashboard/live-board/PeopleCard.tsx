import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { LiveBoardQuery } from './reporting.graphql.ts';

/** Who is there, what each has open and what came of the day. */
export function PeopleCard({ people }: { people: LiveBoardQuery['getLiveBoard']['people'] }) {
  const { t } = useTranslation('board');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const opens = useCan('backoffice-spa', 'view-account');
  const figures = ['contacts', 'rightParty', 'promises', 'tasksResolved'] as const;
  return (
    <section id="board-people" className={classes.card} aria-labelledby="board-people-title">
      <h2 id="board-people-title">{t('people.title')}</h2>
      <p className={classes.about}>{t('people.detail')}</p>
      {people.length === 0 ? (
        <p className={classes.none}>{t('people.empty')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.list} aria-labelledby="board-people-title">
            <thead>
              <tr>
                <th scope="col">{t('people.name')}</th>
                <th scope="col">{t('people.account')}</th>
                {figures.map((name) => (
                  <th key={name} scope="col" data-right>
                    {t(`people.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.userId}>
                  <td>
                    {person.name}
                    {!person.isAvailable && (
                      <span className={classes.since}>
                        {person.awaySince === null
                          ? t('people.away')
                          : t('people.awaySince', { time: format.date(person.awaySince, 'long') })}
                      </span>
                    )}
                  </td>
                  <td>
                    {person.accountId === null ? (
                      t('people.noAccount')
                    ) : opens ? (
                      <Link to={paths.account(clientId, person.accountId)}>{person.externalAccountRef}</Link>
                    ) : (
                      person.externalAccountRef
                    )}
                    {person.since !== null && (
                      <span className={classes.since}>{t('people.since', { time: format.date(person.since, 'time') })}</span>
                    )}
                  </td>
                  {figures.map((name) => (
                    <td key={name} data-right>
                      {format.number(person[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
