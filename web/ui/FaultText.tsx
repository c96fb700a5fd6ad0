import { type ReactNode, Suspense } from 'react';
import type { FaultWords } from '../../core/fault.ts';
import type { ServerFault } from './fault.ts';
import { type EnglishTexts, faultCode, tellFault } from './faultWords.ts';
import classes from './states.module.css';
import { useTexts, useTranslation } from './texts.ts';

/** @returns what turns what the server said in English into the reader's language, or null where the product has no text for it. */
function useTold(): { told: (message: string, words?: FaultWords) => string | null; translated: boolean } {
  const { t, exists, language } = useTranslation('faults');
  const english = useTexts('en_US', 'faults') as EnglishTexts;
  const told = (message: string, words?: FaultWords) => {
    if (words && exists(`faults:${words.key}`)) return t(`faults:${words.key}` as never, words.values);
    // What comes without a key is known by its English wording.
    const lines = message.split('\n').map((line) => {
      const found = tellFault(line, english);
      return found && t(`faults:${found.key}` as never, found.values);
    });
    return lines.includes(null) ? null : lines.join('\n');
  };
  const own = Object.keys(useTexts(language, 'faults')).length > 0;
  return { told, translated: own && !language.startsWith('en') };
}

/** What the server said in English, in the reader's language where the product has it. */
export function ServerWords(props: { text: string; words?: FaultWords | undefined }): ReactNode {
  return (
    <Suspense>
      <Told {...props} />
    </Suspense>
  );
}

function Told({ text, words }: { text: string; words?: FaultWords | undefined }): ReactNode {
  return useTold().told(text, words) ?? <span lang="en">{text}</span>;
}

/**
 * A refusal in the reader's language. What the server said is in English: a text that the product has in the reader's language takes its place,
 * and otherwise its kind is named, with the server's own words beneath.
 */
export function FaultText(props: { fault: ServerFault }): ReactNode {
  return (
    <Suspense>
      <Words {...props} />
    </Suspense>
  );
}

function Words({ fault }: { fault: ServerFault }): ReactNode {
  const { t } = useTranslation('ui');
  const { told, translated } = useTold();
  const code = faultCode(fault);
  if (code === 'NETWORK' || code === 'INTERNAL') return t(`ui:fault.${code}.title`);
  const text = told(fault.message, fault.words) ?? (translated ? null : fault.message);
  if (text !== null) return <span className={classes.lines}>{text}</span>;
  return (
    <>
      {t(`ui:fault.${code}.title`)}
      <small className={classes.words} lang="en">
        {fault.message}
      </small>
    </>
  );
}
