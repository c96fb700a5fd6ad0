import { Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { insertAt } from '../../content/insertAt.ts';
import { PlaceholderMenu } from '../../content/PlaceholderMenu.tsx';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Composer.module.css';
import type { Composer } from './useComposer.ts';

/** Subject and text in one's own words, filled in with placeholders. */
export function MessageBody({ composer: { form, change } }: { composer: Composer }) {
  const { t } = useTranslation('messages');
  const { channel, customSubject, customBody } = form.values;
  const body = useRef<HTMLTextAreaElement>(null);
  // The menu hands the focus back to its button when it has closed.
  const insert = (source: string) => body.current && insertAt(body.current, source, (next) => change({ customBody: next }), setTimeout);
  return (
    <>
      {channel === 'email' && (
        <TextInput
          label={t('composer.subject')}
          maxLength={500}
          value={customSubject}
          error={form.errors.customSubject}
          onChange={(event) => change({ customSubject: event.currentTarget.value })}
        />
      )}
      <Textarea
        data-autofocus
        ref={body}
        label={
          <span className={classes.label}>
            {t('composer.body')}
            <PlaceholderMenu
              channel={channel === 'whatsapp' ? 'message' : channel}
              button={<UnstyledButton className={classes.insert}>{t('composer.placeholder')}</UnstyledButton>}
              onInsert={insert}
            />
          </span>
        }
        autosize
        minRows={7}
        maxRows={18}
        value={customBody}
        error={form.errors.customBody}
        onChange={(event) => change({ customBody: event.currentTarget.value })}
      />
    </>
  );
}
