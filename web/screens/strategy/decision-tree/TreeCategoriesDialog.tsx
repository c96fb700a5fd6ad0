import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { SaveTreeCategoriesDocument } from './decision.graphql.ts';
import type { Item } from './item.ts';

/** One set of categories for several trees. */
export default function TreeCategoriesDialog(props: {
  items: readonly Item[];
  known: readonly string[];
  onClose: () => void;
  onSaved: () => void;
}) {
  const { items } = props;
  const { t } = useTranslation('trees');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const [save] = useMutation('decision', SaveTreeCategoriesDocument, { idempotent: true });
  // What they all have in common is where several begin.
  const [categories, setCategories] = useState(() =>
    (items[0]?.categories ?? []).filter((category) => items.every((item) => item.categories.includes(category))),
  );
  const values = { count: items.length, number: format.number(items.length) };
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      onConfirm={async () => {
        await save({ clientId, treeIds: items.map((item) => item.id), categories });
        toastSuccess(t('categories.saved', values));
        props.onSaved();
      }}
      title={t('categories.title', values)}
      confirm={t('categories.save')}
      detail={
        <TagsInput
          label={t('details.categories')}
          description={t('categories.replaces', values)}
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
