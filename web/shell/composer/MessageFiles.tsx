import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFileSize } from '../../ui/useFileSize.ts';
import type { MessageContentQuery } from './cms.graphql.ts';
import classes from './MessageContent.module.css';

/** The files that went with a message; nothing without any. What is not kept any more is named. */
export function MessageFiles({ files }: { files: MessageContentQuery['getCommunicationContent']['attachmentsContent'] }) {
  const { t } = useTranslation('messages');
  const size = useFileSize();
  if (files.length === 0) return null;
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
    </ul>
  );
}
