import { createPortal } from 'react-dom';
import classes from './Canvas.module.css';
import { colourOf, iconOf } from './stepIcons.ts';
import { useStepTexts } from './texts.ts';
import type { Point } from './useCarry.ts';

/** The step of the palette that follows the pointer. */
export function Ghost(props: { stepType: string; point: Point }) {
  const texts = useStepTexts();
  const Icon = iconOf(props.stepType);
  return createPortal(
    <div className={classes.ghost} style={{ transform: `translate(${props.point.x - 24}px, ${props.point.y - 16}px)` }} aria-hidden="true">
      <div className={classes.card}>
        <span className={classes.colour} style={{ background: colourOf(props.stepType) ?? 'var(--line2)' }} />
        <span className={classes.head}>
          <Icon size={16} />
          <span className={classes.title}>{texts.name(props.stepType)}</span>
        </span>
      </div>
    </div>,
    document.body,
  );
}
