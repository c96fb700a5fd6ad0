import type { ReactNode } from 'react';
import classes from './Tag.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'violet' | 'neutral';

/** A small coloured word: "62 days", "Promised", "URGENT". The words carry the meaning, the tone only helps the eye. */
export function Tag(props: { tone?: Tone; icon?: ReactNode; title?: string; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={props.tone ?? 'neutral'} title={props.title}>
      {props.icon}
      {props.children}
    </span>
  );
}
