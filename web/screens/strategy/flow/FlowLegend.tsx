import { useTranslation } from '../../../ui/texts.ts';
import classes from './Flow.module.css';
import type { Link } from './model.ts';

const KINDS: readonly Link['kind'][] = ['replaces', 'inserts', 'starts', 'fires'];

/** What the lines and the bars mean, as far as they are there. */
export function FlowLegend({ kinds }: { kinds: ReadonlySet<Link['kind']> }) {
  const { t } = useTranslation('flow');
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {KINDS.filter((kind) => kinds.has(kind)).map((kind) => (
        <li key={kind}>
          <svg className={classes.line} data-kind={kind} width="26" height="8" aria-hidden="true">
            <path className="react-flow__edge-path" d="M 0 4 L 26 4" />
          </svg>
          {t(`kind.${kind}`)}
        </li>
      ))}
      {(['active', 'waiting', 'paused'] as const).map((state) => (
        <li key={state}>
          <span className={classes.swatch} data-state={state} />
          {t(`state.${state}`)}
        </li>
      ))}
    </ul>
  );
}
