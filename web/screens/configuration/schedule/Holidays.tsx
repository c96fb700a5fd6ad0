import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { ScheduleQuery } from './operations.graphql.ts';
import classes from './ScheduleScreen.module.css';

/** The country's public holidays, year by year; what is past is quiet. @param waitedOver whether strategies wait over them. */
export function Holidays(props: { holidays: ScheduleQuery['getSchedule']['holidays']; country: string; waitedOver: boolean }) {
  const { t } = useTranslation('schedule');
  const format = useFormat();
  const today = format.dayOf(new Date().toISOString());
  const years = [...new Set(props.holidays.map(({ date }) => date.slice(0, 4)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard.
    <aside className={classes.holidays} aria-label={t('holidays.title')} tabIndex={0}>
      <h2>{t('holidays.title')}</h2>
      {years.length === 0 ? (
        <p className={classes.detail}>{t('holidays.none', { country: props.country })}</p>
      ) : (
        <p className={classes.detail}>{t(props.waitedOver ? 'holidays.detail' : 'holidays.detailOff', { country: props.country })}</p>
      )}
      {years.map((year) => (
        <section key={year}>
          <h3>{year}</h3>
          <ul className={classes.year}>
            {props.holidays
              .filter(({ date }) => date.startsWith(year))
              .map(({ date, label }) => (
                <li key={`${date} ${label}`} data-past={date < today || undefined}>
                  <time dateTime={date} title={format.date(date, 'full')}>
                    {format.date(date, 'dayMonth')}
                  </time>
                  <span>{label}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </aside>
  );
}
