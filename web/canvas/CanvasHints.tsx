import { keyLabel } from '../ui/hotkeys.ts';
import classes from './Canvas.module.css';
import { useCanvasTexts } from './catalogue.ts';

/** What the canvas tells people to do next. @param moving the node that is moved by keyboard. */
export function CanvasHints(props: {
  nodes: number;
  loose: number;
  moving: string | null;
  carrying: boolean;
  chosen: boolean;
  readOnly: boolean;
  open: boolean;
}) {
  const { t } = useCanvasTexts();
  const { chosen, readOnly } = props;
  return (
    <>
      {props.nodes === 0 && !readOnly && (
        <div className={classes.empty}>
          <strong>{t('canvas.emptyTitle')}</strong>
          {t('canvas.emptyDetail')}
        </div>
      )}
      {props.moving !== null && (
        <div className={classes.hint} role="status">
          {t('canvas.moving', { name: props.moving })}
        </div>
      )}
      {chosen && (
        <div className={classes.hint} role="status">
          {t('canvas.chosen')}
        </div>
      )}
      {props.loose > 0 && !props.carrying && !chosen && (
        <div className={classes.hint} role="status">
          {t('canvas.looseHint')}
        </div>
      )}
      {!props.open && !readOnly && (
        <p className={classes.keys}>
          {t('canvas.keys', { duplicate: keyLabel('mod+d'), undo: keyLabel('mod+z'), save: keyLabel('mod+s') })}
        </p>
      )}
    </>
  );
}
