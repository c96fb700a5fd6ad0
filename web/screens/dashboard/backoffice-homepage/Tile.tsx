import { Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './HomeScreen.module.css';

/** One figure. @param value undefined while it loads. @param to the list behind it, or a place on this page; null when there is none to open. */
export function Tile(props: { label: string; value: string | undefined; detail: ReactNode; tone?: 'plain' | 'bad'; to: string | null }) {
  const inside = (
    <>
      <span className={classes.label}>
        {props.label}
        {props.to !== null && <IconArrowRight size={14} stroke={1.6} aria-hidden="true" />}
      </span>
      {props.value === undefined ? <Skeleton height={26} width={90} my={3} /> : <strong className={classes.value}>{props.value}</strong>}
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
