import { Button, Textarea } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { keyLabel } from '../../../ui/hotkeys.ts';
import { useKeptText } from '../../../ui/keptText.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './ClaimEvents.module.css';
import { AddClaimNoteDocument } from './notes.graphql.ts';

/** Writes a note on one claim; it shows among the claim's events and on its account. */
export function ClaimNote({ accountId, externalClaimRef }: { accountId: string; externalClaimRef: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [add, busy] = useMutation('notes', AddClaimNoteDocument);
  const [text, setText] = useKeptText(`note of claim ${externalClaimRef}`);
  const isEmpty = text.trim() === '';
  async function send() {
    try {
      await add({ clientId, accountId, externalClaimRef, text: text.trim() });
      setText('');
      toastSuccess(t('composer.saved'));
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !isEmpty) event.currentTarget.requestSubmit();
      }}
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
        <Button type="submit" size="xs" loading={busy} title={t('composer.hint', { keys: keyLabel('mod+Enter') })}>
          {t('composer.save')}
        </Button>
      )}
    </form>
  );
}
