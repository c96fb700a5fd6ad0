import { useState } from 'react';
import classes from './Reference.module.css';
import { useTranslation } from './texts.ts';

/** A reference in mono; one click copies it. @param chip draws it on a sunken ground, as beside a page's title. */
export function Reference(props: { value: string; chip?: boolean }) {
  const { t } = useTranslation('ui');
  const [copied, setCopied] = useState(false);
  async function copy(event: React.MouseEvent) {
    event.stopPropagation();
    event.preventDefault();
    await navigator.clipboard.writeText(props.value);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  }
  return (
    <button type="button" className={classes.reference} data-chip={props.chip || undefined} onClick={copy} title={t('reference.copy')}>
      {props.value}
      <span className={classes.copied} role="status">
        {copied ? t('reference.copied') : ''}
      </span>
    </button>
  );
}
