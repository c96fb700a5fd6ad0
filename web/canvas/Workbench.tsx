import { type ReactNode, Suspense } from 'react';
import type { GraphNode } from '../../engine/graph/graph.ts';
import { later } from '../ui/later.ts';
import classes from './Canvas.module.css';
import { Canvas } from './Canvas.tsx';
import { CanvasHints } from './CanvasHints.tsx';
import { Ghost } from './Ghost.tsx';
import type { Card } from './NodeCard.tsx';
import { Palette } from './Palette.tsx';
import { SelectionPanel } from './SelectionPanel.tsx';
import { type CanvasWork, PALETTE_SIDE } from './useCanvas.ts';

const Find = later(() => import('./Find.tsx'));

/**
 * The canvas with its palette, its hints and the panel of the open node.
 * @param loose how many nodes are not connected. @param children the panel, while one is open.
 */
export function Workbench<N extends GraphNode>(props: {
  canvas: CanvasWork<N>;
  cards: ReadonlyMap<string, Card>;
  loose: number;
  children: ReactNode;
}) {
  const { canvas, cards } = props;
  const { state, carry, placing, readOnly } = canvas;
  const { carried } = carry;
  return (
    <>
      <div ref={canvas.frame} className={classes.frame}>
        <Canvas
          drawing={canvas.drawing}
          cards={cards}
          selected={state.selected}
          selection={canvas.selection}
          chosen={state.chosen}
          carry={carry}
          covered={canvas.showsPalette ? PALETTE_SIDE : 0}
          beside={canvas.beside}
          onOpen={canvas.pick}
          onToggle={canvas.toggle}
          onFrame={canvas.selectSeveral}
          onGround={canvas.leave}
          onChoose={readOnly ? null : canvas.choose}
          onDropped={placing.dropped}
        >
          <CanvasHints
            nodes={canvas.nodes.length}
            loose={props.loose}
            moving={carried && 'id' in carried && !carried.byPointer ? (cards.get(carried.id)?.title ?? '') : null}
            carrying={carried !== null}
            chosen={state.chosen !== null}
            readOnly={readOnly}
            open={canvas.open || canvas.several}
          />
        </Canvas>
        {state.finding && (
          <Suspense>
            <Find
              order={canvas.nodes.map(({ id }) => id)}
              cards={cards}
              onShow={canvas.select}
              onClose={() => canvas.act({ do: 'find', open: false })}
            />
          </Suspense>
        )}
        {!readOnly && (
          <Palette
            open={canvas.showsPalette}
            onOpen={canvas.openPalette}
            search={canvas.search}
            onInsert={placing.insert}
            onDrag={placing.drag}
            onDrop={placing.dropped}
            onCancel={placing.cancel}
          />
        )}
        {canvas.several ? <SelectionPanel canvas={canvas} cards={cards} /> : props.children}
      </div>
      {placing.ghost && <Ghost type={placing.ghost.type} point={placing.ghost.point} />}
    </>
  );
}
