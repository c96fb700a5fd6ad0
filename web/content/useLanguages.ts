import { useState } from 'react';
import { type Locale, toLocale } from '../../core/locale.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { type DraftContent, type Languages, localesOf } from './draft.ts';

/**
 * The languages of what is written, one of them open: the client's own first.
 * @param begin what another language begins with, given the open one.
 */
export function useLanguages(
  draft: Languages,
  change: (part: Partial<Languages>) => void,
  begin: (open: DraftContent | null) => DraftContent,
) {
  const { configuration } = useWorkspace();
  const own = toLocale(configuration.defaultLocale);
  const [locale, open] = useState<Locale>(() => (draft[own] ? own : (localesOf(draft)[0] ?? own)));
  return {
    locale,
    open,
    /** Begins with the open language's text. */
    addLanguage: (added: Locale) => {
      change({ [added]: begin(draft[locale]) });
      open(added);
    },
    removeLanguage: () => {
      change({ [locale]: null });
      open(localesOf({ ...draft, [locale]: null })[0] ?? locale);
    },
  };
}
