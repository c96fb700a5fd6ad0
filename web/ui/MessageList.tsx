import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateText } from './DateText.tsx';
import classes from './MessageList.module.css';
import { ErrorState } from './states.tsx';

/** Pixels before the end of the list at which more of it is asked for. */
const AHEAD = 400;
/** Grey shapes while nothing is known yet. */
const GHOSTS = Array.from({ length: 8 }, (_, line) => line);

/**
 * Messages beside the one that is read.
 * @param pages what is loaded of them, and how to get more. @param empty stands instead of the lines when there are none.
 * @param lines draws the rows. @param children the message that is read.
 */
export function MessageList<Row>(props: {
  pages: {
    readonly rows: readonly Row[];
    readonly loading: boolean;
    readonly error: unknown;
    readonly reload: () => void;
    readonly more: () => void;
  };
  empty: ReactNode;
  lines: (rows: readonly Row[]) => ReactNode;
  children: ReactNode;
}) {
  const { rows, loading, error, reload, more } = props.pages;
  return (
    <div className={classes.columns}>
      <div
        className={classes.list}
        aria-busy={loading}
        onScroll={({ currentTarget: list }) => {
          if (list.scrollHeight - list.scrollTop - list.clientHeight < AHEAD) more();
        }}
      >
        {error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : rows.length > 0 ? (
          props.lines(rows)
        ) : loading ? (
          GHOSTS.map((line) => (
            <div key={line} className={classes.ghost}>
              <Skeleton height={12} width="55%" />
              <Skeleton height={10} width="85%" />
            </div>
          ))
        ) : (
          props.empty
        )}
      </div>
      <div className={classes.message}>{props.children}</div>
    </div>
  );
}

/** A line of the list. @param isChosen it is the one that is read. @param isWaiting somebody has to do something about it. */
export function MessageLine(props: {
  icon: ReactNode;
  who: ReactNode;
  when: string;
  what: ReactNode;
  isChosen: boolean;
  isWaiting?: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      className={classes.item}
      data-waiting={props.isWaiting || undefined}
      aria-current={props.isChosen ? 'true' : undefined}
      onClick={props.onChoose}
    >
      <span className={classes.icon}>{props.icon}</span>
      <span className={classes.who}>{props.who}</span>
      <span className={classes.when}>
        <DateText value={props.when} />
      </span>
      <span className={classes.what}>{props.what}</span>
    </button>
  );
}
