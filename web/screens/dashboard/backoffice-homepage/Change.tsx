import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import classes from './HomeScreen.module.css';

/**
 * The change of a figure against a period before: an arrow and a share, in words for whoever hears it. Nothing where both are nothing.
 * @param good which way is better. @param since the period it is compared with, in words.
 */
export function Change(props: { now: number; before: number; good: 'up' | 'down'; since: string }) {
  const { now, before, good, since } = props;
  const { t } = useTranslation('home');
  const format = useFormat();
  if (now === before) return null;
  const way = now > before ? 'up' : 'down';
  const share = before > 0 ? format.percent(Math.round((100 * Math.abs(now - before)) / before) / 100) : t('change.new');
  const Arrow = way === 'up' ? IconTrendingUp : IconTrendingDown;
  const words = before > 0 ? t(`change.${way}`, { share, since }) : t('change.fromNothing', { since });
  return (
    <span className={classes.change} data-tone={way === good ? 'good' : 'bad'} title={words}>
      <Arrow size={14} stroke={1.8} aria-hidden="true" />
      <span aria-hidden="true">{share}</span>
      <span className={classes.unseen}>{words}</span>
    </span>
  );
}
