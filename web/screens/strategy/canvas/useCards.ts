/** What the canvas draws: where each step stands, what its card says, and what is wrong with it. */
import { useMemo } from 'react';
import { type Problem, validateBlueprint } from '../../../../engine/blueprint.ts';
import { draw } from '../../../canvas/drawing.ts';
import type { Card } from '../../../canvas/NodeCard.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { useDirectory } from './directory.ts';
import { useExpressions } from './expressions.ts';
import type { Steps } from './steps.ts';
import { useStepTexts } from './texts.ts';

/** What the server refused, and of which steps: it holds until they are changed. */
export interface Refusal {
  readonly steps: Steps;
  readonly problems: readonly Problem[];
}

/** @param claims claims that stand at each step now. @param comments open comments at each. */
export function useCards(
  steps: Steps,
  claims: ReadonlyMap<string, number>,
  comments: ReadonlyMap<string, number>,
  refused: Refusal | null,
) {
  const texts = useStepTexts();
  const directory = useDirectory();
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const words = useMemo(() => new Map(steps.map((step) => [step.id, texts.card(step, directory)])), [steps, texts, directory]);
  const drawing = useMemo(() => draw(steps, (id) => words.get(id)?.detail ?? ''), [steps, words]);
  const language = useExpressions(steps.some(({ stepState }) => stepState.mode === 'advanced'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what reads expressions finds what is wrong in them, once it is there
  const problems = useMemo(() => {
    const own = validateBlueprint(steps);
    const known = new Set(own.map(({ stepId, why }) => `${stepId} ${why.key}`));
    const more = refused?.steps === steps ? refused.problems.filter(({ stepId, why }) => !known.has(`${stepId} ${why.key}`)) : [];
    return [...own, ...more];
  }, [steps, refused, language]);
  const cards = useMemo(() => {
    const all = new Map<string, Card>();
    for (const step of steps) {
      // A path that simply ends needs no mark: its end stands on the canvas.
      const problem = problems.find((one) => one.stepId === step.id && one.why.key !== 'blueprint.pathEnds') ?? null;
      const count = claims.get(step.id) ?? 0;
      const open = comments.get(step.id) ?? 0;
      all.set(step.id, {
        type: step.stepType,
        ...words.get(step.id)!,
        problem: problem && { severity: problem.severity, words: texts.reason(problem.why) },
        comments: open > 0 ? { count: open, words: t('comments.open', { count: open, number: format.number(open) }) } : null,
        badge: count > 0 ? { count, words: t('canvas.claimsHere', { count, number: format.number(count) }) } : null,
      });
    }
    return all;
  }, [steps, words, problems, claims, comments, texts, t, format]);
  const errors = useMemo(() => problems.filter(({ severity }) => severity === 'error'), [problems]);
  return { drawing, cards, problems, errors };
}
