import { Button, Input } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { errorAt } from '../../../ui/form.ts';
import { useFormat } from '../../../ui/format.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { ClosedDays } from './ClosedDays.tsx';
import { Holidays } from './Holidays.tsx';
import { ScheduleDocument, type ScheduleQuery, SetScheduleDocument } from './operations.graphql.ts';
import classes from './ScheduleScreen.module.css';
import { ScheduleSkeleton } from './ScheduleSkeleton.tsx';
import { WeekEditor } from './WeekEditor.tsx';
import { activeDays, isSound, weekOf } from './week.ts';

/** configuration/schedule: hours of the week, days on which the house is closed, and the country's holidays. */
export default function ScheduleScreen() {
  const { t, language } = useTranslation('schedule');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('operations', ScheduleDocument, { clientId, locale: language });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data)
    return (
      <div className={classes.screen}>
        <PageHeader crumbs={[{ label: t('title') }]} />
        <ScheduleSkeleton />
      </div>
    );
  return <Schedule saved={data} onReload={refetch} />;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Named as the server names what it refuses. */
const partsOf = (saved: ScheduleQuery) => ({
  operationHours: weekOf(saved.getOperationHours),
  closedDays: saved.getSchedule.closedDays.map(({ date, label }) => ({ date, label })),
});

function Schedule({ saved, onReload }: { saved: ScheduleQuery; onReload: () => void }) {
  const { t } = useTranslation('schedule');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const edits = useCan('operations', 'editSchedule');
  const schedule = saved.getSchedule;
  const [send, busy] = useMutation('operations', SetScheduleDocument, { idempotent: true });
  const start = partsOf(saved);
  const form = useScreenForm(
    'schedule',
    { initialValues: start, outdatedBy: 'scheduleChanged', onConflict: onReload },
    { edits, isWhole: (wanted) => isSound(wanted.operationHours) },
    async ({ operationHours, closedDays }) => {
      const hours = activeDays(operationHours);
      await send({
        clientId,
        updatedAt: schedule.updatedAt,
        ...(!isSame(hours, activeDays(start.operationHours)) && { operationHours: hours }),
        ...(!isSame(closedDays, start.closedDays) && { closedDays }),
      });
      toastSuccess(t('saved'));
    },
  );
  const { values, setValues, changed, canSave, save } = form;
  const error = (part: keyof typeof values) => {
    const message = errorAt(form.errors, part);
    return message && <Input.Error role="alert">{message}</Input.Error>;
  };

  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={changed && <Tag tone="warn">{t('unsaved')}</Tag>}
        aside={t('zone', { timezone: schedule.timezone })}
        actions={
          edits && (
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!canSave} onClick={save}>
              {t('save')}
            </Button>
          )
        }
      />
      <div className={classes.columns}>
        <div className={classes.form}>
          <p className={classes.intro}>{t('intro')}</p>
          <KeptNote kept={form.kept} label={(part) => t(part === 'operationHours' ? 'hours.title' : 'closed.title')} />
          <Section title={t('hours.title')}>
            <WeekEditor week={values.operationHours} onChange={(operationHours) => setValues({ operationHours })} readOnly={!edits} />
            {error('operationHours')}
          </Section>
          <Section title={t('closed.title')} count={values.closedDays.length}>
            <ClosedDays
              days={values.closedDays}
              holidays={schedule.holidays}
              onChange={(closedDays) => setValues({ closedDays })}
              readOnly={!edits}
            />
            {error('closedDays')}
          </Section>
        </div>
        <Holidays
          holidays={schedule.holidays}
          country={format.country(schedule.countryCode.slice(0, 2))}
          waitedOver={schedule.excludeHolidays}
        />
      </div>
      <LeaveGuard dirty={changed} />
    </div>
  );
}
