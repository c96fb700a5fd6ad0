import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { isLocked, useLock } from '../../../shell/locks.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';

/** Asks before unsaved work is left: another screen, another client, a reload. @param mayLeave set when leaving is part of the work, such as after saving. */
export function LeaveGuard(props: { dirty: boolean; mayLeave: RefObject<boolean>; changes: number; onLeave: () => void }) {
  const { dirty, mayLeave, changes, onLeave } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const going = useRef(false);
  useLock(dirty, onLeave);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      isLocked() &&
      !mayLeave.current &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      onLeave();
      if (!mayLeave.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, mayLeave, onLeave]);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      danger
      title={t('leave.title')}
      detail={t('leave.detail', { count: changes, number: format.number(changes) })}
      confirm={t('leave.leave')}
      onClose={() => {
        if (!going.current) blocker.reset?.();
        going.current = false;
      }}
      onConfirm={() => {
        going.current = true;
        onLeave();
        blocker.proceed?.();
        return undefined;
      }}
    />
  );
}
