import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { ClosedDays } from './ClosedDays.tsx';
import { Holidays } from './Holidays.tsx';
import { ScheduleDocument, type ScheduleQuery, SetClosedDaysDocument, SetOperationHoursDocument } from './operations.graphql.ts';
import classes from './ScheduleScreen.module.css';
import { ScheduleSkeleton } from './ScheduleSkeleton.tsx';
import { WeekEditor } from './WeekEditor.tsx';
import { activeDays, isSound, weekOf } from './week.ts';

/** configuration/schedule: hours of the week, days on which the house is closed, and the country's holidays. */
export default function ScheduleScreen() {
  const { t, i18n } = useTranslation('schedule');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('operations', ScheduleDocument, { clientId, locale: i18n.language });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data)
    return (
      <div className={classes.screen}>
        <PageHeader crumbs={[{ label: t('title') }]} />
        <ScheduleSkeleton />
      </div>
    );
  return <Schedule key={JSON.stringify([data.getOperationHours, data.getSchedule.closedDays])} saved={data} />;
}

function Schedule({ saved }: { saved: ScheduleQuery }) {
  const { t } = useTranslation('schedule');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const edits = useCan('operations', 'editSchedule');
  const schedule = saved.getSchedule;
  const [week, setWeek] = useState(() => weekOf(saved.getOperationHours));
  const [closedDays, setClosedDays] = useState(schedule.closedDays);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [sendHours, savingHours] = useMutation('operations', SetOperationHoursDocument, { idempotent: true });
  const [sendDays, savingDays] = useMutation('operations', SetClosedDaysDocument, { idempotent: true });
  const busy = savingHours || savingDays;
  const hours = activeDays(week);
  const hoursChanged = JSON.stringify(hours) !== JSON.stringify(activeDays(weekOf(saved.getOperationHours)));
  const daysChanged = JSON.stringify(closedDays) !== JSON.stringify(schedule.closedDays);
  const sound = isSound(week);

  async function save() {
    if (busy || !edits || !sound || !(hoursChanged || daysChanged)) return;
    setRefusal(null);
    try {
      if (hoursChanged) await sendHours({ clientId, operationHours: hours });
      if (daysChanged) await sendDays({ clientId, closedDays: closedDays.map(({ date, label }) => ({ date, label })) });
      toastSuccess(t('saved'));
    } catch (thrown) {
      setRefusal(thrown);
    }
  }
  useHotkeys({ 'mod+s': () => void save(), 'mod+Enter': () => void save() });

  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        aside={t('zone', { timezone: schedule.timezone })}
        actions={
          edits && (
            <Button
              leftSection={<IconDeviceFloppy size={16} />}
              loading={busy}
              disabled={!sound || !(hoursChanged || daysChanged)}
              onClick={save}
            >
              {t('save')}
            </Button>
          )
        }
      />
      <div className={classes.columns}>
        <div className={classes.form}>
          <p className={classes.intro}>{t('intro')}</p>
          {refusal !== null && <ErrorNote error={refusal} />}
          <Section title={t('hours.title')}>
            <WeekEditor week={week} onChange={setWeek} readOnly={!edits} />
          </Section>
          <Section title={t('closed.title')} count={closedDays.length}>
            <ClosedDays days={closedDays} holidays={schedule.holidays} onChange={setClosedDays} readOnly={!edits} />
          </Section>
        </div>
        <Holidays
          holidays={schedule.holidays}
          country={format.country(schedule.countryCode.slice(0, 2))}
          waitedOver={schedule.excludeHolidays}
        />
      </div>
    </div>
  );
}
