import { Button } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPaperclip } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { errorAt } from '../../../ui/form.ts';
import { later } from '../../../ui/later.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Draft } from './draft.ts';
import classes from './PartnerScreen.module.css';

const AttachmentsDialog = later(() => import('../../../content/AttachmentsDialog.tsx'));

/** Which of an account's files the partner gets with it. */
export function AttachmentsSection(props: { draft: Draft; edits: boolean; errors: FormErrors; change: (part: Partial<Draft>) => void }) {
  const { draft, edits, errors, change } = props;
  const { t } = useTranslation('partners');
  const [open, setOpen] = useState(false);
  const rules = draft.attachmentSelectorList;
  const wrong = errorAt(errors, 'attachmentSelectorList');
  return (
    <Section title={t('field.attachmentSelectorList')}>
      <p className={classes.intro}>{t('attachmentsDetail')}</p>
      <div>
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPaperclip size={15} />}
          aria-invalid={wrong !== undefined || undefined}
          onClick={() => setOpen(true)}
        >
          {rules.length === 0 ? t('attachmentsNone') : t('attachmentsCount', { count: rules.length })}
        </Button>
      </div>
      {wrong !== undefined && <span className={classes.wrong}>{wrong}</span>}
      <Suspense>
        {open && (
          <AttachmentsDialog
            rules={rules}
            edits={edits}
            detail={t('attachmentsDetail')}
            onChange={(attachmentSelectorList) => change({ attachmentSelectorList })}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}
