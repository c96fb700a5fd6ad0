import { useRef, useState } from 'react';
import { isLocale, type Locale, toLocale } from '../../core/locale.ts';
import { useMutation } from '../shell/api.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { faultOf } from '../ui/fault.ts';
import { useTranslation } from '../ui/texts.ts';
import { toastSuccess } from '../ui/toasts.ts';
import { SaveBundleDocument } from './cms.graphql.ts';
import { type Channel, type Draft, type DraftContent, inputOf, localesOf, startContent } from './draft.ts';

/**
 * A message while it is edited, one of its languages open.
 * @param onSaved hears the file name it was saved under.
 */
export function useBundleDraft(channel: Channel, start: Draft, onSaved: (fileName: string) => void) {
  const { t } = useTranslation('content');
  const { clientId, configuration } = useWorkspace();
  const [draft, setDraft] = useState(start);
  const [locale, setLocale] = useState<Locale>(() => {
    const own = toLocale(configuration.defaultLocale);
    return start.contents[own] ? own : (localesOf(start)[0] ?? own);
  });
  const [refusal, setRefusal] = useState<unknown>(null);
  const [send, busy] = useMutation('cms', SaveBundleDocument);
  /** Set once it is saved: leaving is part of the work then. */
  const saved = useRef(false);
  const changed = JSON.stringify(draft) !== JSON.stringify(start);
  const content = draft.contents[locale];
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  async function save() {
    if (busy) return;
    setRefusal(null);
    try {
      const { saveTemplateBundleV2: kept } = await send({ templateBundle: inputOf(draft, clientId, channel) });
      toastSuccess(t('saved', { name: draft.displayName }));
      saved.current = true;
      onSaved(kept.fileName);
    } catch (thrown) {
      setRefusal(thrown);
      // "contentTemplates.de_DE.subject": the language that was refused is opened, where each problem stands with its place.
      const refused = faultOf(thrown).field?.split('.')[1];
      if (isLocale(refused) && draft.contents[refused]) setLocale(refused);
    }
  }
  return {
    draft,
    changed,
    change,
    locale,
    open: setLocale,
    /** Of the open language. */
    content,
    changeContent: (part: Partial<DraftContent>) => {
      if (content) change({ contents: { ...draft.contents, [locale]: { ...content, ...part } } });
    },
    /** Begins with the open language's text. */
    addLanguage: (added: Locale) => {
      change({ contents: { ...draft.contents, [added]: startContent(channel, content) } });
      setLocale(added);
    },
    removeLanguage: () => {
      const { [locale]: _removed, ...contents } = draft.contents;
      change({ contents });
      setLocale(localesOf({ ...draft, contents })[0] ?? locale);
    },
    save,
    busy,
    refusal,
    saved,
  };
}
