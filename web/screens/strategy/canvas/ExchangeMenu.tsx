import { ActionIcon } from '@mantine/core';
import { IconDots, IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useRef } from 'react';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { useExchange } from './useExchange.ts';

/** Takes the strategy out as a file, and steps of a file in. */
export function ExchangeMenu({ exchange, readOnly }: { exchange: ReturnType<typeof useExchange>; readOnly: boolean }) {
  const { t } = useTranslation('strategy');
  const input = useRef<HTMLInputElement>(null);
  const save = { key: 'save', label: t('exchange.save'), icon: <IconFileExport size={16} />, onChoose: exchange.save };
  const insert = { key: 'insert', label: t('exchange.insert'), icon: <IconFileImport size={16} />, onChoose: () => input.current?.click() };
  return (
    <>
      <ButtonMenu
        position="bottom-end"
        choices={readOnly ? [save] : [save, insert]}
        button={
          <ActionIcon variant="subtle" aria-label={t('exchange.more')} title={t('exchange.more')}>
            <IconDots size={18} />
          </ActionIcon>
        }
      />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('exchange.insert')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void exchange.insertFile(file);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
