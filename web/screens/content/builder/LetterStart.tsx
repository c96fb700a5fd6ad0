import type { ReactNode } from 'react';
import { startLetter } from '../../../../blocks/letterStart.ts';
import { toLocale } from '../../../../core/locale.ts';
import { type Draft, newDesignDraft } from '../../../content/draft.ts';
import { useWorkspace } from '../../../shell/workspace.ts';

/** What a new letter begins with: the head that its envelope's window shows. @param props.children edits it. */
export default function LetterStart(props: { children: (start: Draft) => ReactNode }) {
  const { configuration } = useWorkspace();
  return props.children(newDesignDraft(startLetter(toLocale(configuration.defaultLocale)), []));
}
