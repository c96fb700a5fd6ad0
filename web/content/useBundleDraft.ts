import { useRef } from 'react';
import { isLocale } from '../../core/locale.ts';
import { useMutation } from '../shell/api.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { faultOf } from '../ui/fault.ts';
import { type KeptDraft, useKeptDraft } from '../ui/keptDraft.ts';
import { useSaving } from '../ui/saving.ts';
import { useTranslation } from '../ui/texts.ts';
import { toastSuccess } from '../ui/toasts.ts';
import { SaveBundleDocument } from './cms.graphql.ts';
import { type Channel, type Draft, inputOf, type SourceContent, startContent } from './draft.ts';
import { useLanguages } from './useLanguages.ts';

/**
 * A message while it is edited, one of its languages open.
 * @param name what its draft is kept by. @param onSaved hears the file name it was saved under.
 * @param onConflict somebody else saved it: asks for what is there now.
 */
export function useBundleDraft(
  name: string,
  channel: Channel,
  start: Draft,
  { edits, onSaved, onConflict }: { edits: boolean; onSaved: (fileName: string) => void; onConflict: () => void },
) {
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const [send, busy] = useMutation('cms', SaveBundleDocument);
  /** A new one is left for its own address once it is saved. */
  const mayLeave = useRef(false);
  const kept = useKeptDraft(name, { initialValues: start, outdatedBy: 'bundleChanged', failed: t('notSaved'), onConflict });
  const draft = kept.values;
  const languages = useLanguages(draft, kept.setValues, (open) => startContent(channel, open));
  const { locale } = languages;
  const form = useSaving<Draft, KeptDraft<Draft>>(
    kept,
    { edits, isWhole: ({ displayName }) => displayName.trim() !== '' },
    async (wanted) => {
      try {
        const { saveTemplateBundleV2: saved } = await send({ templateBundle: inputOf(wanted, clientId, channel) });
        toastSuccess(t('saved', { name: wanted.displayName }));
        mayLeave.current = wanted.fileName === null;
        onSaved(saved.fileName);
      } catch (thrown) {
        // "contentTemplates.de_DE.subject": the language that was refused is opened, where each problem stands with its place.
        const refused = faultOf(thrown).field?.split('.')[1];
        if (isLocale(refused) && wanted[refused]) languages.open(refused);
        throw thrown;
      }
    },
    'contentTemplates',
  );
  const content = draft[locale];
  const change = form.setValues;
  return {
    ...form,
    draft,
    change,
    ...languages,
    /** Of the open language. */
    content,
    changeContent: (part: Partial<SourceContent>) => {
      if (content && content.format !== 'design') change({ [locale]: { ...content, ...part } });
    },
    busy,
    mayLeave,
  };
}

export type BundleDraft = ReturnType<typeof useBundleDraft>;
