import { useCopy } from './clipboard.ts';
import classes from './Reference.module.css';
import { useTranslation } from './texts.ts';

/** A reference in mono; one click copies it. @param chip draws it on a sunken ground, as beside a page's title. */
export function Reference(props: { value: string; chip?: boolean }) {
  const { t } = useTranslation('ui');
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      className={classes.reference}
      data-chip={props.chip || undefined}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        copy(props.value);
      }}
      title={t('copy.copy')}
    >
      {props.value}
      <span className={classes.copied} role="status">
        {copied ? t('copy.copied') : ''}
      </span>
    </button>
  );
}
