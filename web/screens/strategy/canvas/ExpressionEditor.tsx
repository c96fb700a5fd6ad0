import { Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useMemo, useRef, useState } from 'react';
import { compileExpression, conditionFunctions } from '../../../../engine/conditions/expression.ts';
import { conditionVariables } from '../../../../engine/conditions/variables.ts';
import { useMeanings } from '../../../shell/conditions/useMeanings.ts';
import { useMetaVariables } from '../../../shell/metadata/metadataSchema.ts';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Expression.module.css';
import type { FieldProps } from './fieldProps.ts';
import { useStepTexts } from './texts.ts';

const ClaimFacts = later(() => import('./ClaimFacts.tsx'));

/** What an expression can name; questions about a value are functions there. */
const VARIABLES = conditionVariables.filter((variable) => !variable.ask);

/** @returns the name that a place of an expression is in or behind; empty where there is none. */
function nameAt(expression: string, place: number): string {
  const before = /[\w.]*$/.exec(expression.slice(0, place))?.[0] ?? '';
  return before + (/^[\w.]*/.exec(expression.slice(place))?.[0] ?? '');
}

/** A condition as an expression: checked while it is typed, with what it may name one click away. */
export default function ExpressionEditor({ name, state, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const meanings = useMeanings();
  const area = useRef<HTMLTextAreaElement>(null);
  const [wanted, setWanted] = useState('');
  /** The name that the cursor is in or behind. */
  const [named, setNamed] = useState('');
  const expression = typeof state[name] === 'string' ? state[name] : '';
  const problem = useMemo(() => (expression.trim() === '' ? null : compileExpression(expression).problem), [expression]);
  const words = wanted.trim().toLowerCase();
  const declared = useMetaVariables();
  const variables = useMemo(
    () => [...VARIABLES, ...declared].map(({ name: one }) => ({ name: one, label: texts.variable(one), meaning: meanings.variable(one) })),
    [declared, texts, meanings],
  );
  const found = variables.filter((variable) => `${variable.name} ${variable.label} ${variable.meaning}`.toLowerCase().includes(words));

  const explained = meanings.variable(named) || meanings.function(named);

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
        onSelect={({ currentTarget: { value, selectionStart } }) => setNamed(nameAt(value, selectionStart))}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
      {problem === null && expression.trim() !== '' && (
        <p className={classes.valid}>
          <IconCheck size={14} />
          {t('expression.valid')}
        </p>
      )}
      <p className={classes.note}>{explained ? `${named}: ${explained}` : t('expression.hint')}</p>
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
                  <small>{variable.meaning}</small>
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
                  <small>{meanings.function(one.name)}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
