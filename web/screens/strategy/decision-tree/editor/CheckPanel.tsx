import { IconCircleCheck } from '@tabler/icons-react';
import type { Analysis, Example } from '../../../../../engine/trees/analyse.ts';
import type { TreeNode } from '../../../../../engine/trees/tree.ts';
import { useConditionTexts } from '../../../../shell/conditions/useConditionTexts.ts';
import { useReason } from '../../../../shell/reasons.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Editor.module.css';
import { placeOf } from './edit.ts';
import { useNodeWords } from './useTreeView.ts';

const TONES = { gap: 'warn', overlap: 'info', unreached: 'bad' } as const;

/** Gaps, overlaps and branches that nothing reaches, each with an example; and what wasn't checked. */
export function CheckPanel({ analysis, root, onOpen }: { analysis: Analysis; root: TreeNode; onOpen: (id: string) => void }) {
  const { t } = useTranslation('trees');
  const format = useFormat();
  const reason = useReason();
  const texts = useConditionTexts();
  const words = useNodeWords();
  const nameOf = (id: string | null) => {
    const place = id === null ? null : placeOf(root, id);
    return place ? words.condition(place.node, place.above.length === 0) : '';
  };
  const said = ({ variable, value }: Example) =>
    `${texts.variable(variable)}: ${value === null ? t('check.missing') : texts.actual(variable, value)}`;
  const { problem, problemNodeId, findings, unchecked } = analysis;
  return (
    <div className={classes.panel}>
      {problem && (
        <button type="button" className={classes.finding} onClick={() => problemNodeId && onOpen(problemNodeId)}>
          <Tag tone="bad">{t('check.cannotDecide')}</Tag>
          <span>{problem.key.startsWith('condition.') ? t('check.incomplete', { node: nameOf(problemNodeId) }) : reason(problem)}</span>
        </button>
      )}
      {!problem && findings.length === 0 && (
        <p className={classes.good}>
          <IconCircleCheck size={16} aria-hidden="true" /> {t('check.nothing')}
        </p>
      )}
      {findings.map(({ kind, nodeId, otherId, example }) => (
        <button
          key={`${kind} ${nodeId} ${otherId} ${example.map(said)}`}
          type="button"
          className={classes.finding}
          onClick={() => onOpen(nodeId)}
        >
          <Tag tone={TONES[kind]}>{t(`check.kind.${kind}`)}</Tag>
          <span>
            {kind === 'unreached' && otherId === null
              ? t('check.contradiction', { node: nameOf(nodeId) })
              : t(`check.detail.${kind}`, { node: nameOf(nodeId), other: nameOf(otherId) })}
          </span>
          {example.length > 0 && <span className={classes.example}>{t('check.example', { example: example.map(said).join(', ') })}</span>}
        </button>
      ))}
      {!analysis.isComplete && <p className={classes.quietText}>{t('check.more')}</p>}
      {unchecked.length > 0 && (
        <details className={classes.unchecked}>
          <summary>{t('check.unchecked', { count: unchecked.length, number: format.number(unchecked.length) })}</summary>
          <ul>
            {unchecked.map(({ nodeId, variable, reason: why }) => (
              <li key={`${nodeId} ${variable} ${why}`}>
                {nameOf(nodeId)} – {t(`check.why.${why}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
