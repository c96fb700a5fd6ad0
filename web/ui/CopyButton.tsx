import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './clipboard.ts';
import { useTranslation } from './texts.ts';

/** Copies a text and says so. */
export function CopyButton({ text, ...look }: { text: string } & Pick<ButtonProps, 'size' | 'flex'>) {
  const { t } = useTranslation('ui');
  const { copied, copy } = useCopy();
  return (
    <Button {...look} variant="default" leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={() => copy(text)}>
      <span aria-live="polite">{t(copied ? 'copy.copied' : 'copy.copy')}</span>
    </Button>
  );
}
