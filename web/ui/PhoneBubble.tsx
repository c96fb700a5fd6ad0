import type { ReactNode } from 'react';
import classes from './PhoneBubble.module.css';

const ADDRESS = /(https?:\/\/[^\s]+)/;

/** A text message as it stands on a phone. @param follow whether its addresses are links. @param below quiet words under it: time, parts. */
export function PhoneBubble(props: { text: string; follow?: boolean; below?: ReactNode }) {
  const parts = props.text.split(ADDRESS);
  return (
    <div className={classes.phone}>
      <p className={classes.bubble}>
        {parts.map((part) =>
          props.follow && ADDRESS.test(part) ? (
            <a key={part} href={part} target="_blank" rel="noopener noreferrer">
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
      {props.below !== undefined && <div className={classes.below}>{props.below}</div>}
    </div>
  );
}
