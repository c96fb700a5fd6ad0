import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './ConfirmDialog.module.css';
import { useHotkeys } from './hotkeys.ts';
import { ErrorNote } from './states.tsx';
import { useTranslation } from './texts.ts';

/** What a ConfirmDialog asks; ConfirmDialog.tsx says what each means. */
export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly blocked?: boolean;
  readonly onConfirm: () => Promise<unknown> | undefined;
}

/** The dialog itself. */
export default function ConfirmModal(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={440} withCloseButton={false}>
      <Question {...props} />
    </Modal>
  );
}

function Question(props: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function confirm() {
    if (busy || props.blocked) return;
    setBusy(true);
    setError(null);
    try {
      if ((await props.onConfirm()) !== false) props.onClose();
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
        {!props.blocked && (
          <Button
            color={props.danger ? 'red' : undefined}
            loading={busy}
            onClick={confirm}
            data-autofocus={props.danger ? undefined : true}
          >
            {props.confirm}
          </Button>
        )}
      </div>
    </>
  );
}
