import { TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isPageText } from '../../blocks/page/textTypes.ts';
import { MissingCodes } from '../shell/composer/MissingCodes.tsx';
import { MailFrame, type MailLook } from '../ui/MailFrame.tsx';
import { PhoneBubble } from '../ui/PhoneBubble.tsx';
import { useCan } from '../ui/permission.tsx';
import { ErrorNote } from '../ui/states.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useTranslation } from '../ui/texts.ts';
import type { Channel } from './draft.ts';
import { PartsNote } from './PartsNote.tsx';
import classes from './PreviewPanel.module.css';
import type { Preview, PreviewContent } from './usePreview.ts';

/** The message as its reader would see it, on a real account or on examples. */
export function PreviewPanel(props: {
  channel: Channel;
  preview: Preview | null;
  error: unknown;
  /** What the preview is of. */
  asked: PreviewContent | null;
  account: string;
  onAccount: (account: string) => void;
  /** How a mail is looked at, and what chooses it. */
  look?: MailLook;
  tools?: ReactNode;
}) {
  const { t } = useTranslation('content');
  const { preview } = props;
  // Real values are an account's; whoever may not read accounts writes with the examples.
  const readsAccounts = useCan('account', 'viewAccount');
  const broken = preview !== null && preview.problems.length > 0;
  return (
    <section className={classes.panel} aria-label={t('preview.title')}>
      <header className={classes.head}>
        <h2>{t('preview.title')}</h2>
        {preview && preview.segments !== null && !broken && (
          <Tag tone={preview.segments > 1 ? 'warn' : 'good'}>
            {t('sms.parts', { count: preview.segments, encoding: preview.encoding ?? '' })}
          </Tag>
        )}
      </header>
      {readsAccounts && (
        <TextInput
          value={props.account}
          onChange={(event) => props.onAccount(event.currentTarget.value)}
          placeholder={t('preview.account')}
          aria-label={t('preview.account')}
          leftSection={<IconUser size={16} />}
        />
      )}
      {props.tools}
      {props.error !== null && <ErrorNote error={props.error} />}
      <div className={classes.stage} data-stale={broken || undefined} data-short={props.channel !== 'email' || undefined}>
        {props.channel === 'email' ? (
          <>
            <dl className={classes.lines}>
              <dt>{t('preview.to')}</dt>
              <dd>{preview?.recipient ?? t('preview.example')}</dd>
              <dt>{t('subject')}</dt>
              <dd className={classes.subject}>{preview?.subject}</dd>
            </dl>
            <MailFrame html={preview?.html ?? null} title={t('preview.title')} {...(props.look ? { look: props.look } : {})} />
          </>
        ) : (
          preview &&
          (isPageText(props.channel) ? (
            <p className={classes.pageText}>{preview.text}</p>
          ) : (
            <PhoneBubble text={preview.text} below={preview.recipient ?? t('preview.example')} />
          ))
        )}
      </div>
      {props.channel === 'sms' && preview && !broken && <PartsNote asked={props.asked} preview={preview} />}
      {preview && !broken && <MissingCodes codes={preview.missingCodes} className={classes.note} />}
      {broken && (preview.html !== null || preview.text !== '') && <p className={classes.note}>{t('preview.stale')}</p>}
    </section>
  );
}
