import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { FirstHour } from '../../../shell/bulk/FirstHour.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './StrategyPanel.module.css';
import { StartStrategyDocument, StrategyOptionsDocument } from './strategy.graphql.ts';

/** Chooses the strategy in which the claim starts. */
export default function StartDialog({ externalClaimRef, onClose }: { externalClaimRef: string; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [blueprintId, setBlueprintId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery('strategy', StrategyOptionsDocument, { clientId });
  const [start, busy] = useMutation('strategy', StartStrategyDocument, { idempotent: true });
  const chosen = data?.getStrategies.find((each) => each.id === blueprintId);
  const submit = async () => {
    if (!chosen) return;
    try {
      const { startStrategy } = await start({ clientId, blueprintId: chosen.id, externalClaimRefs: [externalClaimRef] });
      if (startStrategy.done === 0) return toastError(t('strategy.unfit'));
      toastSuccess(t('strategy.started', { name: chosen.displayName }));
      onClose();
    } catch (failure) {
      toastError(failure);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('strategy.start')} size={440}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Select
          label={t('strategy.choose')}
          searchable
          data-autofocus
          data={(data?.getStrategies ?? []).map((each) => ({ value: each.id, label: each.displayName }))}
          value={blueprintId}
          onChange={setBlueprintId}
        />
      )}
      {chosen && <FirstHour action="startStrategy" blueprintId={chosen.id} target={() => ({ externalClaimRefs: [externalClaimRef] })} />}
      <div className={classes.dialogButtons}>
        <Button disabled={!chosen} loading={busy} onClick={() => void submit()}>
          {t('strategy.startConfirm')}
        </Button>
      </div>
    </Modal>
  );
}
