import { Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useMemo, useRef, useState } from 'react';
import { compileExpression, conditionFunctions } from '../../../../engine/conditions/expression.ts';
import { conditionVariables } from '../../../../engine/conditions/variables.ts';
import { useMetaVariables } from '../../../shell/metadata/metadataSchema.ts';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Expression.module.css';
import type { FieldProps } from './fieldProps.ts';
import { useStepTexts } from './texts.ts';

const ClaimFacts = later(() => import('./ClaimFacts.tsx'));

/** What an expression can name; questions about a value are functions there. */
const VARIABLES = conditionVariables.filter((variable) => !variable.ask);

/** A condition as an expression: checked while it is typed, with what it may name one click away. */
export default function ExpressionEditor({ name, state, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const area = useRef<HTMLTextAreaElement>(null);
  const [wanted, setWanted] = useState('');
  const expression = typeof state[name] === 'string' ? state[name] : '';
  const problem = useMemo(() => (expression.trim() === '' ? null : compileExpression(expression).problem), [expression]);
  const words = wanted.trim().toLowerCase();
  const declared = useMetaVariables();
  const variables = useMemo(
    () => [...VARIABLES, ...declared].map(({ name: one }) => ({ name: one, label: texts.variable(one) })),
    [declared, texts],
  );
  const found = variables.filter((variable) => `${variable.name} ${variable.label}`.toLowerCase().includes(words));

  function put(text: string, replace = 0) {
    const input = area.current;
    const from = (input?.selectionStart ?? expression.length) - replace;
    const to = input?.selectionEnd ?? expression.length;
    onChange({ [name]: expression.slice(0, from) + text + expression.slice(to) });
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + text.length, from + text.length);
    });
  }
  function complete(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!(event.ctrlKey && event.key === ' ')) return;
    event.preventDefault();
    const typed = /[\w.]*$/.exec(expression.slice(0, event.currentTarget.selectionStart))?.[0] ?? '';
    if (typed === '') return;
    const names = [...variables.map((variable) => variable.name), ...conditionFunctions.map((one) => one.name)];
    const match = names.find((one) => one.toLowerCase().startsWith(typed.toLowerCase()));
    if (match) put(match, typed.length);
  }

  return (
    <div>
      <Textarea
        ref={area}
        label={texts.field(name)}
        classNames={{ input: classes.input }}
        value={expression}
        disabled={readOnly}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={4000}
        spellCheck={false}
        error={problem ? texts.reason(problem) : expression.trim() === '' ? t('fieldError.required') : undefined}
        onKeyDown={complete}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
      {problem === null && expression.trim() !== '' && (
        <p className={classes.valid}>
          <IconCheck size={14} />
          {t('expression.valid')}
        </p>
      )}
      <p className={classes.note}>{t('expression.hint')}</p>
      <Suspense>
        <ClaimFacts variables={VARIABLES.flatMap((variable) => (expression.includes(variable.name) ? [variable.name] : []))} />
      </Suspense>
      <div className={classes.lists}>
        <section>
          <header>
            <h3>{t('expression.variables')}</h3>
            <input
              type="search"
              value={wanted}
              placeholder={t('expression.find')}
              aria-label={t('expression.find')}
              onChange={(event) => setWanted(event.currentTarget.value)}
            />
          </header>
          <ul>
            {found.map((variable) => (
              <li key={variable.name}>
                <button type="button" disabled={readOnly} onClick={() => put(variable.name)}>
                  <span>{variable.label}</span>
                  <code>{variable.name}</code>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <header>
            <h3>{t('expression.functions')}</h3>
          </header>
          <ul>
            {conditionFunctions.map((one) => (
              <li key={one.name}>
                <button type="button" disabled={readOnly} onClick={() => put(one.example)}>
                  <code>{one.signature}</code>
                  <span>{one.example}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
