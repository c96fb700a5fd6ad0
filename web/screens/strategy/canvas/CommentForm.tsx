import { Button, Group, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Comments } from './useComments.ts';

/** Characters of a comment. */
const MOST = 2_000;

/** Where a comment or an answer is written. @param at names its draft. @param onCancel of an answer, which is written only when somebody wants to. */
export function CommentForm(props: {
  comments: Comments;
  at: string;
  label: string;
  submit: string;
  onSend: (body: string) => Promise<boolean>;
  onCancel?: () => void;
}) {
  const { comments, at, onCancel } = props;
  const { t } = useTranslation(['strategy', 'ui']);
  const [body, setBody] = useState(comments.drafts.get(at) ?? '');
  const type = (next: string) => {
    comments.drafts.set(at, next);
    setBody(next);
  };
  function press(event: KeyboardEvent<HTMLFormElement>) {
    submitByKey(event);
    if (event.key !== 'Escape' || !onCancel) return;
    // The answer's, not the panel's that it is in.
    event.stopPropagation();
    onCancel();
  }
  return (
    <form
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '' && !comments.busy) void props.onSend(body).then((sent) => sent && type(''));
      }}
    >
      <Textarea
        aria-label={props.label}
        placeholder={onCancel ? props.label : t('comments.placeholder')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MOST}
        autoFocus={onCancel !== undefined}
        value={body}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {(body !== '' || onCancel) && (
        <Group gap={8} mt={8} justify="flex-end">
          {onCancel && (
            <Button variant="subtle" size="xs" onClick={onCancel}>
              {t('ui:cancel')}
            </Button>
          )}
          <Button type="submit" variant="default" size="xs" loading={comments.busy} disabled={body.trim() === ''}>
            {props.submit}
          </Button>
        </Group>
      )}
    </form>
  );
}
