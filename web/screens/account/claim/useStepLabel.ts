import { useCallback } from 'react';
import type { TreeStep } from '../../../../engine/graph/tree.ts';
import { useBundleNames } from '../../../shell/timeline/bundleNames.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Current } from './current.ts';

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * What a step of the claim's strategy is called, and which one of its type it is: the name of a checkpoint, the message that is sent,
 * or what people wrote about the step. A step of another strategy or version has its type's name only.
 */
export function useStepLabel({ blueprintId, steps }: Current) {
  const { find } = useTranslation('strategy');
  const bundleNames = useBundleNames();
  return useCallback(
    (step: { stepType?: string | null; stepId?: string | null; blueprintId?: string | null }): { name: string; detail: string } => {
      const stepType = step.stepType ?? '';
      const name = find(`strategy:step.${stepType}.name`) ?? stepType;
      const own = step.blueprintId == null || step.blueprintId === blueprintId;
      const found = own ? (steps as TreeStep[]).find((each) => each.id === step.stepId && each.stepType === stepType) : undefined;
      const state = found?.stepState ?? {};
      const bundle = text(state.bundleName);
      return { name, detail: text(state.displayName) || bundleNames.get(bundle) || bundle || text(state.description) };
    },
    [find, bundleNames, blueprintId, steps],
  );
}
