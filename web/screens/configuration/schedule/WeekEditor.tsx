import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ScheduleScreen.module.css';
import { type Day, nextRange, type TimeRange, timeOf, timeText, type Week, wrongWith } from './week.ts';

/** Ranges have no name but their place in the day. */
const PLACES = Array.from({ length: 12 }, (_, place) => `range ${place}`);

/** The hours of every weekday; a day that is off is closed. */
export function WeekEditor(props: { week: Week; onChange: (week: Week) => void; readOnly: boolean }) {
  const { t } = useTranslation('schedule');
  const { week, onChange, readOnly } = props;
  const setDay = (day: Day) => onChange(week.map((each) => (each.day === day.day ? day : each)));
  const [monday] = week;
  return (
    <fieldset className={classes.week} disabled={readOnly}>
      <p className={classes.detail}>{t('hours.detail')}</p>
      <div className={classes.days}>
        {week.map((day) => (
          <DayRow key={day.day} day={day} onChange={setDay} readOnly={readOnly} />
        ))}
      </div>
      {!readOnly && monday?.isActive && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconCopy size={14} />}
          onClick={() => onChange(week.map((each, index) => (index > 0 && index < 5 ? { ...monday, day: each.day } : each)))}
        >
          {t('hours.copy')}
        </Button>
      )}
    </fieldset>
  );
}

function DayRow({ day, onChange, readOnly }: { day: Day; onChange: (day: Day) => void; readOnly: boolean }) {
  const { t } = useTranslation('schedule');
  const name = t(`day.${day.day}`);
  const ranges = day.timeRanges;
  const setRanges = (timeRanges: readonly TimeRange[]) => onChange({ ...day, timeRanges });
  const setTime = (index: number, end: 'start' | 'end', text: string) => {
    if (text) setRanges(ranges.map((range, place) => (place === index ? { ...range, [end]: timeOf(text) } : range)));
  };
  const more = ranges.length < PLACES.length ? nextRange(ranges) : null;
  return (
    <div className={classes.day}>
      <Switch
        className={classes.name}
        label={name}
        checked={day.isActive}
        onChange={(event) => onChange({ ...day, isActive: event.currentTarget.checked })}
      />
      {day.isActive ? (
        <div className={classes.ranges}>
          {ranges.map((range, index) => {
            const wrong = wrongWith(ranges, index);
            const isWhole = timeText(range.start) === '00:00' && timeText(range.end) === '00:00';
            return (
              <div key={PLACES[index]} className={classes.range}>
                <input
                  type="time"
                  aria-label={t('hours.from', { day: name })}
                  aria-invalid={wrong === 'overlap' || undefined}
                  value={timeText(range.start)}
                  onChange={(event) => setTime(index, 'start', event.currentTarget.value)}
                />
                <span aria-hidden="true">–</span>
                <input
                  type="time"
                  aria-label={t('hours.to', { day: name })}
                  aria-invalid={wrong === 'end' || undefined}
                  value={timeText(range.end)}
                  onChange={(event) => setTime(index, 'end', event.currentTarget.value)}
                />
                {!readOnly && ranges.length > 1 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('hours.remove', { day: name })}
                    onClick={() => setRanges(ranges.filter((_, place) => place !== index))}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )}
                {wrong !== null ? (
                  <span className={classes.wrong} role="alert">
                    {t(`wrong.${wrong}`)}
                  </span>
                ) : (
                  isWhole && <span className={classes.quiet}>{t('hours.wholeDay')}</span>
                )}
              </div>
            );
          })}
        </div>
      ) : (
        <span className={classes.quiet}>{t('hours.closed')}</span>
      )}
      {!readOnly && day.isActive && more !== null && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('hours.add', { day: name })} onClick={() => setRanges([...ranges, more])}>
          <IconPlus size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
