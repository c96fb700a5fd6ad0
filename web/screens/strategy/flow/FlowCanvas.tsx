import '@xyflow/react/dist/base.css';
import { Background, BackgroundVariant, MarkerType, MiniMap, type Node, type NodeProps, ReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Flow.module.css';
import { type CardNode, cardId, FlowCard } from './FlowCard.tsx';
import { FlowLegend } from './FlowLegend.tsx';
import { FlowLine, type LineEdge } from './FlowLine.tsx';
import { FlowView } from './FlowView.tsx';
import { CARD, type Direction, layoutOf, neighbourOf } from './layout.ts';
import { busiestOf, edgesAfter, type FlowGraph } from './model.ts';
import { useLinkWords } from './useLinkWords.ts';

type TitleNode = Node<{ words: string }, 'title'>;

const Title = ({ data }: NodeProps<TitleNode>) => <h2 className={classes.apart}>{data.words}</h2>;
const NODE_TYPES = { card: FlowCard, title: Title };
const EDGE_TYPES = { line: FlowLine };
const HIDDEN = { hideAttribution: true };
/** A picture of more cards has a small map of itself. */
const MAPPED_FROM = 25;
/** More lines than this are not told in words all at once. */
const MOST_WORDS = 8;
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** The picture: cards and what leads from one to another. Arrow keys walk along the lines. */
export default function FlowCanvas(props: {
  graph: FlowGraph;
  faint: ReadonlySet<string>;
  selected: string | null;
  onSelect: (id: string | null) => void;
}) {
  const { graph, faint, selected, onSelect } = props;
  const { t } = useTranslation('flow');
  const words = useLinkWords();
  const [hovered, setHovered] = useState<string | null>(null);
  const places = useMemo(() => layoutOf(graph), [graph]);
  const first = [...places.places.keys()][0];
  const tabbable = selected !== null && places.places.has(selected) ? selected : first;

  const busiest = useMemo(() => busiestOf(graph), [graph]);

  const nodes = useMemo((): (CardNode | TitleNode)[] => {
    const most = Math.max(...[...graph.nodes.values()].map(({ claims }) => claims), 1);
    const cards = [...graph.nodes.values()].map((node): CardNode => {
      const after = edgesAfter(graph, node.id).map(({ to }) => graph.nodes.get(to)?.name);
      return {
        id: node.id,
        type: 'card',
        position: places.places.get(node.id) ?? { x: 0, y: 0 },
        ...CARD,
        data: {
          node,
          most,
          repeats: graph.repeating.has(node.id),
          faint: faint.has(node.id),
          selected: node.id === selected,
          tabbable: node.id === tabbable,
          leadsTo: after.length > 0 ? t('leadsTo', { names: after.join(', ') }) : '',
        },
      };
    });
    if (places.loneFrom === null || graph.edges.length === 0) return cards;
    return [...cards, { id: 'title', type: 'title', position: { x: 0, y: places.loneFrom }, data: { words: t('apart') } }];
  }, [graph, places, faint, selected, tabbable, t]);

  const edges = useMemo((): LineEdge[] => {
    const own = graph.edges.filter(({ from, to }) => from === selected || to === selected);
    return graph.edges.map(({ id, from, to, links }) => {
      const marked = from === selected || to === selected || id === hovered;
      const tells = id === hovered || (marked && own.length <= MOST_WORDS);
      return {
        id,
        type: 'line',
        source: from,
        target: to,
        zIndex: id === hovered ? 2 : marked ? 1 : 0,
        markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: marked ? 'var(--brand)' : 'var(--ink3)' },
        data: {
          bends: places.bends.get(id) ?? [],
          kind: links[0]?.kind ?? 'replaces',
          marked,
          faint: faint.has(from) && faint.has(to),
          words: tells ? words(links) : '',
          whole: id === hovered,
        },
      };
    });
  }, [graph, places, selected, hovered, faint, words]);

  function walk(event: KeyboardEvent) {
    const at = event.target instanceof HTMLElement ? event.target.id : '';
    const id = at.startsWith(cardId('')) ? at.slice(cardId('').length) : null;
    if (id === null || !ARROWS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = neighbourOf(graph, places, id, event.key as Direction);
    if (next !== null) onSelect(next);
  }
  // Whoever walks by keyboard stays on the card that is selected.
  useEffect(() => {
    if (selected !== null && document.activeElement?.id.startsWith(cardId(''))) document.getElementById(cardId(selected))?.focus();
  }, [selected]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards in it are buttons; their arrow keys are heard here once.
    <div className={classes.canvas} onKeyDown={walk}>
      <ReactFlow<CardNode | TitleNode, LineEdge>
        aria-label={t('picture')}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        minZoom={0.1}
        maxZoom={1.6}
        proOptions={HIDDEN}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnDoubleClick={false}
        panOnScroll
        onNodeClick={(_event, node) => node.type === 'card' && onSelect(node.id)}
        onPaneClick={() => onSelect(null)}
        onEdgeMouseEnter={(_event, edge) => setHovered(edge.id)}
        onEdgeMouseLeave={() => setHovered(null)}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
        <FlowView layout={places} selected={selected} busiest={busiest} />
        {graph.nodes.size > MAPPED_FROM && <MiniMap position="top-right" pannable zoomable ariaLabel={t('map')} className={classes.map!} />}
      </ReactFlow>
      <FlowLegend kinds={new Set(graph.edges.flatMap(({ links }) => links.map(({ kind }) => kind)))} />
    </div>
  );
}
