import { Button } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { ButtonMenu } from '../ui/ButtonMenu.tsx';
import { useTranslation } from '../ui/texts.ts';

/** The tags that messages or pages have or can have: one is chosen to see what has it. */
export function TagMenu(props: { keys: readonly string[]; labelOf: (key: string) => string; onChoose: (key: string) => void }) {
  const { t } = useTranslation('content');
  const choices = [...new Set(props.keys)].map((key) => ({ key, label: props.labelOf(key), onChoose: () => props.onChoose(key) }));
  if (choices.length === 0) return null;
  return (
    <ButtonMenu
      position="bottom-start"
      button={
        <Button size="xs" variant="default" leftSection={<IconTag size={14} />}>
          {t('columns.tags')}
        </Button>
      }
      choices={choices.sort((one, other) => one.label.localeCompare(other.label))}
    />
  );
}
