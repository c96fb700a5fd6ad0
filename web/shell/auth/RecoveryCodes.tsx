/** Recovery codes, shown this once: to copy, to download, to write down. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useTranslation } from '../../ui/texts.ts';
import classes from './AuthCard.module.css';

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation(['auth', 'security', 'shell']);
  const text = `${t('shell:product')}: ${t('security:recovery.title')}\n\n${codes.join('\n')}\n`;
  return (
    <>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.row}>
        <CopyButton text={text} flex={1} />
        <Button
          variant="default"
          flex={1}
          leftSection={<IconDownload size={16} />}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="quittance-recovery-codes.txt"
        >
          {t('security:recovery.download')}
        </Button>
      </div>
      <Button fullWidth size="md" mt={14} onClick={onKept} data-autofocus autoFocus>
        {t('security:recovery.kept')}
      </Button>
    </>
  );
}
