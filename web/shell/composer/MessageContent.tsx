import { Skeleton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { ServerWords } from '../../ui/FaultText.tsx';
import { wordsOf } from '../../ui/fault.ts';
import { MailFrame } from '../../ui/MailFrame.tsx';
import { PhoneBubble } from '../../ui/PhoneBubble.tsx';
import { useCan } from '../../ui/permission.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useFileSize } from '../files.ts';
import { useWorkspace } from '../workspace.ts';
import { MessageContentDocument, type MessageContentQuery } from './cms.graphql.ts';
import { LetterFileDocument } from './files.graphql.ts';
import classes from './MessageContent.module.css';

type Content = MessageContentQuery['getCommunicationContent'];

/** A message to the byte, with its files. What came from outside is shown caged; only links of what never left are followed. */
export function MessageContent({ messageURL }: { messageURL: string }) {
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const seesFiles = useCan('account', 'viewFiles');
  const { data, error, refetch } = useQuery('cms', MessageContentDocument, { clientId, messageURL }, { reuse: true });
  const content = data?.getCommunicationContent;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!content)
    return (
      <div className={classes.ghost}>
        <Skeleton height={14} width="40%" />
        <Skeleton height={12} width="70%" />
      </div>
    );
  const inbound = content.direction === 'inbound';
  // What was posted is the PDF; who may see no files reads its text.
  const letter = content.channel === 'letter' && seesFiles ? content.attachmentsContent.find(({ url }) => url !== null) : undefined;
  return (
    <>
      {content.subject && <p className={classes.subject}>{content.subject}</p>}
      <MessageFiles files={content.attachmentsContent} missing={content.missingFiles} />
      {letter ? (
        <LetterFrame fileId={letter.fileId} name={letter.name} />
      ) : content.htmlContent === null ? (
        content.channel === 'sms' || content.channel === 'whatsapp' ? (
          <PhoneBubble text={content.textContent} follow={content.providerName === 'sandbox' && !inbound} />
        ) : (
          <pre className={classes.text}>{content.textContent}</pre>
        )
      ) : (
        <div className={classes.page}>
          <MailFrame html={content.htmlContent} title={content.subject ?? t('composer.body')} caged={inbound} />
        </div>
      )}
    </>
  );
}

/** A letter as it was posted, from the origin of files. */
function LetterFrame({ fileId, name }: { fileId: string; name: string }) {
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('files', LetterFileDocument, { clientId, fileId });
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={480} />;
  return <iframe className={classes.letter} src={data.getAddOnFileURL.url} title={name} referrerPolicy="no-referrer" />;
}

/** The files that went with a message; nothing without any. What is not kept any more is named. */
export function MessageFiles({ files, missing = [] }: { files: Content['attachmentsContent']; missing?: Content['missingFiles'] }) {
  const { t } = useTranslation('messages');
  const size = useFileSize();
  if (files.length + missing.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t('composer.attachments')}>
      {files.map((file) => (
        <li key={file.fileId}>
          <IconPaperclip size={14} stroke={1.6} aria-hidden="true" />
          {file.url ? (
            <a href={file.url} target="_blank" rel="noopener noreferrer">
              {file.name}
            </a>
          ) : (
            t('center.fileGone', { name: file.name })
          )}
          <span>{size(file.size)}</span>
        </li>
      ))}
      {missing.map(({ name, key, values }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files that came along may be called the same.
        <li key={`missing${at}`}>
          <IconPaperclip size={14} stroke={1.6} aria-hidden="true" />
          {name}
          <span>{key ? <ServerWords text={key} words={wordsOf(key, values)} /> : t('center.fileComing')}</span>
        </li>
      ))}
    </ul>
  );
}
