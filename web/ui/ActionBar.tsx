import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ActionBar.module.css';
import { useFormat } from './format.ts';
import { useHotkeys } from './hotkeys.ts';
import { useTranslation } from './texts.ts';

/**
 * The one dark bar at the bottom while something is selected. Lies inside the nearest positioned box (DataTable's `actionBar`).
 * @param count how many are selected. @param detail e.g. their sum. @param total with onSelectAll: offers all that match the search.
 * @param children ActionButtons.
 */
export function ActionBar(props: {
  count: number;
  detail?: ReactNode;
  total?: number;
  onSelectAll?: () => void;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  useHotkeys({ Escape: props.onClear }, { enabled: props.count > 0, ofList: true });
  if (props.count === 0) return null;
  const more = props.onSelectAll !== undefined && props.total !== undefined && props.total > props.count;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection.actions')}>
      <strong className={classes.count} aria-live="polite">
        {t('selection.count', { count: props.count, number: format.number(props.count) })}
      </strong>
      {props.detail !== undefined && <span className={classes.detail}>{props.detail}</span>}
      {more && (
        <button type="button" className={classes.all} onClick={props.onSelectAll}>
          {t('selection.all', { number: format.number(props.total!) })}
        </button>
      )}
      <span className={classes.line} />
      {props.children}
      <button type="button" className={classes.close} onClick={props.onClear} aria-label={t('selection.clear')}>
        <IconX size={16} />
      </button>
    </div>
  );
}

/** An action of the bar. @param icon a Tabler icon of 16 px. */
export function ActionButton(props: { icon: ReactNode; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.action} disabled={props.disabled} onClick={props.onClick}>
      {props.icon}
      {props.children}
    </button>
  );
}
