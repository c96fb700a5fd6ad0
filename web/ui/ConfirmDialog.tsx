import { Suspense, useState } from 'react';
import type { ConfirmDialogProps } from './ConfirmDialog.modal.tsx';
import { later } from './later.ts';

const ConfirmModal = later(() => import('./ConfirmDialog.modal.tsx'));

/**
 * Asks before something that matters. Title and button name what will be done, with numbers: "Stop 18,204 claims".
 * @param detail what follows from it and whether it can be undone. @param danger paints the button red. @param blocked it cannot be done now, `detail` says why.
 * @param onConfirm does it; while its promise runs the button waits, if it throws the dialog stays and says why, else it closes.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Once it was open it stays, so that it can also close in its own time.
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  return <Suspense>{wanted && <ConfirmModal {...props} />}</Suspense>;
}
