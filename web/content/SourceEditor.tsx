import { SegmentedControl, TextInput } from '@mantine/core';
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react';
import { smsLength } from '../../core/sms.ts';
import { useTranslation } from '../ui/texts.ts';
import type { Channel, SourceContent } from './draft.ts';
import { insertAt } from './insertAt.ts';
import { type Place, Problems } from './Problems.tsx';
import type { Placeholder } from './placeholders.ts';
import type { SourceHandle } from './SourceCode.tsx';
import classes from './SourceEditor.module.css';
import type { Problem } from './usePreview.ts';

/** Its editor comes with the first page that is written as source. */
const SourceCode = lazy(() => import('./SourceCode.tsx'));

const FORMATS = ['mjml', 'html', 'text'] as const;

/** Subject and source of one language, with what is wrong with them. @param inserter is given what puts text at the cursor. */
export function SourceEditor(props: {
  channel: Channel;
  content: SourceContent;
  problems: readonly Problem[];
  placeholders: readonly Placeholder[];
  onChange: (part: Partial<SourceContent>) => void;
  onSubjectLeft: () => void;
  inserter: RefObject<(text: string) => void>;
  readOnly: boolean;
}) {
  const { t } = useTranslation('content');
  const { channel, content, problems, placeholders, onChange, inserter } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  const code = useRef<SourceHandle>(null);
  const last = useRef<'subject' | 'content'>('content');
  const isPage = content.format !== 'text';
  useEffect(() => {
    inserter.current = (text) => {
      if (props.readOnly) return;
      if (last.current === 'content' && code.current) return code.current.insert(text);
      const field = last.current === 'subject' ? subject.current : area.current;
      if (!field) return;
      insertAt(field, text, (value) => onChange({ [last.current]: value }), requestAnimationFrame);
    };
  });
  /** Puts the cursor on what is wrong. */
  function goTo({ field: where, line, column, length }: Place) {
    if (where !== 'subject' && code.current) return code.current.goTo({ line, column, length });
    const field = where === 'subject' ? subject.current : area.current;
    if (!field) return;
    const before = field.value.split('\n').slice(0, line - 1);
    const from = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    field.focus();
    field.setSelectionRange(from, from + length);
  }
  const lines = content.content.split('\n').length;
  const tags = useMemo(() => placeholders.map(({ tag }) => tag), [placeholders]);
  const faults = useMemo(() => faultsOf(problems), [problems]);
  const length = channel === 'sms' ? smsLength(content.content) : null;

  return (
    <div className={classes.editor}>
      {channel === 'email' && (
        <div className={classes.head}>
          <TextInput
            ref={subject}
            className={classes.subject}
            label={t('subject')}
            value={content.subject}
            maxLength={500}
            readOnly={props.readOnly}
            onFocus={() => {
              last.current = 'subject';
            }}
            onBlur={props.onSubjectLeft}
            onChange={(event) => onChange({ subject: event.currentTarget.value })}
          />
          <SegmentedControl
            aria-label={t('format.label')}
            value={content.format}
            readOnly={props.readOnly}
            data={FORMATS.map((value) => ({ value, label: value === 'text' ? t('format.text') : value.toUpperCase() }))}
            onChange={(format) => onChange({ format })}
          />
        </div>
      )}
      {isPage ? (
        <Suspense fallback={<div className={classes.source} />}>
          <SourceCode
            handle={code}
            code={content.content}
            label={t('source')}
            tags={tags}
            faults={faults}
            readOnly={props.readOnly}
            onFocus={() => {
              last.current = 'content';
            }}
            onChange={(next) => onChange({ content: next })}
          />
        </Suspense>
      ) : (
        <div className={classes.words} data-short={channel !== 'email' || undefined}>
          <textarea
            ref={area}
            className={classes.area}
            aria-label={t('source')}
            aria-invalid={problems.length > 0}
            readOnly={props.readOnly}
            value={content.content}
            rows={Math.max(lines + 1, channel === 'email' ? 18 : 8)}
            onFocus={() => {
              last.current = 'content';
            }}
            onChange={(event) => onChange({ content: event.currentTarget.value })}
          />
        </div>
      )}
      {length && <p className={classes.length}>{t('sms.source', { characters: length.length })}</p>}
      <Problems problems={problems} onPlace={goTo} />
    </div>
  );
}

/** Unknown placeholders where they stand, and what the compiler says of a line ("MJML line 4: …"). */
const faultsOf = (problems: readonly Problem[]) =>
  problems.flatMap(({ field, message, places }) =>
    field === 'subject' ? [] : places.map(({ placeholder, line, column }) => ({ line, column, length: placeholder.length, message })),
  );
