import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Editor.module.css';
import type { TreeWork } from './useTreeDraft.ts';

/** What the tree is called and what it is for. */
export function TreeFacts({ work }: { work: TreeWork }) {
  const { t } = useTranslation('trees');
  const { draft, edits, errors } = work;
  const common = { disabled: !edits };
  return (
    <div className={classes.facts}>
      <TextInput
        {...common}
        label={t('details.name')}
        required
        maxLength={200}
        error={errors.name}
        value={draft.name}
        autoFocus={draft.id === null}
        onChange={(event) => work.setValues({ name: event.currentTarget.value })}
      />
      <TagsInput
        {...common}
        label={t('details.categories')}
        error={errors.categories}
        value={[...draft.categories]}
        maxTags={20}
        acceptValueOnBlur
        onChange={(categories) => work.setValues({ categories })}
      />
      <Textarea
        {...common}
        className={classes.description}
        label={t('details.description')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2000}
        error={errors.description}
        value={draft.description}
        onChange={(event) => work.setValues({ description: event.currentTarget.value })}
      />
    </div>
  );
}
