import { Checkbox, Input, NumberInput, Switch } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { Channel, GateRules } from '../../../../engine/gate/types.ts';
import { errorAt } from '../../../ui/form.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './RulesForm.module.css';

type Day = keyof GateRules['contactHours'];
const DAYS: readonly Day[] = ['weekday', 'saturday', 'sunday', 'holiday'];
const CHANNELS: readonly Channel[] = ['email', 'sms', 'whatsapp', 'phone', 'letter'];
const MOST = 1_000;
/** The gate knows the contacts of seven days. */
const MOST_SAME_HOURS = 7 * 24;

const pad = (value: number) => String(value).padStart(2, '0');
/** The end of a day is written 24:00 in the rules and 23:59 in a time field. */
const timeText = ({ hour, minute }: { hour: number; minute: number }) => (hour === 24 ? '23:59' : `${pad(hour)}:${pad(minute)}`);
const timeOf = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return text === '23:59' ? { hour: 24, minute: 0 } : { hour, minute };
};

/** The rules in plain words, one section per question. @param errors what the server refused, by field. */
export function RulesForm(props: {
  rules: GateRules;
  onChange: (rules: GateRules) => void;
  errors: FormErrors;
  readOnly: boolean;
  timezone: string;
}) {
  const { t } = useTranslation('contact-rules');
  const { rules, onChange, readOnly } = props;
  const refused = (field: string) => errorAt(props.errors, field);
  const setHours = (day: Day, hours: GateRules['contactHours'][Day]) =>
    onChange({ ...rules, contactHours: { ...rules.contactHours, [day]: hours } });
  const cap = (channel: Channel, value: number | string) => {
    const { [channel]: _dropped, ...others } = rules.capPer7Days;
    onChange({ ...rules, capPer7Days: value === '' ? others : { ...others, [channel]: Number(value) } });
  };
  return (
    <fieldset className={classes.form} disabled={readOnly}>
      <Section title={t('hours.title')}>
        <p className={classes.detail}>{t('hours.detail', { timezone: props.timezone })}</p>
        <div className={classes.days}>
          {DAYS.map((day) => {
            const hours = rules.contactHours[day];
            const wrong = refused(`contactHours.${day}`);
            return (
              <div key={day} className={classes.day}>
                <Switch
                  label={t(`day.${day}`)}
                  checked={hours !== null}
                  onChange={(event) =>
                    setHours(day, event.currentTarget.checked ? { start: { hour: 9, minute: 0 }, end: { hour: 18, minute: 0 } } : null)
                  }
                />
                {hours ? (
                  <span className={classes.times}>
                    <input
                      type="time"
                      aria-label={t('hours.from', { day: t(`day.${day}`) })}
                      value={timeText(hours.start)}
                      onChange={(event) =>
                        event.currentTarget.value && setHours(day, { ...hours, start: timeOf(event.currentTarget.value) })
                      }
                    />
                    <span>–</span>
                    <input
                      type="time"
                      aria-label={t('hours.to', { day: t(`day.${day}`) })}
                      aria-invalid={wrong !== undefined || undefined}
                      value={timeText(hours.end)}
                      onChange={(event) => event.currentTarget.value && setHours(day, { ...hours, end: timeOf(event.currentTarget.value) })}
                    />
                    {wrong !== undefined && <Input.Error role="alert">{wrong}</Input.Error>}
                  </span>
                ) : (
                  <span className={classes.never}>{t('hours.never')}</span>
                )}
              </div>
            );
          })}
        </div>
        <Checkbox.Group
          label={t('hours.channels')}
          value={[...rules.hoursApplyTo]}
          onChange={(chosen) => onChange({ ...rules, hoursApplyTo: CHANNELS.filter((channel) => chosen.includes(channel)) })}
        >
          <div className={classes.row}>
            {CHANNELS.map((channel) => (
              <Checkbox key={channel} value={channel} label={t(`channel.${channel}`)} />
            ))}
          </div>
        </Checkbox.Group>
      </Section>
      <Section title={t('caps.title')}>
        <p className={classes.detail}>{t('caps.detail')}</p>
        <div className={classes.caps}>
          <NumberInput
            label={t('caps.day')}
            min={0}
            max={MOST}
            allowDecimal={false}
            value={rules.capPerDay}
            error={refused('capPerDay')}
            onChange={(value) => value !== '' && onChange({ ...rules, capPerDay: Number(value) })}
          />
          <NumberInput
            label={t('caps.total')}
            min={0}
            max={MOST}
            allowDecimal={false}
            value={rules.capPer7Days.total}
            error={refused('capPer7Days.total')}
            onChange={(value) => value !== '' && onChange({ ...rules, capPer7Days: { ...rules.capPer7Days, total: Number(value) } })}
          />
          {CHANNELS.map((channel) => (
            <NumberInput
              key={channel}
              label={t('caps.channel', { channel: t(`channel.${channel}`) })}
              placeholder={t('caps.none')}
              min={0}
              max={MOST}
              allowDecimal={false}
              value={rules.capPer7Days[channel] ?? ''}
              error={refused(`capPer7Days.${channel}`)}
              onChange={(value) => cap(channel, value)}
            />
          ))}
          <NumberInput
            label={t('caps.same')}
            description={t('caps.sameDetail')}
            min={0}
            max={MOST_SAME_HOURS}
            allowDecimal={false}
            value={rules.sameContentHours}
            error={refused('sameContentHours')}
            onChange={(value) => value !== '' && onChange({ ...rules, sameContentHours: Number(value) })}
          />
        </div>
      </Section>
      <Section title={t('blocks.title')}>
        <div className={classes.blocks}>
          <Switch
            label={t('blocks.disputed')}
            description={t('blocks.disputedDetail')}
            checked={rules.blockDisputed}
            onChange={(event) => onChange({ ...rules, blockDisputed: event.currentTarget.checked })}
          />
          <Switch
            label={t('blocks.promise')}
            description={t('blocks.promiseDetail')}
            checked={rules.blockDuringPromise}
            onChange={(event) => onChange({ ...rules, blockDuringPromise: event.currentTarget.checked })}
          />
        </div>
        <p className={classes.detail}>{t('blocks.always')}</p>
      </Section>
    </fieldset>
  );
}
