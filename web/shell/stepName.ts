import { reactionStep } from '../../engine/reactions/steps.ts';
import { stepDefinition } from '../../engine/steps.ts';
import { useTranslation } from '../ui/texts.ts';

/** @returns what names a step of a strategy or a rule by its type, with what its author wrote about it; an unknown type is its own name. */
export function useStepName() {
  const { t } = useTranslation('strategy');
  return (stepType: string, description: unknown = '') => {
    const isKnown = stepDefinition(stepType) ?? reactionStep(stepType);
    const name = isKnown ? t(`step.${stepType}.name` as 'step.sendEmail.name') : stepType;
    return typeof description === 'string' && description !== '' ? `${name} (${description})` : name;
  };
}
