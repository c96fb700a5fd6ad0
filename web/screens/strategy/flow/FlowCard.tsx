import { VisuallyHidden } from '@mantine/core';
import { IconBolt, IconRepeat } from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Flow.module.css';
import { CARD } from './layout.ts';
import type { FlowNode } from './model.ts';

/** A card's content. (React Flow wants a type, no interface.) */
export type CardData = {
  readonly node: FlowNode;
  readonly repeats: boolean;
  readonly faint: boolean;
  readonly selected: boolean;
  /** Of all cards one is reached by Tab; arrow keys lead on from there. */
  readonly tabbable: boolean;
  /** The most claims that one strategy has: what a full bar is. */
  readonly most: number;
  /** Where it leads, in words. */
  readonly leadsTo: string;
};
export type CardNode = Node<CardData, 'card'>;

/** @returns the id of a card in the document, for putting the focus there. */
export const cardId = (id: string): string => `flow ${id}`;

/** A strategy with its categories and claims, or a rule with what it answers. */
export const FlowCard = memo(function FlowCard({ id, data }: NodeProps<CardNode>) {
  const { node, repeats, most } = data;
  const { t } = useTranslation('flow');
  const format = useFormat();
  const claims = t('claims', { count: node.claims, number: format.number(node.claims) });
  const detail = node.reaction ? t(node.reaction.isEnabled ? 'reaction' : 'reactionOff') : claims;
  const share = (count: number) => `${(count / Math.max(most, 1)) * 100}%`;
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle} />
      <button
        type="button"
        id={cardId(id)}
        className={classes.card}
        style={{ width: CARD.width, height: CARD.height }}
        data-reaction={node.reaction ? true : undefined}
        data-off={node.reaction?.isEnabled === false || undefined}
        data-faint={data.faint || undefined}
        data-selected={data.selected || undefined}
        aria-pressed={data.selected}
        tabIndex={data.tabbable ? 0 : -1}
      >
        <span className={classes.name} title={node.name}>
          {node.reaction && <IconBolt size={14} />}
          <b>{node.name}</b>
          {repeats && <IconRepeat size={14} aria-hidden />}
        </span>{' '}
        <span className={classes.categories}>{node.reaction ? detail : node.categories.join(' · ') || ' '}</span>{' '}
        {!node.reaction && (
          <span className={classes.claims}>
            <span className={classes.bar}>
              <span data-state="active" style={{ width: share(node.active) }} />
              <span data-state="waiting" style={{ width: share(node.waiting) }} />
              <span data-state="paused" style={{ width: share(node.paused) }} />
            </span>
            <span>{claims}</span>
          </span>
        )}
        <VisuallyHidden>{[repeats ? t('repeats') : '', data.leadsTo].filter(Boolean).join('. ')}</VisuallyHidden>
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} className={classes.handle} />
    </>
  );
});
