import { type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { isLocked, useLock } from './locks.ts';
import { useTranslation } from './texts.ts';

/**
 * Asks before unsaved work is left: another screen, another client, a reload.
 * @param mayLeave set when leaving is part of the work, such as after saving. @param detail what becomes of the changes, when it is not
 * that they are lost. @param onLeave hears that the work is about to be left.
 */
export function LeaveGuard(props: { dirty: boolean; mayLeave?: RefObject<boolean>; detail?: string; onLeave?: () => void }) {
  const { dirty, mayLeave, onLeave } = props;
  const { t } = useTranslation('ui');
  const going = useRef(false);
  useLock(dirty, () => onLeave?.());
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Whoever broke the lock was asked already.
      dirty &&
      isLocked() &&
      !mayLeave?.current &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      onLeave?.();
      if (!mayLeave?.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, mayLeave, onLeave]);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      danger
      title={t('leave.title')}
      detail={props.detail ?? t('leave.detail')}
      confirm={t('leave.confirm')}
      onClose={() => {
        if (!going.current) blocker.reset?.();
        going.current = false;
      }}
      onConfirm={() => {
        going.current = true;
        onLeave?.();
        blocker.proceed?.();
        return undefined;
      }}
    />
  );
}
