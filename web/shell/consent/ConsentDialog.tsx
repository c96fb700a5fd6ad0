import { Button, Group, Modal, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '../../ui/store.ts';
import { useTranslation } from '../../ui/texts.ts';
import { acceptAll, choose, consent, rejectAll, reset, update } from './consent.ts';

/** What was agreed to, and the ways to change it. */
export default function ConsentDialog() {
  const { t } = useTranslation('consent');
  const { record } = useStore(consent);
  const [choice, setChoice] = useState({ analytics: record.analytics, clarity: record.clarity });
  const granted = record.status === 'granted';
  return (
    <Modal opened onClose={() => choose(false)} title={t('title')} size={480}>
      <Stack gap={14}>
        <p>{t('necessary')}</p>
        <p>{t(`status.${record.status}`)}</p>
        {granted && (
          <>
            <Switch
              label={t('choice.analytics')}
              checked={choice.analytics}
              onChange={(event) => setChoice({ ...choice, analytics: event.currentTarget.checked })}
            />
            <Switch
              label={t('choice.clarity')}
              checked={choice.clarity}
              onChange={(event) => setChoice({ ...choice, clarity: event.currentTarget.checked })}
            />
          </>
        )}
        <Group justify="space-between" gap={8}>
          <Button variant="subtle" onClick={reset}>
            {t('reset')}
          </Button>
          <Group gap={8}>
            <Button variant="default" onClick={rejectAll}>
              {t('reject')}
            </Button>
            {granted ? <Button onClick={() => update(choice)}>{t('save')}</Button> : <Button onClick={acceptAll}>{t('accept')}</Button>}
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
