import { Input } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { EMPTY_CALL, EMPTY_TEMPLATE } from '../../../../core/emptyContent.ts';
import type { SpokenCall } from '../../../../core/spokenCall.ts';
import type { WhatsappTemplate } from '../../../../core/whatsapp.ts';
import type { SourceContent } from '../../../content/draft.ts';
import { PlaceholderPalette } from '../../../content/PlaceholderPalette.tsx';
import { usePlaceholders, withoutLists } from '../../../content/placeholders.ts';
import type { BundleDraft } from '../../../content/useBundleDraft.ts';
import { usePreview } from '../../../content/usePreview.ts';
import { errorAt } from '../../../ui/form.ts';
import classes from './BundleEditor.module.css';
import { CallFields } from './CallFields.tsx';
import { CallPreview } from './CallPreview.tsx';
import { PieceContext, type PieceTools } from './pieces.ts';
import { WhatsappApproval } from './WhatsappApproval.tsx';
import { WhatsappFields } from './WhatsappFields.tsx';
import { WhatsappPreview } from './WhatsappPreview.tsx';

/** Content that is made of several texts: a WhatsApp template, or an automated call. @param props.top given the number of problems, what stands above. */
export default function PiecesBody(props: {
  bundle: BundleDraft;
  content: SourceContent;
  channel: 'whatsapp' | 'call';
  isNew: boolean;
  edits: boolean;
  account: string;
  onAccount: (account: string) => void;
  top: (problems: number) => ReactNode;
}) {
  const { bundle, content, channel, account } = props;
  const { locale, errors } = bundle;
  const insert = useRef<(text: string) => void>(() => undefined);
  const { preview, problems: found, error } = usePreview(channel, { locale, content, design: null, account });
  const placeholders = withoutLists(usePlaceholders(channel));
  const refused = errorAt(errors, locale);
  // Nobody is told off for a text that they haven't come to yet.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const problems = props.isNew && !refused ? found.filter(({ field }) => touched.has(field)) : found;
  const touch = (field: string) => setTouched((old) => (old.has(field) ? old : new Set([...old, field])));
  const tools: PieceTools = { problems, insert, readOnly: !props.edits, touch };
  const change = (value: object) => bundle.changeContent({ content: JSON.stringify(value) });
  const shown = { preview, error, account, onAccount: props.onAccount, locale };
  return (
    <PieceContext value={tools}>
      <div className={classes.columns}>
        <PlaceholderPalette placeholders={placeholders} onInsert={(source) => insert.current(source)} />
        <main className={classes.middle} data-scrolls>
          {props.top(problems.length)}
          {problems.length === 0 && refused && <Input.Error role="alert">{refused}</Input.Error>}
          {channel === 'whatsapp' ? (
            <>
              {bundle.draft.fileName !== null && (
                <WhatsappApproval fileName={bundle.draft.fileName} locale={locale} isSaved={!bundle.canSave} edits={props.edits} />
              )}
              <WhatsappFields value={read(content.content, EMPTY_TEMPLATE)} onChange={change} />
            </>
          ) : (
            <CallFields value={read(content.content, EMPTY_CALL)} onChange={change} />
          )}
        </main>
        {channel === 'whatsapp' ? (
          <WhatsappPreview value={read(content.content, EMPTY_TEMPLATE)} {...shown} />
        ) : (
          <CallPreview value={read(content.content, EMPTY_CALL)} {...shown} />
        )}
      </div>
    </PieceContext>
  );
}

/** @returns a content as it is edited; what a draft of before lacks is empty. */
function read<Value extends WhatsappTemplate | SpokenCall>(content: string, empty: Value): Value {
  try {
    return { ...empty, ...(JSON.parse(content) as Partial<Value>) };
  } catch {
    return empty;
  }
}
