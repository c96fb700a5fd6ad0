import type { ReactNode } from 'react';
import classes from './CollectorScreen.module.css';

/**
 * Who it is and what is known, what to say and what happened, and the outcome: three columns where there is room, else the outcome beside
 * or between the others.
 */
export function Columns(props: { who: ReactNode; script: ReactNode; known: ReactNode; middle: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <div className={classes.about}>
          <aside className={classes.side}>
            <div className={classes.who}>{props.who}</div>
            <div className={classes.known}>{props.known}</div>
          </aside>
          <div className={classes.middle}>
            <div className={classes.script}>{props.script}</div>
            <div className={classes.happened}>{props.middle}</div>
          </div>
        </div>
        <aside className={classes.side}>{props.children}</aside>
      </div>
    </div>
  );
}
