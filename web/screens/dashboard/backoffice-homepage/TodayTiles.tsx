import { addMonths, type CalendarDate } from '../../../../core/time.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Change } from '../../../ui/charts/Change.tsx';
import { Tile } from '../../../ui/charts/Tile.tsx';
import { useFormat } from '../../../ui/format.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { HomepageQuery } from './reporting.graphql.ts';
import { useSums } from './useSums.ts';

/** What is to be done today, and what came in. @param props.home undefined until it is known. */
export function TodayTiles({ home }: { home: HomepageQuery['getHomepage'] | undefined }) {
  const { t } = useTranslation('home');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { lines, money, worth, own } = useSums();
  const opensTasks = useCan('backoffice-spa', 'view-tasks');
  const seesTeam = useCan('account-task', 'listTasks');
  const tasks = paths.tasks(clientId);
  return (
    <ul className={classes.tiles} aria-label={t('tiles')} aria-busy={!home}>
      <Tile
        label={t('ownTasks')}
        value={home && format.number(home.ownTasksDue)}
        detail={home && t('ownTasksDetail', { number: format.number(home.unassignedTasksDue) })}
        to={opensTasks ? `${tasks}?tab=mine` : null}
      />
      <Tile
        label={t('tasks')}
        value={home && format.number(home.tasksDue)}
        detail={t('tasksDetail')}
        to={opensTasks && seesTeam ? `${tasks}?tab=team&later=no` : null}
      />
      <Tile
        label={t('dueToday')}
        value={home && format.number(home.promisesDueToday.count)}
        detail={worth(home?.promisesDueToday)}
        to="#promises-due"
      />
      <Tile
        label={t('brokenThisWeek')}
        value={home && format.number(home.promisesBrokenThisWeek.count)}
        detail={worth(home?.promisesBrokenThisWeek)}
        tone={home && home.promisesBrokenThisWeek.count > 0 ? 'bad' : 'plain'}
        change={
          home && (
            <Change
              now={home.promisesBrokenThisWeek.count}
              before={home.promisesBrokenLastWeekToDate.count}
              good="down"
              since={t('change.lastWeek')}
            />
          )
        }
        to="#promises-broken"
      />
      <Tile
        label={t('moneyToday')}
        value={lines(home?.moneyToday)}
        detail={home && t('moneyTodayDetail', { amount: money(home.moneyYesterday) })}
        change={home && <Change now={own(home.moneyToday)} before={own(home.moneyYesterday)} good="up" since={t('change.yesterday')} />}
        to="#money"
      />
      <Tile
        label={t('moneyMonth')}
        value={lines(home?.moneyThisMonth)}
        detail={
          home &&
          t('moneyMonthDetail', {
            amount: money(home.moneyLastMonthToDate),
            day: format.date(addMonths(home.today as CalendarDate, -1), 'dayMonth'),
          })
        }
        change={
          home && <Change now={own(home.moneyThisMonth)} before={own(home.moneyLastMonthToDate)} good="up" since={t('change.lastMonth')} />
        }
        to="#money"
      />
    </ul>
  );
}
