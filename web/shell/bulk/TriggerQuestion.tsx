import { Skeleton } from '@mantine/core';
import { fieldErrors } from '../../ui/form.ts';
import { ErrorNote } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { NoTriggers } from '../triggers/NoTriggers.tsx';
import { type Firing, TriggerFields } from '../triggers/TriggerFields.tsx';
import { useTriggers } from '../triggers/triggers.ts';
import { sentValues } from '../triggers/values.ts';
import BulkQuestion from './BulkQuestion.tsx';
import type { QuestionProps } from './question.ts';

const NOTHING: Firing = { trigger: null, values: {} };

/** The answer is kept as one text. */
function firingOf(answer: string | null): Firing {
  try {
    return answer ? { ...NOTHING, ...(JSON.parse(answer) as Firing) } : NOTHING;
  } catch {
    // Kept by a version that asked for a name alone.
    return NOTHING;
  }
}

/** Asks which of the client's triggers, and for its fields. */
export default function TriggerQuestion(props: QuestionProps) {
  const { t } = useTranslation('triggers');
  const { triggers, error } = useTriggers();
  return (
    <BulkQuestion
      {...props}
      blocked={!triggers || triggers.length === 0}
      paramsOf={(answer) => {
        const firing = firingOf(answer);
        const trigger = triggers?.find(({ name }) => name === firing.trigger);
        return trigger ? { trigger: trigger.name, values: sentValues(trigger, firing.values) } : null;
      }}
      field={({ value, onChange, isWrong, refusal }) => {
        if (!triggers) return error ? <ErrorNote error={error} /> : <Skeleton height={60} />;
        if (triggers.length === 0) return <NoTriggers />;
        const firing = firingOf(value);
        const fields = Object.keys(firing.values).map((name) => `values.${name}`);
        const errors = refusal === null ? {} : fieldErrors(refusal, fields, 'params').errors;
        return (
          <TriggerFields
            triggers={triggers}
            firing={firing}
            onChange={(next) => onChange(JSON.stringify(next))}
            errorOf={(name) => (name === 'trigger' && isWrong ? t('fire.noTrigger') : errors[name])}
          />
        );
      }}
    />
  );
}
