import { IconPencil } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { query } from '../../../shell/api.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Editor.module.css';
import { NameAvailabilityDocument } from './strategy.graphql.ts';

export type NameState = 'required' | 'tooLong' | 'taken' | 'checking' | 'free' | null;

/** Asks the server whether a name is free, after a short pause in typing. @returns null when nothing is to be said. */
export function useNameState(clientId: string, blueprintId: string | null, name: string, saved: string | null): NameState {
  const [answer, setAnswer] = useState<{ name: string; free: boolean } | null>(null);
  const trimmed = name.trim();
  const asks = trimmed !== '' && trimmed.length <= 200 && trimmed !== saved;
  useEffect(() => {
    if (!asks) return;
    let current = true;
    const timer = setTimeout(() => {
      query('strategy', NameAvailabilityDocument, { clientId, displayName: trimmed, blueprintId }).then(
        ({ checkStrategyBlueprintDisplayNameAvailability: free }) => current && setAnswer({ name: trimmed, free }),
        // Saving checks again.
        () => undefined,
      );
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [clientId, blueprintId, trimmed, asks]);
  if (trimmed === '') return 'required';
  if (trimmed.length > 200) return 'tooLong';
  if (!asks) return null;
  return answer?.name === trimmed ? (answer.free ? 'free' : 'taken') : 'checking';
}

/** The name in the header: a click or Enter edits it, Enter or leaving it keeps it, Escape takes it back. */
export function NameField(props: {
  name: string;
  state: NameState;
  readOnly: boolean;
  editing: boolean;
  onEditing: (editing: boolean) => void;
  onChange: (name: string) => void;
}) {
  const { name, state, editing } = props;
  const { t } = useTranslation('strategy');
  const before = useRef(name);
  const noteId = useId();
  const bad = state === 'required' || state === 'tooLong' || state === 'taken';
  const words = state === null ? null : t(`name.${state}`);
  if (props.readOnly) return <span className={classes.plainName}>{name || t('name.untitled')}</span>;
  if (!editing)
    return (
      <button
        type="button"
        className={classes.name}
        data-bad={bad || undefined}
        title={bad ? (words ?? undefined) : t('name.edit')}
        onClick={() => {
          before.current = name;
          props.onEditing(true);
        }}
      >
        {name || t('name.untitled')}
        <IconPencil size={14} />
      </button>
    );
  return (
    <span className={classes.naming}>
      <input
        ref={(input) => input?.focus()}
        value={name}
        aria-label={t('name.label')}
        aria-describedby={noteId}
        aria-invalid={bad}
        maxLength={220}
        style={{ width: `${Math.min(46, Math.max(16, name.length + 2))}ch` }}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={() => props.onEditing(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onChange(before.current);
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.stopPropagation();
          props.onEditing(false);
        }}
      />
      <span id={noteId} className={classes.nameNote} data-bad={bad || undefined} role="status">
        {words}
      </span>
    </span>
  );
}
