import { Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './Tile.module.css';

/** One figure. @param value its lines, one for each currency; undefined while it loads. @param to the list behind it, or a place on this page; null when there is none to open. */
export function Tile(props: {
  label: string;
  value: string | readonly string[] | undefined;
  detail: ReactNode;
  /** How it stands against a period before. */
  change?: ReactNode;
  tone?: 'plain' | 'bad';
  to: string | null;
}) {
  const inside = (
    <>
      <span className={classes.label}>
        {props.label}
        {props.to !== null && <IconArrowRight size={14} stroke={1.6} aria-hidden="true" />}
      </span>
      {props.value === undefined ? (
        <Skeleton height={26} width={90} my={3} />
      ) : (
        <Value lines={[props.value].flat()} change={props.change} />
      )}
      <span className={classes.detail}>{props.detail ?? '\u00a0'}</span>
    </>
  );
  return (
    <li className={classes.item}>
      {props.to === null ? (
        <div className={classes.tile} data-tone={props.tone}>
          {inside}
        </div>
      ) : props.to.startsWith('#') ? (
        <a className={classes.tile} data-tone={props.tone} href={props.to}>
          {inside}
        </a>
      ) : (
        <Link className={classes.tile} data-tone={props.tone} to={props.to}>
          {inside}
        </Link>
      )}
    </li>
  );
}

/** Each line stays one: a long sum is written smaller, never broken. */
function Value({ lines, change }: { lines: readonly string[]; change: ReactNode }) {
  return (
    <div className={classes.figure}>
      <strong className={classes.value}>
        {lines.map((line) => (
          <span key={line} className={classes.line} style={{ '--letters': line.length } as CSSProperties}>
            {line}
          </span>
        ))}
      </strong>
      {change}
    </div>
  );
}
