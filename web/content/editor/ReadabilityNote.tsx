import { useDeferredValue, useMemo } from 'react';
import type { DesignBlock } from '../../../blocks/design.ts';
import { readability } from '../../../blocks/readability.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import { plainText } from '../../../blocks/words.ts';
import type { Locale } from '../../../core/locale.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Panel.module.css';

/** How easily the block's texts are read in the open language, and which sentences are hard. Nothing where there are too few words. */
export function ReadabilityNote({ block, texts, locale }: { block: DesignBlock; texts: DesignTexts; locale: Locale }) {
  const { t } = useTranslation('editor');
  const said = useDeferredValue(
    Object.entries(texts)
      .filter(([key]) => key.startsWith(`${block.id}.`))
      .map(([, { text }]) => (typeof text === 'string' ? text : plainText(text)))
      .join('\n'),
  );
  const found = useMemo(() => readability(said, locale), [said, locale]);
  if (!found) return null;
  const tone = found.score >= 60 ? 'good' : found.score >= 45 ? 'warn' : 'bad';
  return (
    <section className={classes.beside} aria-label={t('reading.label')}>
      <header>
        <span>{t('reading.label')}</span>
        <Tag tone={tone}>{t('reading.score', { score: Math.round(found.score), age: found.age })}</Tag>
      </header>
      {found.hardest.length > 0 && (
        <>
          <p>{t('reading.hard')}</p>
          <ul>
            {found.hardest.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
