import { Kbd, Textarea, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { useCan } from '../../../ui/permission.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { AssignAccountDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import classes from './NoteComposer.module.css';
import { AddNoteDocument } from './notes.graphql.ts';

/** What the "/" menu opens on the screen. */
export type Action = 'promise' | 'instalments' | 'payment' | 'task' | 'debtor';
type Command = Action | 'assignMe' | 'unassign';

/** Writes a note (⌘↵ adds it); "/" at its beginning offers what else can be done. */
export function NoteComposer(props: { accountId: string; account: Account | undefined; onAction: (action: Action) => void }) {
  const { accountId, account } = props;
  const { t } = useTranslation('account');
  const { clientId, user } = useWorkspace();
  const { nameOf } = useStaff();
  // A note that is not added yet survives whatever takes the screen away: a reload, an expired session.
  const draft = `quittance-note-${accountId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  useEffect(() => {
    if (text === '' || text.startsWith('/')) sessionStorage.removeItem(draft);
    else sessionStorage.setItem(draft, text);
  }, [draft, text]);
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  /** The offered action that Enter takes. */
  const [at, setAt] = useState(0);
  const [addNote, busy] = useMutation('notes', AddNoteDocument);
  const [assign] = useMutation('account', AssignAccountDocument);
  const mayPromise = useCan('operations', 'createPromiseToPay');
  const mayPlan = useCan('operations', 'createInstalmentsPlan');
  const mayBook = useCan('operations', 'bookPayment');
  const [creates, assigns] = [useFlag('ACCOUNT_CREATE_TASK'), useFlag('ACCOUNT_ASSIGNMENT')];
  const mayCreateTask = useCan('account-task', 'createTask') && creates;
  const mayAssign = useCan('account', 'assignAccount') && assigns;
  useHotkeys({
    '/': () => {
      input.current?.focus();
      change('/');
    },
  });

  const assignee = account?.assignee?.userId ?? null;
  const commands: { command: Command; label: string; may: boolean }[] = [
    { command: 'promise', label: t('action.promise'), may: mayPromise && (account?.activeClaimsCount ?? 0) > 0 },
    {
      command: 'instalments',
      label: t('instalments.title'),
      may: mayPlan && (account?.activeClaimsCount ?? 0) > 0 && !account?.hasInstalmentsPlan,
    },
    { command: 'payment', label: t('recordPayment.title'), may: mayBook && (account?.activeClaimsCount ?? 0) > 0 },
    { command: 'task', label: t('action.task'), may: mayCreateTask },
    { command: 'debtor', label: t('action.editDebtor'), may: true },
    { command: 'assignMe', label: t('action.assignMe'), may: mayAssign && assignee !== user.id },
    { command: 'unassign', label: t('action.unassign', { name: nameOf(assignee) ?? '' }), may: mayAssign && assignee !== null },
  ];
  const wanted = text.slice(1).trim().toLowerCase();
  const offered = commands.filter((each) => each.may && each.label.toLowerCase().includes(wanted));

  const offers = text.startsWith('/') && focused;
  const present = Math.min(at, offered.length - 1);

  function change(next: string) {
    setText(next);
    setAt(0);
  }

  async function submit() {
    const note = text.trim();
    if (note === '' || note.startsWith('/') || busy) return;
    try {
      await addNote({ clientId, accountId, text: note });
      setText('');
      toastSuccess(t('composer.saved'));
    } catch (error) {
      toastError(error);
    }
  }

  function run(command: Command) {
    change('');
    if (command !== 'assignMe' && command !== 'unassign') return props.onAction(command);
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
          disabled={busy}
          classNames={{ input: classes.input }}
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault();
              void submit();
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
        onClick={() => void submit()}
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
