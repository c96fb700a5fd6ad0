import { Button, Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Drawer.module.css';
import { useTranslation } from './texts.ts';

/**
 * A panel from the right; Escape and a click beside it close it. @param size 420 unless told; editors use 600 and 800.
 * @param footer buttons that stay in view, after one that closes the panel. @param cancel false: nothing is entered here, so nothing is canceled.
 */
export function Drawer(props: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: 420 | 600 | 800;
  footer?: ReactNode;
  cancel?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <MantineDrawer
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? 420}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
    >
      <div className={classes.scroll} ref={nameFirst}>
        {props.children}
      </div>
      {props.footer !== undefined && (
        <div className={classes.footer}>
          {props.cancel !== false && (
            <Button variant="default" className={classes.cancel} onClick={props.onClose}>
              {t('cancel')}
            </Button>
          )}
          {props.footer}
        </div>
      )}
    </MantineDrawer>
  );
}

/** What may be typed or chosen; a list that opens by the focus alone would lie over the form. */
const FIELD =
  ':is(input:not([type=hidden], [type=radio]:not(:checked)), textarea):not([aria-haspopup=listbox]:not([readonly])):not(:disabled)';

/** Whoever opens a form types at once: its first field takes the focus instead of the button that closes it, unless the form names another. */
function nameFirst(form: HTMLElement | null): void {
  if (form?.querySelector('[data-autofocus]') === null) form.querySelector(FIELD)?.setAttribute('data-autofocus', '');
}
