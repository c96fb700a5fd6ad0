import { Button, Modal } from '@mantine/core';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './WebhooksScreen.module.css';

/** Shows a secret, this once: nobody can read it afterwards. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Modal opened={secret !== null} onClose={onClose} title={t('secret.title')} size={560} closeOnClickOutside={false}>
      <div className={classes.drawer}>
        <p className={classes.note}>{t('secret.detail')}</p>
        <div className={classes.secret}>
          <code>{secret}</code>
          <CopyButton text={secret ?? ''} size="xs" />
        </div>
        <div>
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </div>
      </div>
    </Modal>
  );
}
