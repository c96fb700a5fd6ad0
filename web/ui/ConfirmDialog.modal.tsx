import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ConfirmDialog.module.css';
import { useHotkeys } from './hotkeys.ts';
import { ErrorNote } from './states.tsx';

/**
 * Asks before something that matters. Title and button name what will be done, with numbers: "Stop 18,204 claims".
 * @param detail what follows from it and whether it can be undone. @param danger paints the button red.
 * @param onConfirm does it; while its promise runs the button waits, if it throws the dialog stays and says why, else it closes.
 */
export function ConfirmDialog(props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  detail?: ReactNode;
  confirm: string;
  danger?: boolean;
  onConfirm: () => Promise<unknown> | undefined;
}) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={440} withCloseButton={false}>
      <Question {...props} />
    </Modal>
  );
}

function Question(props: Parameters<typeof ConfirmDialog>[0]) {
  const { t } = useTranslation('ui');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function confirm() {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }
  useHotkeys({ 'mod+Enter': () => void confirm() }, { inDialog: true });
  return (
    <>
      {props.detail !== undefined && <div className={classes.detail}>{props.detail}</div>}
      {error !== null && (
        <div className={classes.error}>
          <ErrorNote error={error} />
        </div>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={props.onClose} data-autofocus={props.danger || undefined}>
          {t('cancel')}
        </Button>
        <Button color={props.danger ? 'red' : undefined} loading={busy} onClick={confirm} data-autofocus={props.danger ? undefined : true}>
          {props.confirm}
        </Button>
      </div>
    </>
  );
}
