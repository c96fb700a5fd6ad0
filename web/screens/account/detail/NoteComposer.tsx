import { Kbd, Textarea, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { noteAdded } from '../../../shell/timeline/foreseeNote.ts';
import { useNotes } from '../../../shell/timeline/useNotes.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { AssignAccountDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import { ACTIONS, type AccountForm, type Action } from './actions.ts';
import { useGates } from './gates.ts';
import classes from './NoteComposer.module.css';
import { AddNoteDocument } from './notes.graphql.ts';
import { useAction } from './useAction.ts';

type Command = Action | 'assignMe' | 'unassign';

/** Writes a note (⌘↵ adds it); "/" at its beginning offers what else can be done. */
export function NoteComposer({ accountId, account }: { accountId: string; account: Account | undefined }) {
  const { t } = useTranslation('account');
  const { clientId, user } = useWorkspace();
  const { nameOf } = useStaff();
  const [addNote] = useMutation('notes', AddNoteDocument, { idempotent: true, foresee: noteAdded(user.id) });
  const save = (given: string, noteId: string) => addNote({ clientId, accountId, text: given, noteId });
  const [note, setNote, send] = useNotes(`note ${accountId}`, save, t('composer.saved'));
  /** What is typed after "/" is no note. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? note;
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  /** The offered action that Enter takes. */
  const [at, setAt] = useState(0);
  const [assign] = useMutation('account', AssignAccountDocument);
  const gates = useGates();
  const [, act] = useAction();
  const assigns = useFlag('ACCOUNT_ASSIGNMENT');
  const mayAssign = useCan('account', 'assignAccount') && assigns;
  useHotkeys({
    '/': () => {
      input.current?.focus();
      change('/');
    },
  });

  const assignee = account?.assignee?.userId ?? null;
  const commands: { command: Command; label: string; may: boolean }[] = [
    ...(Object.entries(ACTIONS) as [Action, AccountForm][]).map(([command, action]) => ({
      command,
      label: t(action.label) as string,
      may: gates(action) && account !== undefined && (action.fits?.(account) ?? true),
    })),
    { command: 'assignMe', label: t('action.assignMe'), may: mayAssign && assignee !== user.id },
    { command: 'unassign', label: t('action.unassign', { name: nameOf(assignee) ?? '' }), may: mayAssign && assignee !== null },
  ];
  const wanted = text.slice(1).trim().toLowerCase();
  const offered = commands.filter((each) => each.may && each.label.toLowerCase().includes(wanted));

  // Until the account has been read nobody knows what it allows, and Enter would take what is first in half a list.
  const offers = text.startsWith('/') && focused && account !== undefined;
  const present = Math.min(at, offered.length - 1);

  function change(next: string) {
    const isCommand = next.startsWith('/');
    setTyped(isCommand ? next : null);
    if (!isCommand) setNote(next);
    setAt(0);
  }

  const submit = () => typed === null && void send();

  function run(command: Command) {
    change('');
    if (command !== 'assignMe' && command !== 'unassign') return act(command);
    assign({ clientId, accountId, userId: command === 'assignMe' ? user.id : null, revision: account?.revision ?? null }).then(
      () => toastSuccess(t('contact.saved')),
      (error) => toastError(error),
    );
  }

  return (
    <div className={classes.composer} data-focused={focused || undefined}>
      <IconPencil size={16} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.field}>
        {text === '' && <Placeholder />}
        <Textarea
          ref={input}
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={12}
          aria-label={t('composer.label')}
          aria-controls={offers ? listId : undefined}
          aria-activedescendant={offers && offered[present] ? `${listId}-${offered[present].command}` : undefined}
          value={text}
          classNames={{ input: classes.input }}
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault();
              submit();
            } else if (event.key === 'Escape') {
              if (offers) change('');
              else event.currentTarget.blur();
            } else if (offers && event.key === 'Enter') {
              event.preventDefault();
              if (offered[present]) run(offered[present].command);
            } else if (offers && step) {
              event.preventDefault();
              setAt((present + step + offered.length) % offered.length);
            }
          }}
        />
      </div>
      <button
        type="button"
        className={classes.send}
        title={t('composer.hint', { keys: keyLabel('mod+Enter') })}
        onMouseDown={(event) => event.preventDefault()}
        onClick={submit}
      >
        <VisuallyHidden>{t('composer.save')} </VisuallyHidden>
        {keyLabel('mod+Enter')}
      </button>
      {offers && (
        <div id={listId} className={classes.offers} role="listbox" aria-label={t('composer.actions')}>
          {offered.map((each, place) => (
            <div
              key={each.command}
              id={`${listId}-${each.command}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === present}
              className={classes.offer}
              // The focus stays in the text.
              onMouseDown={(event) => {
                event.preventDefault();
                run(each.command);
              }}
            >
              {each.label}
            </div>
          ))}
          {offered.length === 0 && <div className={classes.noOffer}>{t('action.none')}</div>}
        </div>
      )}
    </div>
  );
}

function Placeholder() {
  const { t } = useTranslation('account');
  const [before, after] = t('composer.placeholder', { key: '\u0001' }).split('\u0001');
  return (
    <span className={classes.placeholder} aria-hidden="true">
      {before}
      <Kbd className={classes.key}>/</Kbd>
      {after}
    </span>
  );
}
