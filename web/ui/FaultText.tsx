import { useTranslation } from 'react-i18next';
import type { ServerFault } from './fault.ts';
import { faultCode, type Texts, tellFault } from './faultWords.ts';
import classes from './states.module.css';

/** What the server said in English, in the reader's language where the product has it. */
export function ServerWords({ text }: { text: string }) {
  const { t, i18n, ready } = useTranslation('faults', { useSuspense: false });
  if (!ready) return null;
  const told = tellFault(text, (i18n.getResourceBundle('en_US', 'faults') ?? {}) as Texts);
  return told ? String(t(`faults:${told.key}` as never, told.values as never)) : <span lang="en">{text}</span>;
}

/**
 * A refusal in the reader's language. What the server said is in English: a text that the product has in the reader's language takes its place,
 * and otherwise its kind is named, with the server's own words beneath.
 */
export function FaultText({ fault }: { fault: ServerFault }) {
  const { t, i18n, ready } = useTranslation(['faults', 'ui'], { useSuspense: false });
  if (!ready) return null;
  const code = faultCode(fault);
  const { language } = i18n;
  if (code === 'NETWORK' || code === 'INTERNAL') return t(`ui:fault.${code}.title`);
  const told = tellFault(fault.message, (i18n.getResourceBundle('en_US', 'faults') ?? {}) as Texts);
  if (told) return String(t(`faults:${told.key}` as never, told.values as never));
  const translated = Object.keys(i18n.getResourceBundle(language, 'faults') ?? {}).length > 0 && !language.startsWith('en');
  if (!translated) return fault.message;
  return (
    <>
      {t(`ui:fault.${code}.title`)}
      <small className={classes.words} lang="en">
        {fault.message}
      </small>
    </>
  );
}
