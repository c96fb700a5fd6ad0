import { Button } from '@mantine/core';
import { IconFileExport, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { ButtonMenu } from './ButtonMenu.tsx';
import { useTranslation } from './texts.ts';
import { toastError, toastSuccess } from './toasts.ts';

export type ExportFormat = 'csv' | 'xlsx';

/**
 * The button that takes a list out as a file, with the choice of what kind.
 * @param onExport fetches the file and hands it to the browser; what it throws is told.
 */
export function ExportMenu(props: { onExport: (format: ExportFormat) => Promise<void>; disabled?: boolean; size?: string }) {
  const { t } = useTranslation('lists');
  const [exporting, setExporting] = useState(false);
  const start = (format: ExportFormat) => {
    setExporting(true);
    props
      .onExport(format)
      .then(
        () => toastSuccess(t('export.done')),
        (error: unknown) => toastError(error),
      )
      .finally(() => setExporting(false));
  };
  return (
    <ButtonMenu
      position="bottom-end"
      choices={[
        { key: 'csv', label: t('export.csv'), icon: <IconFileText size={16} stroke={1.6} />, onChoose: () => start('csv') },
        { key: 'xlsx', label: t('export.xlsx'), icon: <IconFileSpreadsheet size={16} stroke={1.6} />, onChoose: () => start('xlsx') },
      ]}
      button={
        <Button
          variant="default"
          size={props.size}
          leftSection={<IconFileExport size={16} stroke={1.6} />}
          loading={exporting}
          disabled={props.disabled}
        >
          {t('export.title')}
        </Button>
      }
    />
  );
}
