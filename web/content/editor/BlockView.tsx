import { memo, useMemo } from 'react';
import type { DesignBlock } from '../../../blocks/design.ts';
import { drawBlock } from '../../../blocks/draw.ts';
import type { Node } from '../../../blocks/nodes.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import classes from './Canvas.module.css';
import type { Writing } from './editing.ts';
import { Nodes, paint } from './NodeView.tsx';
import { useSurroundings } from './surroundings.ts';

const spans = (node: Node): boolean => node.node === 'columns' || ('nodes' in node && node.nodes.some(spans));

/**
 * A block of the design itself with all that is in it. It is drawn again when something of its own changes, not when people write elsewhere.
 * @param props.selected, @param props.writing and @param props.tabbed only where they are in this block.
 */
export const BlockView = memo(function BlockView(props: {
  block: DesignBlock;
  texts: DesignTexts;
  selected: string | null;
  writing: Writing | null;
  tabbed: string | null;
}) {
  const { options } = useSurroundings();
  const { block, texts } = props;
  const node = useMemo(() => drawBlock(block, texts, options), [block, texts, options]);
  const nodes = <Nodes nodes={[node]} drawn={props} shade={options.brand.surface} />;
  // What doesn't take the full width by itself stands on the sheet.
  return spans(node) ? (
    nodes
  ) : (
    <div className={classes.sheet} style={paint(options.brand, options.brand.surface)}>
      {nodes}
    </div>
  );
});
