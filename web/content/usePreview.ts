import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Locale } from '../../core/locale.ts';
import { query } from '../shell/api.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { PreviewBundleDocument, type PreviewBundleQuery, type PreviewBundleQueryVariables } from './cms.graphql.ts';
import type { Channel, DraftContent } from './draft.ts';

export type Preview = PreviewBundleQuery['previewBundle'];
export type Problem = Preview['problems'][number];
/** What is shown of a message, or sent as a preview: one language of it. */
export type PreviewContent = PreviewBundleQueryVariables['previewContent'];

export interface PreviewState {
  /** The last one that the content could be made into. */
  readonly preview: Preview | null;
  readonly problems: readonly Problem[];
  readonly error: unknown;
  /** What the server was or will be asked with; null without content. */
  readonly asked: PreviewContent | null;
}

/**
 * Asks the server how the content looks, a moment after the last keystroke. A broken text leaves the last good picture standing.
 * @param account whose values fill it in, by its reference; examples do where it is empty.
 */
export function usePreview(channel: Channel, locale: Locale, content: DraftContent | undefined, account: string): PreviewState {
  const { clientId } = useWorkspace();
  const asked = useMemo(
    () => (content ? { clientId, contentTemplateType: channel, locale, ...content, accountId: account.trim() || null } : null),
    [clientId, channel, locale, content, account],
  );
  const [settled] = useDebouncedValue(asked, 350);
  const [state, setState] = useState<Omit<PreviewState, 'asked'>>({ preview: null, problems: [], error: null });
  useEffect(() => {
    if (!settled) return;
    let current = true;
    query('cms', PreviewBundleDocument, { previewContent: settled }).then(
      ({ previewBundle }) => {
        if (!current) return;
        setState((old) => {
          const failed = previewBundle.problems.length > 0;
          const preview = failed && old.preview ? { ...old.preview, problems: previewBundle.problems } : previewBundle;
          return { preview, problems: previewBundle.problems, error: null };
        });
      },
      (error: unknown) => current && setState((old) => ({ ...old, error })),
    );
    return () => {
      current = false;
    };
  }, [settled]);
  return { ...state, asked };
}
