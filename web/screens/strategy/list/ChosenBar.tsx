import { IconCopy, IconTags, IconTrash } from '@tabler/icons-react';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Item } from './item.ts';

/** What can be done with the strategies that are chosen: categories for several, the rest for one. */
export function ChosenBar(props: {
  chosen: readonly Item[];
  onClear: () => void;
  onCategorise: (items: readonly Item[]) => void;
  onClone: (item: Item) => void;
  onDelete: (item: Item) => void;
}) {
  const { t } = useTranslation('strategy');
  const { chosen } = props;
  return (
    <ActionBar count={chosen.length} onClear={props.onClear}>
      <ActionButton icon={<IconTags size={16} />} onClick={() => props.onCategorise(chosen)}>
        {t('list.editCategories')}
      </ActionButton>
      {chosen.length === 1 && (
        <>
          <ActionButton icon={<IconCopy size={16} />} onClick={() => props.onClone(chosen[0]!)}>
            {t('list.clone')}
          </ActionButton>
          <ActionButton icon={<IconTrash size={16} />} onClick={() => props.onDelete(chosen[0]!)}>
            {t('list.delete')}
          </ActionButton>
        </>
      )}
    </ActionBar>
  );
}
