import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A framed card. @param tone "warn" and "sunken" as in the strategy's side panel. */
export function Panel(props: { title?: ReactNode; aside?: ReactNode; tone?: 'plain' | 'sunken' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <section className={classes.panel} data-tone={props.tone ?? 'plain'}>
      {(props.title !== undefined || props.aside !== undefined) && (
        <header className={classes.head}>
          <h3>{props.title}</h3>
          {props.aside !== undefined && <span className={classes.aside}>{props.aside}</span>}
        </header>
      )}
      {props.children}
    </section>
  );
}

/** A heading with what belongs under it, unframed: "Contact", "Claims 3 — Oldest first". */
export function Section(props: { title: ReactNode; count?: number; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <header className={classes.head}>
        <h2>
          {props.title}
          {props.count !== undefined && <span className={classes.count}>{props.count}</span>}
        </h2>
        {props.aside !== undefined && <span className={classes.aside}>{props.aside}</span>}
      </header>
      {props.children}
    </section>
  );
}
