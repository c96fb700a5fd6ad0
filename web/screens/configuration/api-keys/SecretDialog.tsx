import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ApiKeys.module.css';

/** A new key, this once. Neither Escape nor a click beside it closes it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('apiKeys');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('made.title')}
      size={600}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap={14}>
        <p className={classes.plain}>{t('made.detail')}</p>
        <Textarea
          readOnly
          autosize
          minRows={2}
          data-autofocus
          aria-label={t('made.label')}
          classNames={{ input: classes.secret }}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap={8}>
          <CopyButton text={secret} />
          <Button onClick={onClose}>{t('made.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
