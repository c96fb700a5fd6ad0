import {
  Anchor,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Skeleton,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { AWAITED_EVENTS } from '../../../../core/events/awaited.ts';
import { LOCALES } from '../../../../core/locale.ts';
import { separators } from '../../../shell/conditions/separators.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { paths } from '../../../shell/paths.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { Allocations } from './Allocations.tsx';
import { CompoundEditor, ConditionsEditor } from './ConditionsEditor.tsx';
import { type List, useDirectory } from './directory.ts';
import type { FieldProps } from './fieldProps.ts';
import { MetaRows } from './MetaRows.tsx';
import { ModeField } from './ModeField.tsx';
import classes from './StepPanel.module.css';
import { TriggerValues } from './TriggerValues.tsx';
import { useStepTexts } from './texts.ts';

// What writes code is larger than the rest of the canvas: whoever writes none does not load it ahead.
const CodeEditor = lazy(() => import('./CodeEditor.tsx'));
const ExpressionEditor = later(() => import('./ExpressionEditor.tsx'));

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const list = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/** One field of a step, by the control that its definition names. */
export function FieldControl(props: FieldProps) {
  const { layout, name, state, readOnly } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const format = useFormat();
  const directory = useDirectory();
  const { clientId } = useWorkspace();
  const typeName = useTypeName();
  const value = state[name];
  const set = (next: unknown) => props.onChange({ [name]: next });
  const label = texts.field(name);
  const common = { label, error: props.error, disabled: readOnly };
  const unit = layout.unit ? t(`panel.unit.${layout.unit}`) : undefined;

  switch (layout.control) {
    case 'trigger':
      return (
        <Picker
          {...props}
          from={directory.triggers}
          // Who waits may wait for any of them; who fires has to say which.
          {...('messageTypes' in state && { empty: '', placeholder: t('panel.anyTrigger') })}
          link={{ to: paths.triggers(clientId), words: t('panel.openTriggers') }}
          // Another trigger has other fields.
          onChange={(fields) => props.onChange({ ...fields, ...('values' in state && { values: {} }) })}
        />
      );
    case 'text':
      return <TextInput {...common} value={text(value)} onChange={(event) => set(event.currentTarget.value)} />;
    case 'textarea':
      return (
        <Textarea {...common} value={text(value)} autosize minRows={2} maxRows={8} onChange={(event) => set(event.currentTarget.value)} />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          {...separators(format.locale)}
          value={typeof value === 'number' ? value : ''}
          min={layout.min}
          max={layout.max}
          allowDecimal={false}
          clampBehavior="none"
          rightSection={unit ? <span className={classes.unit}>{unit}</span> : undefined}
          rightSectionWidth={unit ? 66 : undefined}
          placeholder={props.nullable ? t(name === 'version' ? 'panel.live' : 'panel.noDueDate') : undefined}
          onChange={(next) => set(typeof next === 'number' ? next : null)}
        />
      );
    case 'money':
      return (
        <NumberInput
          {...common}
          {...separators(format.locale)}
          value={text(value)}
          min={0}
          decimalScale={4}
          clampBehavior="none"
          onChange={(next) => set(next === '' ? null : String(next))}
        />
      );
    case 'switch':
      return <Switch {...common} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
    case 'select': {
      if (name === 'mode') return <ModeField {...props} />;
      // A template belongs to one kind of message.
      const choose = (chosen: string | null) =>
        name === 'contentType' ? props.onChange({ contentType: chosen, bundleName: '' }) : set(chosen);
      const data = (layout.options ?? []).map((option) => ({ value: option, label: texts.value(option) }));
      if (data.length > 3) return <Select {...common} data={data} value={text(value)} allowDeselect={false} onChange={set} />;
      return (
        <SegmentedControl
          className={classes.segments}
          aria-label={label}
          data={data}
          value={text(value)}
          disabled={readOnly}
          onChange={choose}
        />
      );
    }
    case 'multiselect':
      return (
        <MultiSelect
          {...common}
          data={(layout.options ?? []).map((option) => ({ value: option, label: texts.value(option) }))}
          value={list(value)}
          onChange={set}
        />
      );
    case 'events':
      return (
        <MultiSelect
          {...common}
          data={AWAITED_EVENTS.map((type) => ({ value: type, label: typeName(type) }))}
          value={list(value)}
          searchable
          onChange={set}
        />
      );
    case 'date':
      return <TextInput {...common} type="date" value={text(value)} onChange={(event) => set(event.currentTarget.value)} />;
    case 'tags':
      return <TagsInput {...common} value={list(value)} placeholder={t('conditions.values')} acceptValueOnBlur onChange={set} />;
    case 'time':
      return <TimeField {...props} />;
    case 'weekdays':
      return <WeekdaysField {...props} />;
    case 'locale':
      return (
        <Select
          {...common}
          data={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
          value={text(value) || null}
          clearable
          placeholder={t('panel.debtorsLanguage')}
          onChange={set}
        />
      );
    case 'bundle': {
      const type = (typeof layout.content === 'function' ? layout.content(state) : layout.content) ?? 'email';
      const to = paths.contentEdit(clientId, type, text(value));
      return <Picker {...props} from={directory.content[type]} link={{ to, words: t('panel.openContent') }} />;
    }
    case 'user':
      return <Picker {...props} from={directory.users} placeholder={t(name === 'assigneeUserId' ? 'panel.anybody' : 'panel.nobody')} />;
    case 'users':
      return <MultiSelect {...common} data={[...directory.users.options]} value={list(value)} searchable onChange={set} />;
    case 'topic':
      return <Picker {...props} from={directory.topics} />;
    case 'strategy':
      return (
        <Picker
          {...props}
          from={directory.strategies}
          link={{ to: paths.strategy(clientId, text(value)), words: t('panel.openStrategy') }}
        />
      );
    case 'tree':
      return <Picker {...props} from={directory.trees} />;
    case 'workflow':
      return <Picker {...props} from={directory.workflows} />;
    case 'partner':
      return <Picker {...props} from={directory.partners} />;
    case 'allocations':
      return <Allocations {...props} />;
    case 'landingPage':
      return (
        <Picker
          {...props}
          from={directory.landingPages}
          placeholder={t('panel.usualLandingPage')}
          link={{ to: paths.landingPageEdit(clientId, text(value)), words: t('panel.openLandingPage') }}
        />
      );
    case 'triggerValues':
      return <TriggerValues {...props} />;
    case 'meta':
      return <MetaRows {...props} />;
    case 'conditions':
      return name === 'groups' ? <CompoundEditor {...props} /> : <ConditionsEditor {...props} />;
    case 'code':
      return (
        <Suspense fallback={<Skeleton height={240} />}>
          <CodeEditor {...props} />
        </Suspense>
      );
    case 'expression':
      return (
        <Suspense fallback={<Skeleton height={120} />}>
          <ExpressionEditor {...props} />
        </Suspense>
      );
  }
}

/** Hours and minutes are one time of day to people. */
function TimeField({ state, error, readOnly, onChange }: FieldProps) {
  const texts = useStepTexts();
  const two = (value: unknown) => String(typeof value === 'number' ? value : 0).padStart(2, '0');
  return (
    <TextInput
      type="time"
      label={texts.say('field.time')}
      error={error}
      disabled={readOnly}
      value={`${two(state.hours)}:${two(state.minutes)}`}
      onChange={(event) => {
        const [hours, minutes] = event.currentTarget.value.split(':').map(Number);
        if (Number.isInteger(hours) && Number.isInteger(minutes)) onChange({ hours, minutes });
      }}
    />
  );
}

function WeekdaysField({ name, layout, state, error, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const chosen = list(state[name]);
  const days = layout.options ?? [];
  return (
    <fieldset className={classes.days}>
      <legend>{texts.field(name)}</legend>
      <div>
        {days.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            disabled={readOnly}
            onClick={() => onChange({ [name]: days.filter((one) => (one === day ? !chosen.includes(one) : chosen.includes(one))) })}
          >
            {texts.say(`weekday.${day}`)}
          </button>
        ))}
      </div>
      <p className={error ? classes.error : classes.note}>{error ?? t('panel.everyDay')}</p>
    </fieldset>
  );
}

/** Chooses from a list of the directory. What is set stays, even when the list does not know it. @param empty what a field without a choice holds; null unless told. */
function Picker(props: FieldProps & { from: List; empty?: string; placeholder?: string; link?: { to: string; words: string } }) {
  const { name, state, from } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const value = text(state[name]) || null;
  const unknown = value !== null && !from.loading && !from.options.some((option) => option.value === value);
  const data = unknown ? [...from.options, { value, label: from.failed ? value : t('panel.missing', { value }) }] : from.options;
  return (
    <div>
      <Select
        label={texts.field(name)}
        error={props.error ?? (unknown && !from.failed ? true : undefined)}
        description={from.failed ? t('panel.unavailable') : undefined}
        disabled={props.readOnly}
        data={[...data]}
        value={value}
        searchable={data.length > 5}
        clearable={props.nullable || props.empty !== undefined}
        allowDeselect={false}
        placeholder={from.loading ? t('panel.choose') : (props.placeholder ?? t('panel.choose'))}
        onChange={(next) => props.onChange({ [name]: next ?? props.empty ?? null })}
      />
      {props.link && value !== null && !unknown && (
        <Anchor component={Link} to={props.link.to} className={classes.link}>
          <IconExternalLink size={13} />
          {props.link.words}
        </Anchor>
      )}
    </div>
  );
}
