import { useFormat } from './format.ts';
import classes from './Progress.module.css';
import { useTranslation } from './texts.ts';

/**
 * How far long work is, with its count. @param total null while it is unknown: the bar then moves without a share.
 * @param label what is being done, e.g. "Importing claims.csv". @param show writes a count; as a plain number unless told. @param tone "bad" once it failed.
 */
export function Progress(props: {
  label: string;
  done: number;
  total: number | null;
  show?: (count: number) => string;
  detail?: string;
  tone?: 'brand' | 'bad';
}) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const show = props.show ?? format.number;
  const share = props.total === null ? null : props.total === 0 ? 1 : Math.min(1, props.done / props.total);
  const count =
    props.total === null
      ? show(props.done)
      : t('progress.of', {
          done: show(props.done),
          total: show(props.total),
          share: format.percent(Math.floor((share ?? 0) * 1000) / 1000),
        });
  return (
    <div>
      <div className={classes.line}>
        <span>{props.label}</span>
        <span className={classes.count}>{count}</span>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={props.total ?? undefined}
        aria-valuenow={props.total === null ? undefined : props.done}
        aria-valuetext={count}
      >
        <div
          className={classes.bar}
          data-tone={props.tone ?? 'brand'}
          data-unknown={share === null || undefined}
          style={share === null ? undefined : { width: `${share * 100}%` }}
        />
      </div>
      {props.detail !== undefined && <div className={classes.detail}>{props.detail}</div>}
    </div>
  );
}

/** Shares of a whole in one bar, as under an open balance: paid, then promised. @param parts shares from 0 to 1. */
export function ShareBar(props: { label: string; parts: readonly { share: number; tone: 'strong' | 'half' }[] }) {
  return (
    <div className={classes.track} role="img" aria-label={props.label}>
      {props.parts.map((part) => (
        <div
          key={part.tone}
          className={classes.share}
          data-tone={part.tone}
          style={{ width: `${Math.max(0, Math.min(1, part.share)) * 100}%` }}
        />
      ))}
    </div>
  );
}
