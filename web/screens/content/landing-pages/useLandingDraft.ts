import { useRef, useState } from 'react';
import { isPagePart, type PagePart } from '../../../../blocks/page/start.ts';
import { isLocale } from '../../../../core/locale.ts';
import { useLanguages } from '../../../content/useLanguages.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultOf } from '../../../ui/fault.ts';
import { type KeptDraft, useKeptDraft } from '../../../ui/keptDraft.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useSaving } from '../../../ui/saving.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { SaveLandingPageDocument } from './cms.graphql.ts';
import { type LandingDraft, landingInput, languagesIn, partsIn, withLanguages } from './landingDraft.ts';

/**
 * A landing page while it is edited, one part and one language of it open.
 * @param name what its draft is kept by. @param onSaved hears its id. @param onConflict somebody else saved it: asks for what is there now.
 */
export function useLandingDraft(
  name: string,
  start: LandingDraft,
  { onSaved, onConflict }: { onSaved: (landingPageId: string) => void; onConflict: () => void },
) {
  const { t } = useTranslation('landing');
  const { clientId } = useWorkspace();
  const edits = useCan('cms', 'editContent');
  const [send, busy] = useMutation('cms', SaveLandingPageDocument);
  /** A new one is left for its own address once it is saved. */
  const mayLeave = useRef(false);
  const kept = useKeptDraft<LandingDraft>(name, {
    initialValues: start,
    outdatedBy: 'landingPageChanged',
    failed: t('notSaved'),
    onConflict,
  });
  const draft = kept.values;
  const [wanted, openPart] = useState<PagePart>(partsIn(start).at(-1) ?? 'home');
  const languages = useLanguages(
    languagesIn(draft),
    (change) => kept.setValues(withLanguages(draft, change)),
    () => ({ format: 'design', texts: {} }),
  );
  const form = useSaving<LandingDraft, KeptDraft<LandingDraft>>(
    kept,
    { edits, isWhole: ({ displayName }) => displayName.trim() !== '' },
    async (values) => {
      try {
        const { saveLandingPage } = await send({ clientId, landingPage: landingInput(values) });
        toastSuccess(t('saved', { name: values.displayName }));
        mayLeave.current = values.landingPageId === null;
        onSaved(saveLandingPage.landingPageId);
      } catch (thrown) {
        // "pageContents.home.de_DE.intro.text": the part and the language that were refused are opened.
        const [, part = '', locale] = faultOf(thrown).field?.split('.') ?? [];
        if (isPagePart(part)) openPart(part);
        if (isLocale(locale)) languages.open(locale);
        throw thrown;
      }
    },
    'pageContents',
  );
  return { draft, edits, busy, form, mayLeave, part: wanted, openPart, ...languages };
}

export type LandingPageDraft = ReturnType<typeof useLandingDraft>;
