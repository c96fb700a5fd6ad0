import { type ReactNode, useCallback, useMemo } from 'react';
import { behind } from '../../../../blocks/texts.ts';
import { toLocale } from '../../../../core/locale.ts';
import { localesOf, partsOf, writtenOf } from '../../../content/draft.ts';
import DesignEditor from '../../../content/editor/DesignEditor.tsx';
import { DesignPreview } from '../../../content/editor/DesignPreview.tsx';
import { useLook } from '../../../content/editor/useLook.ts';
import type { Written } from '../../../content/editor/written.ts';
import { usePlaceholders } from '../../../content/placeholders.ts';
import type { BundleDraft } from '../../../content/useBundleDraft.ts';
import { useWorkspace } from '../../../shell/workspace.ts';

/** A message of blocks. @param props.top given how many texts of the open language are missing or outdated, what stands above the canvas. */
export default function DesignBody(props: {
  bundle: BundleDraft;
  edits: boolean;
  account: string;
  onAccount: (account: string) => void;
  top: (behind: number) => ReactNode;
}) {
  const { bundle, account } = props;
  const { draft, locale, content } = bundle;
  const { configuration } = useWorkspace();
  const placeholders = usePlaceholders('email');
  const look = useLook();
  const own = toLocale(configuration.defaultLocale);
  const leading = draft[own] ? own : (localesOf(draft)[0] ?? own);
  const contents = localesOf(draft).map((each) => draft[each]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same as long as design and texts are the same
  const written = useMemo(() => writtenOf(draft)!, [draft.design, ...contents]);
  const { getValues, change: put } = bundle;
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
      onChange={change}
      top={props.top(late)}
      preview={<DesignPreview shown={{ locale, content, design: draft.design, account }} onAccount={props.onAccount} />}
      {...look}
    />
  );
}
