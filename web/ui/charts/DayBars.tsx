import classes from './DayBars.module.css';

export interface DayBar {
  readonly key: string;
  /** Any unit; below nothing hangs down. */
  readonly value: number;
  /** What the bar says when pointed at. */
  readonly words: string;
  /** Stands out: today. */
  readonly strong?: boolean;
}

/** Bars of some days, drawn without the chart library: the first screen does without that. @param label the picture in one sentence. @param ends words under the first and the last. */
export function DayBars(props: { label: string; bars: readonly DayBar[]; ends: readonly [string, string] }) {
  const top = Math.max(0, ...props.bars.map((bar) => bar.value));
  const bottom = Math.max(0, ...props.bars.map((bar) => -bar.value));
  const share = (value: number) => (top + bottom === 0 ? 0 : (100 * Math.abs(value)) / (top + bottom));
  return (
    <div role="img" aria-label={props.label}>
      <div className={classes.bars}>
        {props.bars.map((bar) => (
          <div key={bar.key} className={classes.day} title={bar.words}>
            <div
              className={classes.bar}
              data-strong={bar.strong || undefined}
              data-negative={bar.value < 0 || undefined}
              style={{ height: `${share(bar.value)}%`, bottom: `${bar.value < 0 ? share(bottom) - share(bar.value) : share(bottom)}%` }}
            />
          </div>
        ))}
      </div>
      <div className={classes.ends} aria-hidden="true">
        <span>{props.ends[0]}</span>
        <span>{props.ends[1]}</span>
      </div>
    </div>
  );
}
