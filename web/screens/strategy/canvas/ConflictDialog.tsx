import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { StrategyMetadataQuery } from './strategy.graphql.ts';

/** Somebody saved meanwhile: this work can be saved on top as a new version, or theirs opened; either way nothing is lost. */
export default function ConflictDialog(props: {
  base: number;
  /** Null while it is being asked for. */
  newest: Pick<StrategyMetadataQuery['getStrategyBlueprintMetadata'], 'currentVersion' | 'updatedAt'> | null;
  onOverwrite: (version: number) => Promise<unknown>;
  onTheirs: () => void;
  onClose: () => void;
}) {
  const { newest } = props;
  const { t } = useTranslation(['strategy', 'ui']);
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  async function overwrite() {
    if (!newest) return;
    setBusy(true);
    await props.onOverwrite(newest.currentVersion);
    setBusy(false);
  }
  return (
    <Modal opened onClose={props.onClose} title={t('conflict.title')} size={480} withCloseButton={false}>
      {newest ? (
        <p>{t('conflict.detail', { version: newest.currentVersion, when: format.date(newest.updatedAt, 'long'), base: props.base })}</p>
      ) : (
        <Skeleton height={40} />
      )}
      <p>{t('conflict.kept')}</p>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={props.onClose}>
          {t('ui:cancel')}
        </Button>
        <Button variant="default" onClick={props.onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button loading={busy} disabled={!newest} onClick={() => void overwrite()} data-autofocus>
          {t('conflict.overwrite', { version: (newest?.currentVersion ?? props.base) + 1 })}
        </Button>
      </Group>
    </Modal>
  );
}
