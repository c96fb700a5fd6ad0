import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Tile } from '../../../ui/charts/Tile.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { useBeat } from './beat.ts';
import { ContactsFigure } from './ContactsFigure.tsx';
import { DeliveriesCard } from './DeliveriesCard.tsx';
import { FIGURES } from './figures.ts';
import { PeopleCard } from './PeopleCard.tsx';
import { LiveBoardDocument } from './reporting.graphql.ts';
import { WaitingCard } from './WaitingCard.tsx';

const FigureDrawer = later(() => import('./FigureDrawer.tsx'));

type Sum = { readonly currency: string; readonly amount: string };

/** dashboard/live-board: who works on what, what waits, and the day so far; it keeps itself up to date. */
export default function LiveBoardScreen() {
  const { t } = useTranslation('board');
  const { clientId, configuration } = useWorkspace();
  const format = useFormat();
  const sees = useCan('reporting', 'viewLiveBoard');
  const pollInterval = useBeat();
  const { data, error, refetch } = useQuery('reporting', LiveBoardDocument, sees ? { clientId } : null, {
    reuse: true,
    keepPrevious: true,
    pollInterval,
  });
  const board = data?.getLiveBoard;
  const lines = (sums: readonly Sum[] | undefined) =>
    sums &&
    (sums.length > 0 ? sums : [{ amount: '0', currency: configuration.currency }]).map((sum) => format.money(sum.amount, sum.currency));
  const clock = new Intl.DateTimeFormat(format.locale, { timeStyle: 'medium', hourCycle: 'h23', timeZone: format.timeZone });
  const promises = [
    ['made', board?.promisesMade],
    ['due', board?.promisesDue],
    ['kept', board?.promisesKept],
    ['broken', board?.promisesBroken],
  ] as const;
  const [search, setSearch] = useSearchParams();
  const figure = FIGURES.find((name) => name === search.get('figure'));
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title') }]} aside={board && t('updated', { time: clock.format(new Date(board.asOf)) })} />
      {error && !board ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={classes.body}>
          <ul className={classes.tiles} aria-label={t('tiles')} aria-busy={!board}>
            <Tile
              label={t('atWork')}
              value={board && format.number(board.people.filter((person) => person.accountId !== null).length)}
              detail={t('atWorkDetail')}
              to="#board-people"
            />
            {promises.map(([kind, figure]) => (
              <Tile
                key={kind}
                label={t(`promises.${kind}`)}
                value={figure && format.number(figure.count)}
                detail={lines(figure?.amounts)?.join(' + ')}
                tone={kind === 'broken' && figure && figure.count > 0 ? 'bad' : 'plain'}
                to={`?figure=${kind}`}
              />
            ))}
            <Tile
              label={t('money')}
              value={lines(board?.moneyToday)}
              detail={board && t('moneyDetail', { amount: lines(board.moneyUsual)?.join(' + ') })}
              to="?figure=money"
            />
          </ul>
          {board ? (
            <div className={classes.columns}>
              <div className={classes.column}>
                <PeopleCard people={board.people} />
                <ContactsFigure today={board.today} contacts={board.contacts} onRetry={refetch} />
              </div>
              <div className={classes.column}>
                <WaitingCard waiting={board.waiting} />
                <DeliveriesCard deliveries={board.deliveries} />
              </div>
            </div>
          ) : (
            <Skeleton height={320} mt={12} />
          )}
        </div>
      )}
      <Suspense>
        {sees && figure && (
          <FigureDrawer
            of={figure}
            title={t(figure === 'money' ? 'money' : `promises.${figure}`)}
            onClose={() => setSearch({}, { replace: true })}
          />
        )}
      </Suspense>
    </div>
  );
}
