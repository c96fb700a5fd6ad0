import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaultWords } from '../../core/fault.ts';
import type { ServerFault } from './fault.ts';
import { faultCode, type Texts, tellFault } from './faultWords.ts';
import classes from './states.module.css';

/** @returns what turns what the server said in English into the reader's language, or null where the product has no text for it. */
function useTold(): { told: (message: string, words?: FaultWords) => string | null; ready: boolean; translated: boolean } {
  const { t, i18n, ready } = useTranslation('faults', { useSuspense: false });
  const english = (i18n.getResourceBundle('en_US', 'faults') ?? {}) as Texts;
  const told = (message: string, words?: FaultWords) => {
    if (words && i18n.exists(`faults:${words.key}`)) return String(t(`faults:${words.key}` as never, words.values as never));
    // What comes without a key is known by its English wording.
    const lines = message.split('\n').map((line) => {
      const found = tellFault(line, english);
      return found && String(t(`faults:${found.key}` as never, found.values as never));
    });
    return lines.includes(null) ? null : lines.join('\n');
  };
  const own = Object.keys(i18n.getResourceBundle(i18n.language, 'faults') ?? {}).length > 0;
  return { told, ready, translated: own && !i18n.language.startsWith('en') };
}

/** What the server said in English, in the reader's language where the product has it. */
export function ServerWords({ text, words }: { text: string; words?: FaultWords | undefined }): ReactNode {
  const { told, ready } = useTold();
  if (!ready) return null;
  return told(text, words) ?? <span lang="en">{text}</span>;
}

/**
 * A refusal in the reader's language. What the server said is in English: a text that the product has in the reader's language takes its place,
 * and otherwise its kind is named, with the server's own words beneath.
 */
export function FaultText({ fault }: { fault: ServerFault }): ReactNode {
  const { t } = useTranslation('ui');
  const { told, ready, translated } = useTold();
  if (!ready) return null;
  const code = faultCode(fault);
  if (code === 'NETWORK' || code === 'INTERNAL') return t(`fault.${code}.title`);
  const text = told(fault.message, fault.words) ?? (translated ? null : fault.message);
  if (text !== null) return <span className={classes.lines}>{text}</span>;
  return (
    <>
      {t(`fault.${code}.title`)}
      <small className={classes.words} lang="en">
        {fault.message}
      </small>
    </>
  );
}
