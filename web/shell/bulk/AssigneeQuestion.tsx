import { Select } from '@mantine/core';
import { useTranslation } from '../../ui/texts.ts';
import { useStaff } from '../staff.ts';
import { useWorkspace } from '../workspace.ts';
import BulkQuestion from './BulkQuestion.tsx';
import type { QuestionProps } from './question.ts';

const NOBODY = 'nobody';

/** Asks whose accounts they become: one's own unless somebody else is chosen, or nobody's. */
export default function AssigneeQuestion(props: QuestionProps) {
  const { t } = useTranslation('lists');
  const { user } = useWorkspace();
  const { members } = useStaff();
  const people = members.filter((member) => member.isEnabled).map((member) => ({ value: member.id, label: member.name || member.email }));
  return (
    <BulkQuestion
      {...props}
      initial={user.id}
      paramsOf={(userId) => ({ userId: userId === NOBODY ? null : userId })}
      field={({ value, onChange, isWrong }) => (
        <Select
          label={t('chooseAgent')}
          data={[{ value: NOBODY, label: t('nobody') }, ...people]}
          value={value}
          onChange={(next) => onChange(next ?? '')}
          searchable
          required
          error={isWrong ? t('noneChosen') : undefined}
        />
      )}
    />
  );
}
