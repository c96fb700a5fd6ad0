import type { ReactNode } from 'react';
import classes from './CollectorScreen.module.css';

/** Who it is, why and what happened, and the outcome: three columns where there is room, else the outcome beside or above the others. */
export function Columns(props: { known: ReactNode; middle: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <div className={classes.about}>
          <aside className={classes.side}>{props.known}</aside>
          <div className={classes.middle}>{props.middle}</div>
        </div>
        <aside className={classes.side}>{props.children}</aside>
      </div>
    </div>
  );
}
