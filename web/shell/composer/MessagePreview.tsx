import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { ServerWords } from '../../ui/FaultText.tsx';
import { wordsOf } from '../../ui/fault.ts';
import { MailFrame } from '../../ui/MailFrame.tsx';
import { PhoneBubble } from '../../ui/PhoneBubble.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useFileSize } from '../files.ts';
import { type ReasonLike, useReason } from '../reasons.ts';
import classes from './Composer.module.css';
import type { MessagePreviewQuery } from './cms.graphql.ts';
import { MissingCodes } from './MissingCodes.tsx';

type Preview = MessagePreviewQuery['previewDebtorMessage'];

/** What will arrive, to the letter: who gets it from whom, the page and its text, the files, and every rule of the gate. */
export function MessagePreview(props: { preview: Preview | undefined; error: unknown; loading: boolean; onRetry: () => void }) {
  const { preview, error } = props;
  const { t } = useTranslation('messages');
  const sizeOf = useFileSize();
  const [as, setAs] = useState<'page' | 'text'>('page');
  if (error && !preview)
    return (
      <aside className={classes.preview} aria-label={t('preview.title')}>
        <ErrorState error={error} onRetry={props.onRetry} />
      </aside>
    );
  if (!preview)
    return (
      <aside className={classes.preview} aria-label={t('preview.title')}>
        {props.loading ? <Skeleton height={220} radius={8} /> : <p className={classes.hint}>{t('preview.empty')}</p>}
      </aside>
    );
  return (
    <aside className={classes.preview} aria-label={t('preview.title')} aria-busy={props.loading}>
      {preview.problems.length > 0 && (
        <div className={classes.problems} role="alert">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
          <div>
            {preview.problems.map((problem) => (
              <p key={problem.message}>
                <ServerWords text={problem.message} words={wordsOf(problem.key, problem.values)} />
              </p>
            ))}
          </div>
        </div>
      )}
      <dl className={classes.lines}>
        <dt>{t('preview.to')}</dt>
        <dd>{preview.recipient ?? '–'}</dd>
        <dt>{t('preview.from')}</dt>
        <dd>{preview.sender}</dd>
        {preview.subject !== '' && (
          <>
            <dt>{t('composer.subject')}</dt>
            <dd className={classes.subject}>{preview.subject}</dd>
          </>
        )}
        {preview.attachments.length > 0 && (
          <>
            <dt>{t('composer.attachments')}</dt>
            <dd>
              {preview.attachments.map((file) => (
                <span key={file.fileId} className={classes.file}>
                  <IconPaperclip size={13} stroke={1.6} aria-hidden="true" />
                  {file.name} · {sizeOf(file.size)}
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      {preview.html !== null ? (
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('preview.as')}
            value={as}
            data={[
              { value: 'page', label: t('preview.page') },
              { value: 'text', label: t('preview.text') },
            ]}
            onChange={(next) => setAs(next === 'text' ? 'text' : 'page')}
          />
          <div className={classes.mail}>
            {as === 'page' ? (
              <MailFrame html={preview.html} title={preview.subject} />
            ) : (
              <pre className={classes.plain}>{preview.text}</pre>
            )}
          </div>
        </>
      ) : (
        preview.text !== '' && (
          <PhoneBubble text={preview.text} below={t('preview.parts', { count: preview.segments ?? 1, encoding: preview.encoding ?? '' })} />
        )
      )}
      <MissingCodes codes={preview.missingCodes} className={classes.missing} />
      <Rules rules={preview.rules} />
    </aside>
  );
}

function Rules({ rules }: { rules: Preview['rules'] }) {
  const { t } = useTranslation('messages');
  const reason = useReason();
  return (
    <details className={classes.rules} open={rules.some((rule) => !rule.ok)}>
      <summary>{t('preview.rules', { good: rules.filter((rule) => rule.ok).length, all: rules.length })}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule.rule} data-tone={rule.ok ? 'good' : 'bad'}>
            {rule.ok ? (
              <IconCircleCheck size={15} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCircleX size={15} stroke={1.6} aria-hidden="true" />
            )}
            <span>{reason(rule.why as ReasonLike)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
