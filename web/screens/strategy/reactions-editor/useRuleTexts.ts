/** What rules say of themselves, in the user's language. */
import { reactionStep } from '../../../../engine/reactions/steps.ts';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { labelIn, useDirectory } from '../canvas/directory.ts';
import { useStepTexts } from '../canvas/texts.ts';
import type { StepDraft } from './model.ts';
import type { RuleFragment } from './reactions.graphql.ts';

export function useRuleTexts() {
  const { t } = useTranslation('reactions');
  const steps = useStepTexts();
  const directory = useDirectory();
  const outcomes = useOutcomeWords();
  /** A type that the product does not have keeps its own name. */
  const nameOf = (type: string) => (reactionStep(type) ? steps.say(`step.${type}.name`) : type);
  const detailOf = ({ type, parameters }: StepDraft) =>
    typeof parameters.blueprintId === 'string'
      ? labelIn(directory.strategies, parameters.blueprintId)
      : steps.card({ stepType: type, stepState: parameters }, directory).detail;
  return {
    nameOf,
    detailOf,
    aboutOf: (type: string) => {
      if (!reactionStep(type)) return '';
      const ends = type === 'evaluateCode' || type === 'executeDecisionTree' ? ` ${t(`ends.${type}`)}` : '';
      return `${steps.say(`step.${type}.about`)}${ends}`;
    },
    /** What narrows the event, a few words each. */
    narrowings: (rule: RuleFragment): string[] => [
      ...(rule.daysBeforeDueDate === null ? [] : [t('narrowed.days', { count: rule.daysBeforeDueDate })]),
      ...[rule.triggerName, rule.providerName, rule.paymentMethod, rule.cancellationReason].filter((each) => each !== null),
      ...(rule.contactOutcome?.resolution ? [outcomes.resolution(rule.contactOutcome.resolution)] : []),
      ...(rule.condition || rule.fullCondition ? [t('narrowed.condition')] : []),
    ],
    /** "Send email: Reminder → Stop strategy" */
    steps: (rule: RuleFragment): string =>
      rule.reactions
        .map((step) => {
          const detail = detailOf({ ...step, parameters: JSON.parse(step.parameters) });
          return detail === '' ? nameOf(step.type) : `${nameOf(step.type)}: ${detail}`;
        })
        .join(' → '),
  };
}
