import { SegmentedControl, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment, type MutableRefObject, useEffect, useRef } from 'react';
import { smsLength } from '../../../../core/sms.ts';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Channel, DraftContent } from './draft.ts';
import type { Preview } from './PreviewPanel.tsx';
import classes from './SourceEditor.module.css';

/** Subject and source of one language, with what is wrong with them. @param inserter is given what puts text at the cursor. */
export function SourceEditor(props: {
  channel: Channel;
  content: DraftContent;
  problems: Preview['problems'];
  onChange: (part: Partial<DraftContent>) => void;
  onSubjectLeft: () => void;
  inserter: MutableRefObject<(text: string) => void>;
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
      const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
      onChange({ [last.current]: field.value.slice(0, from) + text + field.value.slice(to) });
      requestAnimationFrame(() => {
        field.focus();
        field.setSelectionRange(from + text.length, from + text.length);
      });
    };
  });
  /** Puts the cursor on what is wrong. Lines and columns count from 1. */
  function goTo(where: string, line: number, column: number, length: number) {
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
      <div className={classes.code} data-prose={content.format === 'text' || undefined} data-short={channel === 'sms' || undefined}>
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
          rows={Math.max(lines + 1, channel === 'sms' ? 8 : 18)}
          wrap={content.format === 'mjml' ? 'off' : 'soft'}
          onFocus={() => {
            last.current = 'content';
          }}
          onChange={(event) => onChange({ content: event.currentTarget.value })}
        />
      </div>
      {length && <p className={classes.length}>{t('sms.source', { characters: length.length })}</p>}
      {problems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {problems.map((problem) => (
            <li key={`${problem.field}:${problem.message}`}>
              <IconAlertTriangle size={15} aria-hidden="true" />
              {problem.places.length > 0 ? (
                <span>
                  {t('unknown', { count: problem.placeholders.length })}{' '}
                  {problem.places.map(({ placeholder, line, column }, index) => (
                    <Fragment key={`${line}:${column}`}>
                      {index > 0 && ', '}
                      <code>{placeholder}</code>{' '}
                      <button type="button" className={classes.place} onClick={() => goTo(problem.field, line, column, placeholder.length)}>
                        {t(problem.field === 'subject' ? 'placeSubject' : 'place', { line, column })}
                      </button>
                    </Fragment>
                  ))}
                </span>
              ) : (
                <ServerWords text={problem.message} words={wordsOf(problem.key, problem.values)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
