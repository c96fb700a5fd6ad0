import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import type { Step } from '../../../../engine/types.ts';
import type { CanvasWork } from '../../../canvas/useCanvas.ts';
import { DotsMenu } from '../../../ui/DotsMenu.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { useExchange } from './useExchange.ts';
import type { WorkState } from './useWork.ts';

/** Takes the strategy out as a file and steps of a file in, and hears of copying and pasting. @param canvas what is selected there when it is asked for. */
export default function ExchangeMenu({
  canvas,
  work,
  readOnly,
}: {
  canvas: RefObject<CanvasWork<Step>>;
  work: WorkState;
  readOnly: boolean;
}) {
  const exchange = useExchange(canvas, work);
  const { t } = useTranslation('strategy');
  const input = useRef<HTMLInputElement>(null);
  const save = { key: 'save', label: t('exchange.save'), icon: <IconFileExport size={16} />, onChoose: exchange.save };
  const insert = { key: 'insert', label: t('exchange.insert'), icon: <IconFileImport size={16} />, onChoose: () => input.current?.click() };
  return (
    <>
      <DotsMenu label={t('exchange.more')} choices={readOnly ? [save] : [save, insert]} />
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
