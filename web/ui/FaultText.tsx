import { type ReactNode, Suspense } from 'react';
import type { FaultWords } from '../../core/fault.ts';
import { faultCode, type ServerFault } from './fault.ts';
import { sayWords } from './sayWords.ts';
import classes from './states.module.css';
import { useTranslation } from './texts.ts';

/** @returns what says a fault's key and values in the reader's language; null where the product has no text for it. */
function useTold(): (words: FaultWords | undefined) => string | null {
  const speech = useTranslation(['faults', 'roleNames']);
  return (words) => sayWords(words, speech);
}

/** What the server said, in the reader's language. @param text its English words, which stand where it sent no key. */
export function ServerWords(props: { text: string; words: FaultWords | undefined }): ReactNode {
  return (
    <Suspense>
      <Told {...props} />
    </Suspense>
  );
}

function Told({ text, words }: { text: string; words: FaultWords | undefined }): ReactNode {
  return useTold()(words) ?? <span lang="en">{text}</span>;
}

/**
 * A refusal in the reader's language, by the key that the server sent. One of a newer server, which this application has no text for, is named
 * by its kind, with the server's English words beneath.
 */
export function FaultText({ fault }: { fault: ServerFault }): ReactNode {
  return (
    <Suspense>
      <Words fault={fault} />
      {fault.also?.map((each) => (
        <span key={each.message} className={classes.also}>
          <Words fault={each} />
        </span>
      ))}
    </Suspense>
  );
}

function Words({ fault }: { fault: ServerFault }): ReactNode {
  const { t, language } = useTranslation('ui');
  const told = useTold();
  const code = faultCode(fault);
  if (code === 'NETWORK' || code === 'INTERNAL') return t(`ui:fault.${code}.title`);
  const text = told(fault.words) ?? (language.startsWith('en') ? fault.message : null);
  if (text !== null) return text;
  return (
    <>
      {t(`ui:fault.${code}.title`)}
      <small className={classes.words} lang="en">
        {fault.message}
      </small>
    </>
  );
}
