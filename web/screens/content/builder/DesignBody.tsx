import { lazy, type ReactNode, Suspense } from 'react';
import DesignForm from '../../../content/DesignForm.tsx';
import type { Channel } from '../../../content/draft.ts';
import { DesignPreview } from '../../../content/editor/DesignPreview.tsx';
import { usePlaceholders } from '../../../content/placeholders.ts';
import type { BundleDraft } from '../../../content/useBundleDraft.ts';

const LetterPreview = lazy(() => import('./LetterPreview.tsx'));

/** A message of blocks. @param props.top given how many texts of the open language are missing or outdated, what stands above the canvas. */
export default function DesignBody(props: {
  channel: Channel;
  bundle: BundleDraft;
  edits: boolean;
  account: string;
  onAccount: (account: string) => void;
  top: (behind: number) => ReactNode;
}) {
  const { channel, bundle, edits, account, top } = props;
  const { draft, locale, content } = bundle;
  const shown = { locale, content, design: draft.design, account };
  return (
    <DesignForm
      draft={draft}
      locale={locale}
      edits={edits}
      placeholders={usePlaceholders(channel)}
      getValues={bundle.getValues}
      change={bundle.change}
      top={top}
      preview={
        channel === 'letter' ? (
          <Suspense>
            <LetterPreview shown={shown} onAccount={props.onAccount} />
          </Suspense>
        ) : (
          <DesignPreview shown={shown} onAccount={props.onAccount} />
        )
      }
    />
  );
}
