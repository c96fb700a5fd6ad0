import { NumberInput } from '@mantine/core';
import { useTranslation } from '../../../ui/texts.ts';
import { AssigneeSelect } from './AssigneeFields.tsx';
import classes from './Builder.module.css';
import type { StepFieldProps } from './stepField.ts';

/** How long a step may take in working time, and who gets it when it is late. */
export function DeadlineField({ step, onChange, errorOf }: StepFieldProps) {
  const { t } = useTranslation('workflows');
  const { hours, minutes } = step.deadline ?? { hours: 0, minutes: 0 };
  const put = (next: { days?: number; hours?: number; minutes?: number }) => {
    const total = (next.days ?? Math.floor(hours / 24)) * 24 + (next.hours ?? hours % 24);
    const left = next.minutes ?? minutes;
    onChange({ deadline: total === 0 && left === 0 && step.type !== 'waitDeadline' ? null : { hours: total, minutes: left } });
  };
  const whole = (value: string | number) => Math.max(0, Math.trunc(Number(value) || 0));
  const parts = [
    { name: 'days', value: Math.floor(hours / 24), most: 260, put: (value: number) => put({ days: value }) },
    { name: 'hours', value: hours % 24, most: 23, put: (value: number) => put({ hours: value }) },
    { name: 'minutes', value: minutes, most: 59, put: (value: number) => put({ minutes: value }) },
  ] as const;
  const isOfPerson = step.type !== 'waitDeadline' && step.type !== 'setStrategies';
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{t(step.type === 'waitDeadline' ? 'waitFor' : 'deadline')}</legend>
        <div className={classes.parts}>
          {parts.map((part) => (
            <NumberInput
              key={part.name}
              label={t(`unit.${part.name}`)}
              min={0}
              max={part.most}
              allowDecimal={false}
              allowNegative={false}
              value={part.value}
              error={!!errorOf('deadline')}
              onChange={(value) => part.put(whole(value))}
            />
          ))}
        </div>
        <p className={errorOf('deadline') ? classes.refused : classes.quiet}>{errorOf('deadline') ?? t('deadlineDetail')}</p>
      </fieldset>
      {isOfPerson && step.deadline && (
        <AssigneeSelect
          label={t('escalateTo')}
          description={t('escalateDetail')}
          value={step.escalateTo}
          error={errorOf('escalateTo')}
          onChange={(escalateTo) => onChange({ escalateTo })}
        />
      )}
    </>
  );
}
