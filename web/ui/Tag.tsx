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

/** A name as a tag: cut where its cell ends, and whole on hover. */
export function NameTag({ tone = 'neutral', name }: { tone?: Tone; name: string }) {
  return (
    <Tag tone={tone} title={name}>
      <span className={classes.name}>{name}</span>
    </Tag>
  );
}

/** Tags in a line, cut where a cell ends. */
export function TagLine(props: { title?: string; children: ReactNode }) {
  return (
    <span className={classes.line} title={props.title}>
      {props.children}
    </span>
  );
}

/** Words as tags in a line; all of them on hover. */
export function Tags({ names }: { names: readonly string[] }) {
  return (
    <TagLine title={names.join(', ')}>
      {names.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </TagLine>
  );
}
