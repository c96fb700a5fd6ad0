import { Switch, TagsInput, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useClientTags } from '../shell/tags.ts';
import { errorAt } from '../ui/form.ts';
import { useTranslation } from '../ui/texts.ts';
import classes from './BundleFacts.module.css';
import type { Draft } from './draft.ts';

/** What a message is called, its tags, and whether it is the default one and still in use. */
export function BundleFacts(props: { draft: Draft; errors: FormErrors; isNew: boolean; onChange: (part: Partial<Draft>) => void }) {
  const { draft, errors, isNew, onChange } = props;
  const { t } = useTranslation('content');
  const tags = useClientTags('content');
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
    </div>
  );
}
