import { createPortal } from 'react-dom';
import classes from './Canvas.module.css';
import { colourOf, useCatalogue } from './catalogue.ts';
import type { Point } from './useCarry.ts';

/** The node of the palette that follows the pointer. */
export function Ghost(props: { type: string; point: Point }) {
  const catalogue = useCatalogue();
  const Icon = catalogue.iconOf(props.type);
  return createPortal(
    <div className={classes.ghost} style={{ transform: `translate(${props.point.x - 24}px, ${props.point.y - 16}px)` }} aria-hidden="true">
      <div className={classes.card}>
        <span className={classes.colour} style={{ background: colourOf(catalogue, props.type) ?? 'var(--line2)' }} />
        <span className={classes.head}>
          <Icon size={16} />
          <span className={classes.title}>{catalogue.name(props.type)}</span>
        </span>
      </div>
    </div>,
    document.body,
  );
}
