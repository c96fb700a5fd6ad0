import { type ReactNode, useCallback, useMemo } from 'react';
import { behind } from '../../blocks/texts.ts';
import { type Locale, toLocale } from '../../core/locale.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { type DesignDraft, localesOf, partsOf, writtenOf } from './draft.ts';
import DesignEditor from './editor/DesignEditor.tsx';
import { NO_TEXTS, type PageTexts } from './editor/shared.ts';
import { useLook } from './editor/useLook.ts';
import type { Written } from './editor/written.ts';
import type { Placeholder } from './placeholders.ts';

/**
 * The blocks of a kept draft in their editor. @param props.getValues, @param props.change those of the form.
 * @param props.top given how many texts of the open language are missing or outdated, what stands above the canvas.
 * @param props.isPart, @param props.fits see DesignEditor.
 */
export default function DesignForm(props: {
  draft: DesignDraft;
  locale: Locale;
  edits: boolean;
  isPart?: boolean;
  fits?: (type: string) => boolean;
  placeholders: readonly Placeholder[];
  /** Texts that a page may show. */
  contents?: PageTexts;
  getValues: () => DesignDraft;
  change: (part: Partial<DesignDraft>) => void;
  top: (behind: number) => ReactNode;
  preview: ReactNode;
}) {
  const { draft, locale, placeholders, isPart = false } = props;
  const { configuration } = useWorkspace();
  const look = useLook();
  const own = toLocale(configuration.defaultLocale);
  const leading = draft[own] ? own : (localesOf(draft)[0] ?? own);
  const contents = localesOf(draft).map((each) => draft[each]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same as long as design and texts are the same
  const written = useMemo(() => writtenOf(draft)!, [draft.design, ...contents]);
  const { getValues, change: put } = props;
  const change = useCallback((next: Written) => put(partsOf(getValues(), next)), [getValues, put]);
  const late = useMemo(
    () => (locale === leading ? 0 : behind(written.texts[leading] ?? {}, written.texts[locale] ?? {}).size),
    [written, locale, leading],
  );
  if (!look) return null;
  return (
    <DesignEditor
      written={written}
      locale={locale}
      leading={leading}
      placeholders={placeholders}
      readOnly={!props.edits}
      isPart={isPart}
      {...(props.fits && { fits: props.fits })}
      onChange={change}
      top={props.top(late)}
      preview={props.preview}
      contents={props.contents ?? NO_TEXTS}
      {...look}
    />
  );
}
