import { IconAlertTriangle, IconMessage, IconUsers } from '@tabler/icons-react';
import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useFormat } from '../ui/format.ts';
import classes from './Canvas.module.css';
import { colourOf, useCatalogue } from './catalogue.ts';
import { linesOf } from './drawing.ts';
import { useMarksOf } from './marks.ts';

/** What a node's card says. (React Flow wants a type, no interface.) */
export type Card = {
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly problem: { readonly severity: 'error' | 'warning'; readonly words: string } | null;
  /** How many of something are at the node, and in words; null shows nothing. */
  readonly badge: { readonly count: number; readonly words: string } | null;
  /** How many open comments people left at the node, and in words; null shows nothing. */
  readonly comments: { readonly count: number; readonly words: string } | null;
};

export type CardNode = Node<Card & { readonly connected: boolean }, 'card'>;

/** @returns the id of a node's card in the document, for putting the focus there. */
export function cardId(nodeId: string): string {
  return `node ${nodeId}`;
}

/** A node on the canvas: the colour of its category, what it is, what it does, what is wrong with it, how many of something are there. */
export const NodeCard = memo(function NodeCard({ id, data }: NodeProps<CardNode>) {
  const catalogue = useCatalogue();
  const format = useFormat();
  const { selected, carried } = useMarksOf(id);
  const Icon = catalogue.iconOf(data.type);
  return (
    <>
      <button
        type="button"
        id={cardId(id)}
        className={classes.card}
        data-selected={selected || undefined}
        data-loose={!data.connected || undefined}
        data-carried={carried || undefined}
        data-problem={data.problem?.severity}
        aria-pressed={selected}
        aria-label={[data.title, data.detail, data.problem?.words, data.badge?.words, data.comments?.words].filter(Boolean).join('. ')}
      >
        <span className={classes.colour} style={{ background: colourOf(catalogue, data.type) ?? 'var(--line2)' }} />
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
      {data.badge && (
        <span className={classes.badge} title={data.badge.words}>
          <IconUsers size={12} />
          {format.number(data.badge.count)}
        </span>
      )}
      {data.comments && (
        <span className={classes.comments} title={data.comments.words}>
          <IconMessage size={12} />
          {format.number(data.comments.count)}
        </span>
      )}
    </>
  );
});

export type PillNode = Node<{ readonly kind: 'start' | 'end'; readonly words: string }, 'pill'>;

/** Where the paths start and end. */
export const Pill = memo(function Pill({ data }: NodeProps<PillNode>) {
  return (
    <span className={classes.pill} data-kind={data.kind}>
      {data.words}
    </span>
  );
});
