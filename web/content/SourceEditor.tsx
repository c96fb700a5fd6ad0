import { SegmentedControl, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { smsLength } from '../../core/sms.ts';
import { useTranslation } from '../ui/texts.ts';
import type { Channel, SourceContent } from './draft.ts';
import { insertAt } from './insertAt.ts';
import { type Place, Problems } from './Problems.tsx';
import classes from './SourceEditor.module.css';
import type { Problem } from './usePreview.ts';

/** Subject and source of one language, with what is wrong with them. @param inserter is given what puts text at the cursor. */
export function SourceEditor(props: {
  channel: Channel;
  content: SourceContent;
  problems: readonly Problem[];
  onChange: (part: Partial<SourceContent>) => void;
  onSubjectLeft: () => void;
  inserter: RefObject<(text: string) => void>;
  readOnly: boolean;
}) {
  const { t } = useTranslation('content');
  const { channel, content, problems, onChange, inserter } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  const last = useRef<'subject' | 'content'>('content');
  useEffect(() => {
    inserter.current = (text) => {
      const field = last.current === 'subject' ? subject.current : area.current;
      if (!field || props.readOnly) return;
      insertAt(field, text, (value) => onChange({ [last.current]: value }), requestAnimationFrame);
    };
  });
  /** Puts the cursor on what is wrong. */
  function goTo({ field: where, line, column, length }: Place) {
    const field = where === 'subject' ? subject.current : area.current;
    if (!field) return;
    const before = field.value.split('\n').slice(0, line - 1);
    const from = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    field.focus();
    field.setSelectionRange(from, from + length);
  }
  const lines = content.content.split('\n').length;
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
            data={[
              { value: 'mjml', label: 'MJML' },
              { value: 'text', label: t('format.text') },
            ]}
            onChange={(format) => onChange({ format: format === 'mjml' ? 'mjml' : 'text' })}
          />
        </div>
      )}
      <div className={classes.code} data-prose={content.format === 'text' || undefined} data-short={channel !== 'email' || undefined}>
        {content.format === 'mjml' && (
          <pre className={classes.numbers} aria-hidden="true">
            {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
          </pre>
        )}
        <textarea
          ref={area}
          className={classes.area}
          aria-label={t('source')}
          aria-invalid={problems.length > 0}
          spellCheck={content.format === 'text'}
          readOnly={props.readOnly}
          value={content.content}
          rows={Math.max(lines + 1, channel === 'email' ? 18 : 8)}
          wrap={content.format === 'mjml' ? 'off' : 'soft'}
          onFocus={() => {
            last.current = 'content';
          }}
          onChange={(event) => onChange({ content: event.currentTarget.value })}
        />
      </div>
      {length && <p className={classes.length}>{t('sms.source', { characters: length.length })}</p>}
      <Problems problems={problems} onPlace={goTo} />
    </div>
  );
}
