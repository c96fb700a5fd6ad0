import { type RefObject, useEffect, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { addGuard } from './history.ts';
import { isLocked, useLock } from './locks.ts';
import { useTranslation } from './texts.ts';

/**
 * Asks before unsaved work is left: another screen, another client, a reload. Saved meanwhile, it is left without an answer.
 * @param mayLeave set when leaving is part of the work, such as after saving. @param detail what becomes of the changes, when it is not
 * that they are lost. @param onLeave hears that the work is about to be left. @param withTabs what follows "?" in the address chooses one of
 * several tabs: changing it leaves nothing.
 */
export function LeaveGuard(props: {
  dirty: boolean;
  mayLeave?: RefObject<boolean>;
  detail?: string;
  onLeave?: () => void;
  withTabs?: boolean;
}) {
  const { dirty, mayLeave, onLeave, withTabs = false } = props;
  const { t } = useTranslation('ui');
  /** Leaves all the same, while it is asked whether to. */
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  useLock(dirty, () => onLeave?.());
  useEffect(() => {
    if (!dirty) return;
    return addGuard((from, to, leave) => {
      // Whoever broke the lock was asked already.
      const isSame = from.pathname === to.pathname && (withTabs || from.search === to.search);
      if (!isLocked() || mayLeave?.current || isSame) return false;
      setProceed(() => leave);
      return true;
    });
  }, [dirty, mayLeave, withTabs]);
  // It was asked while the work was on its way to be saved: nothing is unsaved any more, so there is nothing to ask.
  useEffect(() => {
    if (dirty || !proceed) return;
    setProceed(null);
    proceed();
  }, [dirty, proceed]);
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
      opened={proceed !== null}
      danger
      title={t('leave.title')}
      detail={props.detail ?? t('leave.detail')}
      confirm={t('leave.confirm')}
      onClose={() => setProceed(null)}
      onConfirm={() => {
        onLeave?.();
        proceed?.();
        return undefined;
      }}
    />
  );
}
