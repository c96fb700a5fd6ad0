import type { ReactNode } from 'react';
import classes from './KeyValue.module.css';

/** Names and their values, one pair a line. A value that is null is left out. */
export function KeyValue(props: { pairs: readonly (readonly [label: string, value: ReactNode])[]; dense?: boolean }) {
  return (
    <dl className={classes.list} data-dense={props.dense || undefined}>
      {props.pairs.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className={classes.pair}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
