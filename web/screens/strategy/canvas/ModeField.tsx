import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import type { ConditionBlock, MatchType } from '../../../../engine/conditions/blocks.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import { loadExpressions, useExpressions } from './expressions.ts';
import type { FieldProps } from './fieldProps.ts';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';

/**
 * Form or expression. Whichever one turns to starts with what the other says; an expression that no form can say stays one,
 * so that nothing of it is lost.
 */
export function ModeField({ name, state, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const isAdvanced = state.mode === 'advanced';
  const expression = typeof state.expression === 'string' ? state.expression : '';
  const language = useExpressions(isAdvanced);
  const form = useMemo(() => (isAdvanced && language ? language.formOf(expression) : null), [isAdvanced, expression, language]);
  const isStuck = isAdvanced && form === null && expression.trim() !== '';

  async function turn(mode: string) {
    if (mode === 'easy') return onChange({ mode, ...form });
    const conditions = (state.conditions ?? []) as readonly ConditionBlock[];
    const { expressionOf } = await loadExpressions();
    const said = expressionOf({ matchType: (state.matchType ?? 'every') as MatchType, conditions });
    onChange({ mode, expression: said ?? '' });
  }
  return (
    <div>
      <SegmentedControl
        className={classes.segments}
        aria-label={texts.field(name)}
        data={(['easy', 'advanced'] as const).map((value) => ({ value, label: t(`mode.${value}`), disabled: value === 'easy' && isStuck }))}
        value={isAdvanced ? 'advanced' : 'easy'}
        disabled={readOnly}
        onChange={(mode) => void turn(mode).catch((error) => toastError(error))}
      />
      {isStuck && !readOnly && <p className={classes.note}>{t('mode.noForm')}</p>}
    </div>
  );
}
