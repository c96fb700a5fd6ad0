import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import classes from './DayBars.module.css';
import { ticksOf } from './ticks.ts';

export interface DayBar {
  readonly key: string;
  /** Any unit; below nothing hangs down. */
  readonly value: number;
  /** What is said of the bar when it is pointed at. */
  readonly words: readonly [day: string, value: string];
  /** Stands out: today. */
  readonly strong?: boolean;
  /** What stands below it. */
  readonly mark?: string;
}

/**
 * Bars of some days, drawn without the chart library: the first screen does without that. Pointing at a bar, or the arrow keys, say its figure.
 * @param label the picture in one sentence. @param axis writes a value of the axis, short. @param whole the bars count something.
 */
export function DayBars(props: { label: string; bars: readonly DayBar[]; axis: (value: number) => string; whole?: boolean }) {
  const { bars } = props;
  const [shown, setShown] = useState<number | null>(null);
  const ticks = ticksOf(Math.min(0, ...bars.map((bar) => bar.value)), Math.max(0, ...bars.map((bar) => bar.value)), props.whole);
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!];
  const share = (value: number) => (100 * value) / (top - bottom);
  const pointed = shown === null ? undefined : bars[shown];

  function move(event: KeyboardEvent) {
    const last = bars.length - 1;
    const to = { ArrowLeft: (shown ?? last + 1) - 1, ArrowRight: (shown ?? -1) + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setShown(null);
    if (to === undefined) return;
    event.preventDefault();
    setShown(Math.max(0, Math.min(last, to)));
  }
  function point({ clientX, currentTarget }: MouseEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * bars.length))));
  }
  return (
    <div className={classes.frame}>
      <div className={classes.axis} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${share(tick - bottom)}%` }}>
            {props.axis(tick)}
          </span>
        ))}
      </div>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={props.label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(shown ?? bars.length - 1) + 1}
        aria-valuetext={(pointed ?? bars.at(-1))?.words.join(': ')}
        onKeyDown={move}
        onBlur={() => setShown(null)}
        onMouseMove={point}
        onMouseLeave={() => setShown(null)}
      >
        {ticks.map((tick) => (
          <div key={tick} className={classes.line} data-zero={tick === 0 || undefined} style={{ bottom: `${share(tick - bottom)}%` }} />
        ))}
        <div className={classes.bars}>
          {bars.map((bar, index) => (
            <div key={bar.key} className={classes.day} data-shown={index === shown || undefined}>
              <div
                className={classes.bar}
                data-strong={bar.strong || undefined}
                data-negative={bar.value < 0 || undefined}
                style={{ height: `${share(Math.abs(bar.value))}%`, bottom: `${share(Math.min(0, bar.value) - bottom)}%` }}
              />
            </div>
          ))}
        </div>
        {pointed && shown !== null && (
          <div
            className={classes.tip}
            data-left={shown > bars.length / 2 || undefined}
            style={{ insetInlineStart: `${(100 * (shown + 0.5)) / bars.length}%` }}
          >
            {pointed.words[0]} <strong>{pointed.words[1]}</strong>
          </div>
        )}
      </div>
      <div className={classes.marks} aria-hidden="true">
        {bars.map((bar, index) =>
          bar.mark === undefined ? null : (
            <span
              key={bar.key}
              data-last={index === bars.length - 1 || undefined}
              style={index === bars.length - 1 ? { insetInlineEnd: 0 } : { insetInlineStart: `${(100 * (index + 0.5)) / bars.length}%` }}
            >
              {bar.mark}
            </span>
          ),
        )}
      </div>
    </div>
  );
}
