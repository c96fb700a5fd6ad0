import { Button, Textarea } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { noteAdded } from '../../../shell/timeline/foreseeNote.ts';
import { useNotes } from '../../../shell/timeline/useNotes.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { keyLabel, submitByKey } from '../../../ui/hotkeys.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ClaimEvents.module.css';
import { AddClaimNoteDocument } from './notes.graphql.ts';

/** Writes a note on one claim; it shows among the claim's events and on its account. */
export function ClaimNote({ accountId, externalClaimRef }: { accountId: string; externalClaimRef: string }) {
  const { t } = useTranslation('account');
  const { clientId, user } = useWorkspace();
  const [add] = useMutation('notes', AddClaimNoteDocument, { idempotent: true, foresee: noteAdded(user.id) });
  const save = (given: string, noteId: string) => add({ clientId, accountId, externalClaimRef, text: given, noteId });
  const [text, setText, send] = useNotes(`note of claim ${externalClaimRef}`, save, t('composer.saved'));
  const isEmpty = text.trim() === '';
  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={submitByKey}
    >
      <Textarea
        aria-label={t('composer.label')}
        placeholder={t('claim.note')}
        autosize
        minRows={1}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!isEmpty && (
        <Button type="submit" size="xs" title={t('composer.hint', { keys: keyLabel('mod+Enter') })}>
          {t('composer.save')}
        </Button>
      )}
    </form>
  );
}
