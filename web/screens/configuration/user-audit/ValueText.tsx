import { DateText } from '../../../ui/DateText.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './UserAuditScreen.module.css';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A value of a payload as people read it: yes and no, moments in the client's zone, lists of words; what is nested as JSON. */
export function ValueText({ value }: { value: unknown }) {
  const { t } = useTranslation('audit');
  if (value === null || value === undefined || value === '') return <span className={classes.quiet}>{t('nothing')}</span>;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'string') return MOMENT.test(value) ? <DateText value={value} style="long" /> : value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
    return value.length === 0 ? <span className={classes.quiet}>{t('nothing')}</span> : value.join(', ');
  return <code className={classes.json}>{JSON.stringify(value, null, 1)}</code>;
}
