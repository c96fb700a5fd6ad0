import { Select } from '@mantine/core';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import BulkQuestion from './BulkQuestion.tsx';
import { FirstHour } from './FirstHour.tsx';
import type { QuestionProps } from './question.ts';
import { AssignableStrategiesDocument } from './strategy.graphql.ts';

/** Asks which strategy, and says what it would send within its first hour. */
export default function StrategyQuestion(props: QuestionProps) {
  const { t } = useTranslation('lists');
  const { data } = useQuery('strategy', AssignableStrategiesDocument, { clientId: useWorkspace().clientId });
  return (
    <BulkQuestion
      {...props}
      paramsOf={(blueprintId) => (blueprintId ? { blueprintId } : null)}
      field={({ value, onChange, isWrong }) => (
        <>
          <Select
            label={t('chooseStrategy')}
            data={(data?.getStrategies ?? []).map((strategy) => ({ value: strategy.id, label: strategy.displayName }))}
            value={value}
            onChange={(next) => onChange(next ?? '')}
            searchable
            required
            error={isWrong ? t('noneChosen') : undefined}
          />
          {value && <FirstHour action="assignStrategy" blueprintId={value} target={props.target} />}
        </>
      )}
    />
  );
}
