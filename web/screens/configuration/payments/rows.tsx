import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../../ui/texts.ts';

/** At the end of a row of settings: takes it away. */
export function RemoveRow(props: { onRemove: () => void }) {
  const { t } = useTranslation('payments');
  return (
    <ActionIcon variant="subtle" size={34} color="red" aria-label={t('remove')} onClick={props.onRemove}>
      <IconTrash size={16} stroke={1.6} />
    </ActionIcon>
  );
}

/** Below the rows: adds one. */
export function AddRow(props: { onAdd: () => void; children: string }) {
  return (
    <div>
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={props.onAdd}>
        {props.children}
      </Button>
    </div>
  );
}
