import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Item } from './item.ts';
import { SaveCategoriesDocument } from './strategy.graphql.ts';

/** The categories of one strategy, or one set for several. */
export default function CategoriesDialog(props: {
  items: readonly Item[];
  known: readonly string[];
  onClose: () => void;
  onSaved: () => void;
}) {
  const { items } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const [save] = useMutation('strategy', SaveCategoriesDocument, { idempotent: true });
  // What they all have in common is where several begin.
  const [categories, setCategories] = useState(() =>
    (items[0]?.categories ?? []).filter((category) => items.every((item) => item.categories.includes(category))),
  );
  const values = { count: items.length, number: format.number(items.length), name: items[0]?.displayName ?? '' };
  async function confirm() {
    const { saveStrategyBlueprintsCategory: count } = await save({
      clientId,
      strategyBlueprintIds: items.map((item) => item.id),
      categories,
    });
    toastSuccess(t('categories.saved', { count, number: format.number(count) }));
    props.onSaved();
  }
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      onConfirm={confirm}
      title={t('categories.title', values)}
      confirm={t('categories.save')}
      detail={
        <TagsInput
          label={t('categories.label')}
          description={t('categories.replaces', values)}
          placeholder={t('categories.placeholder')}
          data={[...props.known]}
          value={categories}
          maxTags={20}
          acceptValueOnBlur
          onChange={setCategories}
        />
      }
    />
  );
}
