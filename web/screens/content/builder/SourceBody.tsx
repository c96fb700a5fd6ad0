import { Input } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Channel, SourceContent } from '../../../content/draft.ts';
import { PlaceholderPalette } from '../../../content/PlaceholderPalette.tsx';
import { PreviewPanel } from '../../../content/PreviewPanel.tsx';
import { usePlaceholders } from '../../../content/placeholders.ts';
import { SourceEditor } from '../../../content/SourceEditor.tsx';
import type { BundleDraft } from '../../../content/useBundleDraft.ts';
import { usePreview } from '../../../content/usePreview.ts';
import { errorAt } from '../../../ui/form.ts';
import classes from './BundleEditor.module.css';

/** A message that is written as source: placeholders, the text of the open language, its preview. @param props.top given the number of problems, what stands above. */
export function SourceBody(props: {
  bundle: BundleDraft;
  content: SourceContent;
  channel: Channel;
  isNew: boolean;
  edits: boolean;
  account: string;
  onAccount: (account: string) => void;
  top: (problems: number) => ReactNode;
}) {
  const { bundle, content, channel, account } = props;
  const { locale, errors } = bundle;
  const insert = useRef<(text: string) => void>(() => undefined);
  const { asked, preview, problems: found, error } = usePreview(channel, { locale, content, design: null, account });
  // Nobody is told off for a subject that they haven't come to yet.
  const [subjectLeft, setSubjectLeft] = useState(!props.isNew);
  const refused = errorAt(errors, locale);
  const tellsSubject = subjectLeft || refused !== undefined;
  const problems = useMemo(() => (tellsSubject ? found : found.filter(({ field }) => field !== 'subject')), [found, tellsSubject]);
  const placeholders = usePlaceholders(channel);
  return (
    <div className={classes.columns}>
      <PlaceholderPalette placeholders={placeholders} onInsert={(source) => insert.current(source)} />
      <main className={classes.middle}>
        {props.top(problems.length)}
        {problems.length === 0 && refused && <Input.Error role="alert">{refused}</Input.Error>}
        <SourceEditor
          channel={channel}
          content={content}
          problems={problems}
          placeholders={placeholders}
          onChange={bundle.changeContent}
          onSubjectLeft={() => setSubjectLeft(true)}
          inserter={insert}
          readOnly={!props.edits}
        />
      </main>
      <PreviewPanel channel={channel} asked={asked} preview={preview} error={error} account={account} onAccount={props.onAccount} />
    </div>
  );
}
