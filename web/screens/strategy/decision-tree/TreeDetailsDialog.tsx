import { Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { UpdateTreeDetailsDocument } from './decision.graphql.ts';
import type { Item } from './item.ts';

/** Name, description and categories of a tree, without opening it. */
export default function TreeDetailsDialog({ item, known, onClose }: { item: Item; known: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const [save] = useMutation('decision', UpdateTreeDetailsDocument, { idempotent: true });
  const [name, setName] = useState(item.name);
  const [description, setDescription] = useState(item.description);
  const [categories, setCategories] = useState(item.categories);
  const [missing, setMissing] = useState(false);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={async () => {
        setMissing(name.trim() === '');
        if (name.trim() === '') return false;
        await save({ clientId, treeId: item.id, name, description, categories });
        toastSuccess(t('editor.saved', { name }));
        onClose();
        return true;
      }}
      title={t('details.title', { name: item.name })}
      confirm={t('details.save')}
      detail={
        <Stack gap={12}>
          <TextInput
            label={t('details.name')}
            required
            maxLength={200}
            error={missing && t('details.nameMissing')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Textarea
            label={t('details.description')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <TagsInput
            label={t('details.categories')}
            data={[...known]}
            value={categories}
            maxTags={20}
            acceptValueOnBlur
            onChange={setCategories}
          />
        </Stack>
      }
    />
  );
}
