import { Button, Switch, TagsInput, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPaperclip } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useClientTags } from '../shell/tags.ts';
import { errorAt } from '../ui/form.ts';
import { later } from '../ui/later.ts';
import { useTranslation } from '../ui/texts.ts';
import classes from './BundleFacts.module.css';
import type { Channel, Draft } from './draft.ts';

const AttachmentsDialog = later(() => import('./AttachmentsDialog.tsx'));

/** What a message is called, its tags, whether it is the default one and still in use, and which files go along with it. */
export function BundleFacts(props: {
  channel: Channel;
  edits: boolean;
  draft: Draft;
  errors: FormErrors;
  isNew: boolean;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { draft, errors, isNew, onChange } = props;
  const { t } = useTranslation('content');
  const tags = useClientTags('content');
  const [attaching, setAttaching] = useState(false);
  const rules = draft.attachmentSelectorList;
  const wrong = errorAt(errors, 'attachmentSelectorList');
  return (
    <div className={classes.facts}>
      <TextInput
        label={t('columns.name')}
        value={draft.displayName}
        maxLength={200}
        data-autofocus={isNew || undefined}
        // The file name is made of it.
        error={errors.displayName ?? errors.fileName}
        onChange={(event) => onChange({ displayName: event.currentTarget.value })}
      />
      <TagsInput
        label={t('columns.tags')}
        data={[...tags.labels]}
        value={draft.contentTags.map(tags.labelOf)}
        error={errorAt(errors, 'contentTags')}
        onChange={(labels) => onChange({ contentTags: [...new Set(labels.map(tags.keyOf))] })}
      />
      <Switch label={t('default')} checked={draft.isDefault} onChange={(event) => onChange({ isDefault: event.currentTarget.checked })} />
      <Switch
        label={t('deprecated')}
        checked={draft.deprecated}
        onChange={(event) => onChange({ deprecated: event.currentTarget.checked })}
      />
      {props.channel === 'email' && (
        <div className={classes.attachments}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPaperclip size={15} />}
            aria-invalid={wrong !== undefined || undefined}
            onClick={() => setAttaching(true)}
          >
            {rules.length === 0 ? t('attachments.none') : t('attachments.count', { count: rules.length })}
          </Button>
          {wrong !== undefined && <span className={classes.wrong}>{wrong}</span>}
        </div>
      )}
      <Suspense>
        {attaching && (
          <AttachmentsDialog
            rules={rules}
            edits={props.edits}
            onChange={(attachmentSelectorList) => onChange({ attachmentSelectorList })}
            onClose={() => setAttaching(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
