import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { useFormat } from '../format.ts';
import { useTranslation } from '../texts.ts';
import classes from './Tile.module.css';

/**
 * The change of a figure against a period before: an arrow and a share, in words for whoever hears it. Nothing where both are the same.
 * @param good which way is better; absent where neither is. @param since the period it is compared with, in words.
 * @param points the figures are shares, 0 to 1: the change is written in percentage points.
 */
export function Change(props: { now: number; before: number; good?: 'up' | 'down' | undefined; since: string; points?: boolean }) {
  const { now, before, good, since, points = false } = props;
  const { t } = useTranslation('charts');
  const format = useFormat();
  const written = changeOf(now, before, points);
  if (written === 0) return null;
  const way = now > before ? 'up' : 'down';
  const share =
    written === null
      ? t('change.new')
      : points
        ? t('change.points', { number: format.number(Math.abs(written)) })
        : format.percent(Math.abs(written));
  const Arrow = way === 'up' ? IconTrendingUp : IconTrendingDown;
  const words = written === null ? t('change.fromNothing', { since }) : t(`change.${way}`, { share, since });
  return (
    <span className={classes.change} data-tone={good && (way === good ? 'good' : 'bad')} title={words}>
      <Arrow size={14} stroke={1.8} aria-hidden="true" />
      <span aria-hidden="true">{share}</span>
      <span className={classes.unseen}>{words}</span>
    </span>
  );
}

/**
 * @param points the figures are shares, 0 to 1. @returns the change against a period before, as it is written: percentage points to one
 * decimal, or a share in hundredths; 0 where the figures are written alike; null where there was nothing before to take a share of.
 */
export function changeOf(now: number, before: number, points = false): number | null {
  if (now === before) return 0;
  if (points) return Math.round((now - before) * 1000) / 10;
  return before > 0 ? Math.round((100 * (now - before)) / before) / 100 : null;
}
