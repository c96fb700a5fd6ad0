import { TextInput } from '@mantine/core';
import { useTranslation } from '../../ui/texts.ts';
import BulkQuestion from './BulkQuestion.tsx';
import type { QuestionProps } from './question.ts';

/** As the server checks it. */
const NAME = /^[\p{L}\d_-]{1,60}$/u;

/** Asks for the name of the trigger. */
export default function TriggerQuestion(props: QuestionProps) {
  const { t } = useTranslation('lists');
  return (
    <BulkQuestion
      {...props}
      paramsOf={(answer) => {
        const trigger = (answer ?? '').trim();
        return NAME.test(trigger) ? { trigger } : null;
      }}
      field={({ value, onChange, isWrong }) => (
        <TextInput
          label={t('trigger')}
          description={t('triggerHint')}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={60}
          required
          data-autofocus
          error={isWrong ? t('triggerHint') : undefined}
        />
      )}
    />
  );
}
