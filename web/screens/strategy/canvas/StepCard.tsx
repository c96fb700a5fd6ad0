import { IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Canvas.module.css';
import { linesOf } from './drawing.ts';
import { colourOf, iconOf } from './stepIcons.ts';

export type StepCardNode = Node<
  {
    readonly stepType: string;
    readonly title: string;
    readonly detail: string;
    readonly selected: boolean;
    readonly problem: { readonly severity: 'error' | 'warning'; readonly words: string } | null;
    readonly claims: number;
    readonly connected: boolean;
    readonly carried: boolean;
  },
  'step'
>;

/** @returns the id of a step's card in the document, for putting the focus there. */
export function cardId(stepId: string): string {
  return `step ${stepId}`;
}

/** A step on the canvas: the colour of its category, what it is, what it does, what is wrong with it, how many claims stand there. */
export const StepCard = memo(function StepCard({ id, data }: NodeProps<StepCardNode>) {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const Icon = iconOf(data.stepType);
  const claims = t('canvas.claimsHere', { count: data.claims, number: format.number(data.claims) });
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle} />
      <button
        type="button"
        id={cardId(id)}
        className={classes.card}
        data-selected={data.selected || undefined}
        data-loose={!data.connected || undefined}
        data-carried={data.carried || undefined}
        data-problem={data.problem?.severity}
        aria-pressed={data.selected}
        aria-label={[data.title, data.detail, data.problem?.words, data.claims > 0 ? claims : ''].filter(Boolean).join('. ')}
      >
        <span className={classes.colour} style={{ background: colourOf(data.stepType) ?? 'var(--line2)' }} />
        <span className={classes.head}>
          <Icon size={16} />
          <span className={classes.title} title={data.title}>
            {data.title}
          </span>
        </span>
        {data.detail !== '' && (
          <span className={classes.detail} style={{ WebkitLineClamp: linesOf(data.detail) }} title={data.detail}>
            {data.detail}
          </span>
        )}
      </button>
      {data.problem && (
        <span className={classes.problem} data-severity={data.problem.severity} title={data.problem.words}>
          <IconAlertTriangle size={13} />
        </span>
      )}
      {data.claims > 0 && (
        <span className={classes.claims} title={claims}>
          <IconUsers size={12} />
          {format.number(data.claims)}
        </span>
      )}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle} />
    </>
  );
});

export type PillNode = Node<{ readonly kind: 'start' | 'end'; readonly words: string }, 'pill'>;

/** Where a strategy starts and where its paths end. */
export const Pill = memo(function Pill({ data }: NodeProps<PillNode>) {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle} />
      <span className={classes.pill} data-kind={data.kind}>
        {data.words}
      </span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle} />
    </>
  );
});
