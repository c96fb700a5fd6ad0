import { IconPhoto } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { type Brand, FONTS } from '../../../blocks/brand.ts';
import { blockType } from '../../../blocks/catalogue.ts';
import { mix, readableOn } from '../../../blocks/contrast.ts';
import type { Node } from '../../../blocks/nodes.ts';
import type { Inline } from '../../../blocks/words.ts';
import { useTranslation } from '../../ui/texts.ts';
import { BlockFrame } from './BlockFrame.tsx';
import classes from './Canvas.module.css';
import type { Drawn } from './drawn.ts';
import { FunctionCard } from './FunctionCard.tsx';
import { PaperNode } from './PaperNode.tsx';
import { useSurroundings } from './surroundings.ts';
import { TextPlace } from './TextPlace.tsx';
import { lineView } from './text/RichView.tsx';
import { findBlock } from './tree.ts';

/** Nodes as elements: what toMjml makes of them as tables. */
export function Nodes({ nodes, drawn, shade }: { nodes: readonly Node[]; drawn: Drawn; shade: string }): ReactNode {
  return nodes.map((node, at) => <NodeView key={node.node === 'block' ? node.id : at} node={node} drawn={drawn} shade={shade} />);
}

function NodeView({ node, drawn, shade }: { node: Node; drawn: Drawn; shade: string }): ReactNode {
  const { options, textOf } = useSurroundings();
  const { brand } = options;
  switch (node.node) {
    case 'block': {
      const block = findBlock({ blocks: [drawn.block] }, node.id);
      // What a shared block holds is not edited here.
      if (!block) return <Nodes nodes={node.nodes} drawn={drawn} shade={shade} />;
      return (
        <BlockFrame block={block} drawn={drawn}>
          <Nodes nodes={node.nodes} drawn={{ ...drawn, block }} shade={shade} />
        </BlockFrame>
      );
    }
    case 'when':
    case 'each':
      return <Nodes nodes={node.nodes} drawn={drawn} shade={shade} />;
    case 'columns':
      return <Columns node={node} drawn={drawn} />;
    case 'text': {
      const align = { textAlign: node.align };
      const [first] = node.text.content;
      const level = first?.type === 'heading' ? first.attrs.level : undefined;
      return (
        <div className={classes.text} style={align} data-small={node.small || undefined} data-level={level}>
          <TextPlace drawn={drawn} place={node.place} text={node.text} line={null} />
        </div>
      );
    }
    case 'button':
      return (
        <div className={classes.text} style={{ textAlign: node.align }}>
          <div className={classes.button} style={{ background: brand.accent, color: brand.onAccent }} title={node.href || undefined}>
            <TextPlace drawn={drawn} place={node.place} text={null} line={node.label} />
          </div>
        </div>
      );
    case 'image':
      return <Picture node={node} textOf={textOf} />;
    case 'line':
      return <hr className={classes.line} style={{ borderColor: mix(shade, readableOn(shade, brand.text), 0.2) }} />;
    case 'space':
      return <div style={{ height: node.height }} />;
    case 'table':
      return <Table node={node} shade={shade} brand={brand} />;
    case 'function':
      return <FunctionCard drawn={drawn} />;
    case 'letterhead':
    case 'pageBreak':
    case 'pageFooter':
    case 'paymentPart':
      return <PaperNode node={node} drawn={drawn} />;
  }
}

/** The i-th column of a block with slots is its i-th slot. */
function Columns({ node, drawn }: { node: Extract<Node, { node: 'columns' }>; drawn: Drawn }) {
  const { t } = useTranslation('editor');
  const { options, readOnly } = useSurroundings();
  const { brand } = options;
  const shade = node.background ?? brand.background;
  const slots = blockType(drawn.block.type)?.slots ?? [];
  return (
    <div className={classes.columns} style={paint(brand, shade)}>
      {node.columns.map(({ width, nodes }, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are told by their place
          key={at}
          style={{ '--width': `${width}%` } as CSSProperties}
          className={classes.column}
          {...(slots[at] !== undefined && { 'data-home': drawn.block.id, 'data-slot': slots[at] })}
        >
          <Nodes nodes={nodes} drawn={drawn} shade={shade} />
          {slots.length > 0 && nodes.length === 0 && !readOnly && <p className={classes.empty}>{t('emptyColumn')}</p>}
        </div>
      ))}
    </div>
  );
}

/** @returns how a ground of this colour is painted. */
export const paint = (brand: Brand, shade: string) => ({
  background: shade,
  color: readableOn(shade, brand.text),
  fontFamily: FONTS[brand.font],
  // Links and marks of the canvas are drawn with it.
  '--mail-link': readableOn(shade, brand.accent) === brand.accent ? brand.accent : readableOn(shade, brand.text),
});

/** Only the product's own pictures are loaded: the editor asks no other server. */
function Picture({
  node,
  textOf,
}: {
  node: Extract<Node, { node: 'image' }>;
  textOf: (attrs: { tag: string; format: 'plain'; fallback: string }) => string;
}) {
  const { t } = useTranslation('editor');
  const said = (one: Inline) =>
    one.type === 'text' ? one.text : one.type === 'placeholder' ? textOf({ ...one.attrs, format: 'plain' }) : ' ';
  const alt = node.alt.map(said).join('');
  return (
    <div className={classes.text} style={{ textAlign: node.align }}>
      {node.src.startsWith('/') ? (
        <img className={classes.picture} src={node.src} alt={alt} width={node.width} />
      ) : (
        <span className={classes.noPicture} style={{ width: node.width }}>
          <IconPhoto size={18} aria-hidden="true" />
          {node.src === '' ? t('noPicture') : alt || node.src}
        </span>
      )}
    </div>
  );
}

function Table({ node, shade, brand }: { node: Extract<Node, { node: 'table' }>; shade: string; brand: Brand }) {
  const { textOf } = useSurroundings();
  const border = { borderColor: mix(shade, readableOn(shade, brand.text), 0.2) };
  const cell = (at: number) => ({ ...border, textAlign: node.ends[at] ?? 'left' });
  return (
    <div className={classes.text}>
      <table className={classes.table}>
        {node.head.length > 0 && (
          <thead>
            <tr>
              {node.head.map((said, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are told by their place
                <th key={at} scope="col" style={cell(at)}>
                  {lineView(said, textOf)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {node.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells are told by their place
            <tr key={row}>
              {cells.map((said, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are told by their place
                <td key={at} style={cell(at)}>
                  {lineView(said, textOf)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
