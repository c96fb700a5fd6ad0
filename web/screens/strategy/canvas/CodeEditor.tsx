import type { EditorView } from '@codemirror/view';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { query } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { markFaults, openCode, putCode, setReadOnly } from '../../../ui/codeMirror.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimTrial } from './ClaimTrial.tsx';
import classes from './Code.module.css';
import type { FieldProps } from './fieldProps.ts';
import { SCRIPT } from './script.ts';
import { TryStrategyCodeDocument, type TryStrategyCodeQuery } from './strategy.graphql.ts';
import { useStepTexts } from './texts.ts';

type Trial = TryStrategyCodeQuery['tryStrategyCode'];

/** JavaScript over the facts of a claim, and what it answers for a claim that one chooses. */
export default function CodeEditor({ name, state, error, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const label = useStepTexts().field(name);
  const code = typeof state[name] === 'string' ? state[name] : '';
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [trial, setTrial] = useState<Trial | null>(null);
  const id = useId();
  const changed = useEffectEvent((next: string) => {
    if (next !== code) onChange({ [name]: next });
  });
  const begun = useEffectEvent(() => code);

  useEffect(() => {
    const opened = openCode(place.current!, { code: begun(), label, extensions: SCRIPT, onChange: (next) => changed(next) });
    view.current = opened;
    return () => opened.destroy();
  }, [label]);
  useEffect(() => putCode(view.current!, code), [code]);
  useEffect(() => setReadOnly(view.current!, readOnly), [readOnly]);
  useEffect(() => {
    const { line = null, column = null, error: message } = trial ?? {};
    markFaults(view.current!, message ? [{ line, column, message }] : []);
  }, [trial]);

  return (
    <div>
      <p className={classes.label} id={id}>
        {label}
      </p>
      <div ref={place} aria-describedby={id} />
      {error && <p className={classes.error}>{error}</p>}
      <p className={classes.note}>{t('code.hint')}</p>
      <Try code={code} trial={trial} onTrial={setTrial} />
    </div>
  );
}

/** Runs the code for one claim. */
function Try({ code, trial, onTrial }: { code: string; trial: Trial | null; onTrial: (trial: Trial | null) => void }) {
  const { t } = useTranslation('strategy');
  const { clientId } = useWorkspace();

  async function run(externalClaimRef: string) {
    // Marks of the run before would stand beside what is refused now.
    onTrial(null);
    onTrial((await query('strategy', TryStrategyCodeDocument, { clientId, externalClaimRef, code })).tryStrategyCode);
  }

  return (
    <ClaimTrial
      label={t('code.claim')}
      button={t('code.run')}
      icon={<IconPlayerPlay size={15} />}
      disabled={code.trim() === ''}
      onTry={run}
    >
      {trial && (trial.error ? <Failed trial={trial} /> : <Answered trial={trial} />)}
    </ClaimTrial>
  );
}

function Failed({ trial }: { trial: Trial }) {
  const { t } = useTranslation('strategy');
  return <p className={classes.error}>{trial.line ? t('code.failedAt', { line: trial.line, message: trial.error ?? '' }) : trial.error}</p>;
}

function Answered({ trial }: { trial: Trial }) {
  const { t } = useTranslation('strategy');
  const values = Object.entries((trial.values ?? {}) as Record<string, unknown>);
  return (
    <>
      <p>{t(trial.yes ? 'code.yes' : 'code.no')}</p>
      {values.length > 0 && (
        <dl>
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>strategy.{name}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <details>
        <summary>{t('code.input')}</summary>
        <pre>{JSON.stringify(trial.input, null, 2)}</pre>
      </details>
    </>
  );
}
