import { keyLabel } from '../../../ui/hotkeys.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Canvas.module.css';

/** What the canvas tells people to do next. @param moving the step that is moved by keyboard. */
export function CanvasHints(props: {
  steps: number;
  loose: number;
  moving: string | null;
  carrying: boolean;
  chosen: boolean;
  readOnly: boolean;
  open: boolean;
}) {
  const { t } = useTranslation('strategy');
  const { chosen, readOnly } = props;
  return (
    <>
      {props.steps === 0 && !readOnly && (
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
      {!props.open && !readOnly && <p className={classes.keys}>{t('canvas.keys', { undo: keyLabel('mod+z'), save: keyLabel('mod+s') })}</p>}
    </>
  );
}
