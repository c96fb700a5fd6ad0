import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { OutdatedNote } from '../../../ui/OutdatedNote.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { useDraft } from '../../../ui/useDraft.ts';
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

const partsOf = (saved: ScheduleQuery) => ({
  week: weekOf(saved.getOperationHours),
  closedDays: saved.getSchedule.closedDays.map(({ date, label }) => ({ date, label })),
});

function Schedule({ saved, onReload }: { saved: ScheduleQuery; onReload: () => void }) {
  const { t } = useTranslation('schedule');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const edits = useCan('operations', 'editSchedule');
  const schedule = saved.getSchedule;
  const { start, draft, version, met, change, adopt, takeTheirs, keepMine } = useDraft(partsOf(saved), schedule.updatedAt);
  const { week, closedDays } = draft;
  const [refusal, setRefusal] = useState<unknown>(null);
  const [outdated, setOutdated] = useState(false);
  const [send, busy] = useMutation('operations', SetScheduleDocument, { idempotent: true });
  const hours = activeDays(week);
  const hoursChanged = JSON.stringify(hours) !== JSON.stringify(activeDays(start.week));
  const daysChanged = JSON.stringify(closedDays) !== JSON.stringify(start.closedDays);
  const changed = hoursChanged || daysChanged;
  const sound = isSound(week);

  async function save() {
    if (busy || !edits || !sound || !changed || met.length > 0) return;
    setRefusal(null);
    try {
      const { setSchedule: made } = await send({
        clientId,
        updatedAt: version,
        ...(hoursChanged && { operationHours: hours }),
        ...(daysChanged && { closedDays }),
      });
      adopt(draft, draft, made.updatedAt);
      setOutdated(false);
      toastSuccess(t('saved'));
    } catch (thrown) {
      if (faultOf(thrown).code !== 'CONFLICT') return setRefusal(thrown);
      setOutdated(true);
      onReload();
    }
  }
  useHotkeys({ 'mod+s': () => void save(), 'mod+Enter': () => void save() });

  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={changed && <Tag tone="warn">{t('unsaved')}</Tag>}
        aside={t('zone', { timezone: schedule.timezone })}
        actions={
          edits && (
            <Button
              leftSection={<IconDeviceFloppy size={16} />}
              loading={busy}
              disabled={!sound || !changed || met.length > 0}
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
          {(met.length > 0 || (outdated && changed)) && (
            <OutdatedNote
              names={met.map((part) => t(part === 'week' ? 'hours.title' : 'closed.title'))}
              onTakeTheirs={takeTheirs}
              onKeepMine={keepMine}
            />
          )}
          <Section title={t('hours.title')}>
            <WeekEditor week={week} onChange={(next) => change({ week: next })} readOnly={!edits} />
          </Section>
          <Section title={t('closed.title')} count={closedDays.length}>
            <ClosedDays
              days={closedDays}
              holidays={schedule.holidays}
              onChange={(days) => change({ closedDays: days })}
              readOnly={!edits}
            />
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
