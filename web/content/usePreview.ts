import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Design } from '../../blocks/design.ts';
import type { Locale } from '../../core/locale.ts';
import { query } from '../shell/api.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { PreviewBundleDocument, type PreviewBundleQuery, type PreviewBundleQueryVariables } from './cms.graphql.ts';
import { type Channel, type DraftContent, sourceOf } from './draft.ts';

export type Preview = PreviewBundleQuery['previewBundle'];
export type Problem = Preview['problems'][number];
/** What is shown of a message, or sent as a preview: one language of it. */
export type PreviewContent = PreviewBundleQueryVariables['previewContent'];

export interface PreviewState {
  /** What it is of; null while there is nothing to show. */
  readonly asked: PreviewContent | null;
  /** The last one that the content could be made into. */
  readonly preview: Preview | null;
  readonly problems: readonly Problem[];
  readonly error: unknown;
}

/** @returns what the server is asked with for a preview. @param account whose values fill it in, by its reference; examples do where it is empty. */
export function previewContentOf(
  clientId: string,
  channel: Channel,
  { locale, content, design, account }: Shown & { readonly content: DraftContent },
): PreviewContent {
  return { clientId, contentTemplateType: channel, locale, ...sourceOf(content), design, accountId: account.trim() || null };
}

/** One language of a message, and whose values it is shown with. */
export interface Shown {
  readonly locale: Locale;
  readonly content: DraftContent | null;
  /** The blocks, for content of that format. */
  readonly design: Design | null;
  readonly account: string;
}

/** Asks the server how the content looks, a moment after the last keystroke. A broken text leaves the last good picture standing. */
export function usePreview(channel: Channel, { locale, content, design, account }: Shown): PreviewState {
  const { clientId } = useWorkspace();
  const shown = useMemo(
    () => (content ? { clientId, channel, locale, content, design, account } : null),
    [clientId, channel, locale, content, design, account],
  );
  const [later] = useDebouncedValue(shown, 350);
  const settled = useMemo(() => later && previewContentOf(later.clientId, later.channel, later), [later]);
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
  return { asked: settled, ...state };
}
