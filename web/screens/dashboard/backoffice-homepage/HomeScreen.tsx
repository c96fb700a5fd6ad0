import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { CalendarDate } from '../../../../core/time.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
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
import { StandingTiles } from './StandingTiles.tsx';
import { TodayTiles } from './TodayTiles.tsx';
import { useSums } from './useSums.ts';

/** Comes only to a client that has nothing yet. */
const FirstSteps = later(() => import('./FirstSteps.tsx'));

/** The figures are asked for again this often, ms. */
const BEAT = 60_000;

/** dashboard/backoffice-homepage: what needs me today, and how the client stands. */
export default function HomeScreen() {
  const { t } = useTranslation('home');
  const { clientId, user, access } = useWorkspace();
  const format = useFormat();
  const sees = useCan('reporting', 'viewHomepage');
  const { data, error, refetch } = useQuery('reporting', HomepageDocument, sees ? { clientId } : null, {
    reuse: true,
    keepPrevious: true,
    pollInterval: BEAT,
  });
  const totals = useQuery('reporting', HomepageTotalsDocument, sees ? { clientId } : null, { reuse: true, keepPrevious: true });
  const home = data?.getHomepage;
  const whole = totals.data?.getHomepageTotals;
  const { worth } = useSums();

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
          <TodayTiles home={home} />
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
                  <StandingTiles whole={whole} />
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
