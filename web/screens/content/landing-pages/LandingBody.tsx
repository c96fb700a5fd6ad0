import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { fitsPart } from '../../../../blocks/page/start.ts';
import { textsFor } from '../../../../blocks/page/textTypes.ts';
import DesignForm from '../../../content/DesignForm.tsx';
import { type DesignDraft, localesOf } from '../../../content/draft.ts';
import { LanguageTabs } from '../../../content/LanguageTabs.tsx';
import { usePageTexts } from '../../../content/pageTexts.ts';
import { usePlaceholders } from '../../../content/placeholders.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Landing.module.css';
import { changesOf, languagesIn, partOf, partsIn } from './landingDraft.ts';
import { PagePreview } from './PagePreview.tsx';
import type { LandingPageDraft } from './useLandingDraft.ts';

/** The open part of a page in the editor. @param props.top what stands above it. */
export default function LandingBody({ page, top }: { page: LandingPageDraft; top: ReactNode }) {
  const { t } = useTranslation('landing');
  const { draft, part, locale, edits, form } = page;
  // Before the check, and on pages that anybody may open, nothing may be said of a debtor.
  const type = textsFor(part);
  const placeholders = usePlaceholders(type);
  const contents = usePageTexts(type);
  const shown = useMemo(() => partOf(draft, part), [draft, part]);
  const { getValues, setValues } = form;
  const fits = useCallback((type: string) => fitsPart(part, type), [part]);
  const own = useCallback(() => partOf(getValues(), part), [getValues, part]);
  const change = useCallback((next: Partial<DesignDraft>) => setValues(changesOf(part, next)), [setValues, part]);
  const parts = partsIn(draft);
  const bar = useRef<HTMLDivElement>(null);
  // Another part is another editor: whoever chose it by keyboard goes on from there.
  const opened = useRef(part);
  useEffect(() => {
    if (opened.current === part) return;
    opened.current = part;
    if (document.activeElement === document.body) bar.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [part]);
  return (
    <DesignForm
      key={part}
      draft={shown}
      locale={locale}
      edits={edits}
      fits={fits}
      placeholders={placeholders}
      contents={contents}
      getValues={own}
      change={change}
      preview={<PagePreview page={page} />}
      top={(problems) => (
        <>
          {top}
          <div ref={bar} className={classes.bar}>
            {parts.length > 1 && (
              <SegmentedControl
                size="xs"
                aria-label={t('part.label')}
                value={part}
                data={parts.map((value) => ({ value, label: t(`part.${value}`) }))}
                onChange={page.openPart}
              />
            )}
            <LanguageTabs
              locales={localesOf(languagesIn(draft))}
              locale={locale}
              problems={problems}
              edits={edits}
              onChoose={page.open}
              onAdd={page.addLanguage}
              onRemove={page.removeLanguage}
            />
          </div>
        </>
      )}
    />
  );
}
