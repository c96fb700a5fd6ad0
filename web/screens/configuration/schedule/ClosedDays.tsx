import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { calendarDate } from '../../../../core/time.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { ScheduleQuery } from './operations.graphql.ts';
import classes from './ScheduleScreen.module.css';

type Days = ScheduleQuery['getSchedule']['closedDays'];
const MOST_LABEL = 100;

/** The client's own closed days, and the line that adds one. */
export function ClosedDays(props: { days: Days; holidays: Days; onChange: (days: Days) => void; readOnly: boolean }) {
  const { t } = useTranslation('schedule');
  const format = useFormat();
  const { days, onChange } = props;
  const today = format.dayOf(new Date().toISOString());
  return (
    <>
      <p className={classes.detail}>{t('closed.detail')}</p>
      {days.length === 0 ? (
        <p className={classes.quiet}>{t('closed.none')}</p>
      ) : (
        <ul className={classes.list}>
          {days.map(({ date, label }) => (
            <li key={date}>
              <time dateTime={date}>{format.date(date, 'full')}</time>
              <span>{label}</span>
              {date < today && <span className={classes.quiet}>{t('closed.past')}</span>}
              {!props.readOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('closed.remove', { date: format.date(date, 'medium') })}
                  onClick={() => onChange(days.filter((each) => each.date !== date))}
                >
                  <IconX size={14} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {!props.readOnly && (
        <NewDay
          days={days}
          holidays={props.holidays}
          onAdd={(day) => onChange([...days, day].sort((one, other) => one.date.localeCompare(other.date)))}
        />
      )}
    </>
  );
}

function NewDay(props: { days: Days; holidays: Days; onAdd: (day: Days[number]) => void }) {
  const { t } = useTranslation('schedule');
  const [date, setDate] = useState('');
  const [label, setLabel] = useState('');
  const isTwice = props.days.some((each) => each.date === date);
  const holiday = props.holidays.find((each) => each.date === date);
  const isReady = calendarDate(date) !== null && label.trim() !== '' && !isTwice;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    props.onAdd({ date, label: label.trim() });
    setDate('');
    setLabel('');
  };
  return (
    <form className={classes.add} onSubmit={add}>
      <DayInput
        label={t('closed.date')}
        value={date}
        error={isTwice ? t('closed.twice') : undefined}
        description={holiday ? t('closed.isHoliday', { name: holiday.label }) : undefined}
        onChange={setDate}
      />
      <TextInput
        label={t('closed.label')}
        placeholder={t('closed.labelHint')}
        maxLength={MOST_LABEL}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" leftSection={<IconPlus size={16} />} disabled={!isReady}>
        {t('closed.add')}
      </Button>
    </form>
  );
}
