import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { MAIL_LOOKS, type MailLook } from '../../ui/MailFrame.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { PreviewPanel } from '../PreviewPanel.tsx';
import { Problems } from '../Problems.tsx';
import { type Shown, usePreview } from '../usePreview.ts';

/** A message of blocks as the server makes it, on a screen, on a phone and where mail programs are dark. */
export function DesignPreview({ shown, onAccount }: { shown: Shown; onAccount: (account: string) => void }) {
  const { t } = useTranslation('editor');
  const [look, setLook] = useState<MailLook>('desktop');
  const { asked, preview, problems, error } = usePreview('email', shown);
  return (
    <PreviewPanel
      channel="email"
      asked={asked}
      preview={preview}
      error={error}
      account={shown.account}
      onAccount={onAccount}
      look={look}
      tools={
        <>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('look.label')}
            value={look}
            data={MAIL_LOOKS.map((value) => ({ value, label: t(`look.${value}`) }))}
            onChange={setLook}
          />
          <Problems problems={problems} onPlace={() => undefined} />
        </>
      }
    />
  );
}
