import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { addMonths, type CalendarDate } from '../../../../core/time.ts';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Change } from '../../../ui/charts/Change.tsx';
import { Tile } from '../../../ui/charts/Tile.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ContactPanel } from './ContactPanel.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { MoneyFigure } from './MoneyFigure.tsx';
import { PromiseList } from './PromiseList.tsx';
import { HomepageDocument, HomepageTotalsDocument } from './reporting.graphql.ts';

/** Comes only to a client that has nothing yet. */
const FirstSteps = later(() => import('./FirstSteps.tsx'));

type Sum = { readonly currency: string; readonly amount: string };
/** The figures are asked for again this often, ms. */
const BEAT = 60_000;

/** dashboard/backoffice-homepage: what needs me today, and how the client stands. */
export default function HomeScreen() {
  const { t } = useTranslation('home');
  const { clientId, user, configuration, access } = useWorkspace();
  const format = useFormat();
  const sees = useCan('reporting', 'viewHomepage');
  const opensTasks = useCan('backoffice-spa', 'view-tasks');
  const seesTeam = useCan('account-task', 'listTasks');
  const searches = useCan('account', 'searchAllAccounts');
  const opensAccounts = useCan('backoffice-spa', 'view-accounts') && searches;
  const opensClaims = useCan('backoffice-spa', 'view-claim-overview') && searches;
  const { data, error, refetch } = useQuery('reporting', HomepageDocument, sees ? { clientId } : null, {
    reuse: true,
    keepPrevious: true,
    pollInterval: BEAT,
  });
  const totals = useQuery('reporting', HomepageTotalsDocument, sees ? { clientId } : null, { reuse: true, keepPrevious: true });
  const home = data?.getHomepage;
  const whole = totals.data?.getHomepageTotals;
  const lines = (sums: readonly Sum[] | undefined) =>
    sums &&
    (sums.length > 0 ? sums : [{ amount: '0', currency: configuration.currency }]).map((sum) => format.money(sum.amount, sum.currency));
  const money = (sums: readonly Sum[] | undefined) => lines(sums)?.join(' + ');
  const worth = (figure: { amounts: readonly Sum[] } | undefined) => money(figure?.amounts);
  const tasks = paths.tasks(clientId);
  const own = (sums: readonly Sum[]) => Number(sums.find(({ currency }) => currency === configuration.currency)?.amount ?? 0);

  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        aside={home && format.date(home.today, 'full')}
        actions={access.isOn('i18n') && <LanguageMenu />}
      />
      {error && !home ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={classes.body}>
          <p className={classes.greeting}>{t('greeting', { name: user.name })}</p>
          <Suspense>{whole?.isEmpty && <FirstSteps />}</Suspense>
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
              change={
                home && <Change now={own(home.moneyToday)} before={own(home.moneyYesterday)} good="up" since={t('change.yesterday')} />
              }
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
                home && (
                  <Change now={own(home.moneyThisMonth)} before={own(home.moneyLastMonthToDate)} good="up" since={t('change.lastMonth')} />
                )
              }
              to="#money"
            />
          </ul>
          <div className={classes.columns}>
            <div className={classes.column}>
              <div id="money" className={classes.anchor}>
                <MoneyFigure home={home} error={home ? undefined : error} onRetry={refetch} />
              </div>
              {/* What stands below a list comes with it: it would move when the rows come. */}
              {home && (
                <PromiseList
                  id="promises-broken"
                  title={t('broken.title')}
                  detail={t('broken.detail')}
                  day={t('broken.day')}
                  empty={t('broken.empty')}
                  rows={home.brokenPromises}
                />
              )}
            </div>
            <div className={classes.column}>
              <PromiseList
                id="promises-due"
                title={t('due.title')}
                detail={
                  home &&
                  t('due.detail', {
                    count: home.promisesDueThisWeek.count,
                    number: format.number(home.promisesDueThisWeek.count),
                    amount: worth(home.promisesDueThisWeek),
                  })
                }
                day={t('due.day')}
                empty={t('due.empty')}
                rows={home?.promisesDue}
              />
              {!home ? null : totals.error && !whole ? (
                <ErrorState error={totals.error} onRetry={totals.refetch} />
              ) : (
                <>
                  <ul className={classes.pair} aria-label={t('standing')} aria-busy={!whole}>
                    <Tile
                      label={t('outstanding')}
                      value={lines(whole?.outstanding)}
                      detail={whole && t('outstandingDetail', { count: whole.openClaims, number: format.number(whole.openClaims) })}
                      to={opensClaims ? `${paths.claims(clientId)}?owing=yes` : null}
                    />
                    <Tile
                      label={t('openAccounts')}
                      value={whole && format.number(whole.openAccounts)}
                      detail={t('openAccountsDetail')}
                      to={opensAccounts ? `${paths.accounts(clientId)}?owing=yes` : null}
                    />
                  </ul>
                  {whole ? <ContactPanel contact={whole.contact} today={home.today as CalendarDate} /> : <Skeleton height={210} />}
                </>
              )}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
