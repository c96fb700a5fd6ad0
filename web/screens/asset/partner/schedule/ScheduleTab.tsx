import { Button, Input, MultiSelect, NumberInput, SegmentedControl, Select, Skeleton, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MOST_NOTE } from '../../../../../core/outsourcing.ts';
import { DAYS, UNITS } from '../../../../../engine/outsourcing/schedule.ts';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useAllocationRules } from '../../../../shell/partners/partners.ts';
import { RuleChoice } from '../../../../shell/partners/RuleChoice.tsx';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useFormat } from '../../../../ui/format.ts';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { type Config, type Draft, draftOf, endsAtOf, frequencyOf } from './draft.ts';
import {
  DeleteOutsourcingConfigDocument,
  OutsourcingConfigDocument,
  OutsourcingTimesDocument,
  SaveOutsourcingConfigDocument,
} from './partner.graphql.ts';
import classes from './ScheduleTab.module.css';

/** When claims are given to a partner by themselves, and which; with the next five times. */
export default function ScheduleTab({ partner: { partnerId } }: { partner: { readonly partnerId: string } }) {
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('partner', OutsourcingConfigDocument, { clientId, partnerId });
  if (error !== undefined && error !== null && !data) return <ErrorState error={error} onRetry={refetch} />;
  const config = data?.getOutsourcingConfig ?? null;
  return (
    <div className={classes.tab}>
      {data ? (
        <ScheduleForm key={`${partnerId} ${config?.revision ?? 0}`} partnerId={partnerId} config={config} onSaved={refetch} />
      ) : (
        <Skeleton height={240} />
      )}
    </div>
  );
}

function ScheduleForm({ partnerId, config, onSaved }: { partnerId: string; config: Config | null; onSaved: () => void }) {
  const { t } = useTranslation('outsourcing');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const edits = useCan('partner', 'outsource');
  const [save, saving] = useMutation('partner', SaveOutsourcingConfigDocument);
  const [remove, removing] = useMutation('partner', DeleteOutsourcingConfigDocument);
  const form = useKeptForm<Draft>(`schedule ${partnerId}`, {
    initialValues: draftOf(config),
    validate: {
      amount: (value) => (typeof value === 'number' && value > 0 ? null : t('schedule.number')),
      days: (days, { unit }) => (unit === 'WEEK' && days.length === 0 ? t('schedule.noDay') : null),
      daysPastDue: (value) => (typeof value === 'number' && value >= 0 ? null : t('schedule.number')),
      allocationId: (value) => (value === '' ? t('shares.chooseRule') : null),
    },
    onConflict: onSaved,
  });
  const submit = form.send(async (draft) => {
    const frequency = frequencyOf(draft);
    if (!frequency || typeof draft.daysPastDue !== 'number') return;
    const { daysPastDue, portfolios, allocationId, note } = draft;
    await save({
      clientId,
      partnerId,
      config: {
        frequency,
        daysPastDue,
        portfolios,
        allocationId,
        note,
        endsAt: endsAtOf(draft),
        ...(config && { revision: config.revision }),
      },
    });
    toastSuccess(t('schedule.saved'));
    onSaved();
  });
  const { unit, monthBy, allocationId } = form.values;
  // Only what gives this partner something; a rule that was chosen once is shown whatever it is by now.
  const rules = useAllocationRules().filter(
    (rule) => rule.allocationId === allocationId || rule.shares.some((share) => share.partnerId === partnerId),
  );
  const day = (value: (typeof DAYS)[number]) => ({ value, label: t(`schedule.day.${value}`) });
  return (
    <form noValidate className={classes.form} onSubmit={submit} onKeyDown={submitByKey}>
      <KeptNote kept={form.kept} />
      <Section title={t('schedule.when')}>
        <fieldset className={classes.row} disabled={!edits}>
          <NumberInput label={t('schedule.every')} min={1} max={366} allowDecimal={false} {...form.getInputProps('amount')} />
          <Select
            label={t('schedule.unit')}
            data={UNITS.map((value) => ({ value, label: t(`schedule.units.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('unit')}
          />
          <TextInput label={t('schedule.time')} type="time" {...form.getInputProps('time')} />
          <TextInput label={t('schedule.endsOn')} type="date" {...form.getInputProps('endsOn')} />
        </fieldset>
        {unit === 'WEEK' && (
          <MultiSelect label={t('schedule.days')} data={DAYS.map(day)} disabled={!edits} mt="sm" {...form.getInputProps('days')} />
        )}
        {unit === 'MONTH' && (
          <>
            <SegmentedControl
              mt="sm"
              aria-label={t('schedule.monthBy')}
              data={(['day', 'week'] as const).map((value) => ({ value, label: t(`schedule.by.${value}`) }))}
              disabled={!edits}
              {...form.getInputProps('monthBy')}
            />
            <fieldset className={classes.row} disabled={!edits}>
              {monthBy === 'day' ? (
                <NumberInput label={t('schedule.dayOfMonth')} min={1} max={31} allowDecimal={false} {...form.getInputProps('dayOfMonth')} />
              ) : (
                <>
                  <Select
                    label={t('schedule.weekOfMonth')}
                    data={(['1', '2', '3', '4', '5'] as const).map((value) => ({ value, label: t(`schedule.week.${value}`) }))}
                    allowDeselect={false}
                    {...form.getInputProps('weekOfMonth')}
                  />
                  <Select
                    label={t('schedule.weekday')}
                    data={DAYS.map(day)}
                    allowDeselect={false}
                    {...form.getInputProps('dayOfTheWeek')}
                  />
                </>
              )}
            </fieldset>
          </>
        )}
        <NextTimes draft={form.values} />
        {config?.lastAt && (
          <p className={classes.note}>
            {t('schedule.last', { date: format.date(config.lastAt), count: config.lastGiven, number: format.number(config.lastGiven) })}
          </p>
        )}
      </Section>
      <Section title={t('schedule.which')}>
        <p className={classes.note}>{t('schedule.whichDetail')}</p>
        <fieldset className={classes.row} disabled={!edits}>
          <NumberInput label={t('schedule.daysPastDue')} min={0} allowDecimal={false} {...form.getInputProps('daysPastDue')} />
          <TagsInput
            label={t('schedule.portfolios')}
            placeholder={t('schedule.anyPortfolio')}
            acceptValueOnBlur
            {...form.getInputProps('portfolios')}
          />
        </fieldset>
        {(rules.length > 0 || allocationId !== null) && (
          <Input.Wrapper mt="sm" label={t('shares.how')} labelElement="div">
            <SegmentedControl
              display="flex"
              w="fit-content"
              mt={3}
              mb="sm"
              aria-label={t('shares.how')}
              data={[
                { value: 'one', label: t('schedule.thisPartner') },
                { value: 'rule', label: t('shares.byRule') },
              ]}
              value={allocationId === null ? 'one' : 'rule'}
              disabled={!edits}
              onChange={(way) => form.setFieldValue('allocationId', way === 'one' ? null : '')}
            />
            {allocationId !== null && (
              <RuleChoice
                rules={rules}
                value={allocationId || null}
                error={form.errors.allocationId as string | undefined}
                disabled={!edits}
                onChange={(next) => form.setFieldValue('allocationId', next ?? '')}
              />
            )}
          </Input.Wrapper>
        )}
        <Textarea mt="sm" label={t('note')} maxLength={MOST_NOTE} autosize minRows={2} disabled={!edits} {...form.getInputProps('note')} />
      </Section>
      {edits && (
        <div className={classes.buttons}>
          <Button type="submit" loading={saving}>
            {t('schedule.save')}
          </Button>
          {config && (
            <Button
              variant="default"
              loading={removing}
              onClick={async () => {
                await remove({ clientId, partnerId });
                toastSuccess(t('schedule.deleted'));
                onSaved();
              }}
            >
              {t('schedule.delete')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** What is typed is asked for once it stays for a moment. */
const PAUSE = 300;

function NextTimes({ draft }: { draft: Draft }) {
  const { t } = useTranslation('outsourcing');
  const { clientId, configuration } = useWorkspace();
  const { locale } = useFormat();
  const [asked] = useDebouncedValue(draft, PAUSE);
  const frequency = frequencyOf(asked);
  const { data, error } = useQuery('partner', OutsourcingTimesDocument, frequency && { clientId, frequency, endsAt: endsAtOf(asked) }, {
    keepPrevious: true,
  });
  const times = data?.previewOutsourcingTimes ?? [];
  // The client's clock decides, wherever the reader is.
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: configuration.timezone });
  return (
    <section className={classes.times} aria-label={t('schedule.next')}>
      <h3>{t('schedule.next')}</h3>
      {error !== undefined && error !== null && !data && <ErrorNote error={error} />}
      {data && times.length === 0 && <p>{t('schedule.never')}</p>}
      <ol>
        {times.map((time) => (
          <li key={time}>{clock.format(Date.parse(time))}</li>
        ))}
      </ol>
    </section>
  );
}
