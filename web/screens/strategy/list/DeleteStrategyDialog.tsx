import { Select, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Item } from './item.ts';
import { DeleteStrategyDocument, StrategyDependentsDocument } from './strategy.graphql.ts';

/** Deletes a strategy, telling what depends on it; while anything does, another strategy has to take its place. @param usage leads to where it is used. */
export default function DeleteStrategyDialog(props: { item: Item; usage: ReactNode; onClose: () => void; onDeleted: () => void }) {
  const { item } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('strategy', StrategyDependentsDocument, { clientId, blueprintId: item.id });
  const [remove] = useMutation('strategy', DeleteStrategyDocument);
  const [replacement, setReplacement] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);

  const leading = data?.getStrategyFlow.previousBlueprints.filter((one) => one.id !== item.id) ?? [];
  const others = (data?.getStrategies ?? []).filter((one) => one.id !== item.id);
  const running = item.runningClaims;
  const needsReplacement = running > 0 || leading.length > 0;

  async function confirm() {
    if (!data || (needsReplacement && replacement === null)) {
      setMissing(true);
      return false;
    }
    const { deleteStrategyBlueprint: done } = await remove({ clientId, blueprintId: item.id, replacementBlueprintId: replacement });
    const moved = [
      ...(done.movedClaims > 0 ? [t('delete.claims', { count: done.movedClaims, number: format.number(done.movedClaims) })] : []),
      ...(done.changedStrategies > 0
        ? [t('delete.strategies', { count: done.changedStrategies, number: format.number(done.changedStrategies) })]
        : []),
    ];
    toastSuccess([t('delete.done', { name: item.displayName }), ...moved].join(' · '));
    props.onDeleted();
    return true;
  }

  return (
    <ConfirmDialog
      opened
      danger
      onClose={props.onClose}
      onConfirm={confirm}
      title={t('delete.title', { name: item.displayName })}
      confirm={
        running > 0 && replacement !== null
          ? t('delete.confirmMove', { count: running, number: format.number(running) })
          : t('delete.confirm')
      }
      detail={
        error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <>
            <p>{t('delete.loading')}</p>
            <Skeleton height={36} />
          </>
        ) : (
          <>
            {running > 0 && <p>{t('delete.runningClaims', { count: running, number: format.number(running) })}</p>}
            {leading.length > 0 && (
              <p>
                {t('delete.leadingStrategies', {
                  count: leading.length,
                  number: format.number(leading.length),
                  names: leading.map((one) => one.displayName).join(', '),
                })}
              </p>
            )}
            {!needsReplacement && <p>{t('delete.free')}</p>}
            {needsReplacement && (
              <Select
                my={12}
                label={t('delete.replacement')}
                description={t('delete.replacementHint')}
                error={missing && replacement === null ? t('delete.replacementNeeded') : undefined}
                placeholder={t('delete.chooseReplacement')}
                data={others.map((one) => ({ value: one.id, label: one.displayName }))}
                value={replacement}
                searchable={others.length > 5}
                allowDeselect={false}
                data-autofocus
                onChange={setReplacement}
              />
            )}
            <p>{t('delete.keeps')}</p>
            {needsReplacement && props.usage}
          </>
        )
      }
    />
  );
}
