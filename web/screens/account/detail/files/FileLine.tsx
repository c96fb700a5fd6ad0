import { ActionIcon } from '@mantine/core';
import { IconDownload, IconFile, IconFileText, IconFileTypePdf, IconFileX, IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useFileSize } from '../../../../shell/files.ts';
import { useStaff } from '../../../../shell/staff.ts';
import { DateText } from '../../../../ui/DateText.tsx';
import { Reference } from '../../../../ui/Reference.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './FilesPanel.module.css';
import type { AccountFilesQuery } from './files.graphql.ts';

export type FileItem = AccountFilesQuery['listAddOnFiles']['items'][number];
const ICONS = { image: IconPhoto, pdf: IconFileTypePdf, text: IconFileText };

/** One file: what it is, who brought it when, and what can be done with it. @param tagLabel the client's word for a tag. */
export function FileLine(props: {
  file: FileItem;
  tagLabel: (key: string) => string;
  onOpen: () => void;
  onDownload: () => void;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}) {
  const { file, onEdit, onDelete } = props;
  const { t, exists } = useTranslation('files');
  const { nameOf } = useStaff();
  const size = useFileSize();
  const refused = file.status === 'refused';
  const Icon = refused ? IconFileX : (ICONS[file.preview as 'image'] ?? IconFile);
  const by = file.source === 'staff' ? (nameOf(file.uploadedBy) ?? t('source.staff')) : t(`source.${file.source as 'system'}`);
  const type = file.documentType;
  return (
    <li className={classes.line}>
      <Icon size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.what}>
        {refused ? (
          <span className={classes.name}>{file.name}</span>
        ) : (
          <button type="button" className={classes.name} onClick={props.onOpen} title={file.preview ? t('preview') : t('download')}>
            {file.name}
          </button>
        )}
        <div className={classes.facts}>
          {type && <Tag tone="info">{exists(`files:type.${type}`) ? t(`type.${type as 'OTHER'}`) : type}</Tag>}
          {file.tags.map((tag) => (
            <Tag key={tag}>{props.tagLabel(tag)}</Tag>
          ))}
          {file.externalClaimRef && <Reference value={file.externalClaimRef} />}
          {file.productReference && <span>{file.productReference}</span>}
          {file.size !== null && !refused && <span>{size(file.size)}</span>}
          <span>{by}</span>
          <DateText value={file.createdAt} />
        </div>
        {refused && (
          <div className={classes.bad}>
            {t('refused')} {exists(`files:reason.${file.statusReason}`) && t(`reason.${file.statusReason as 'fileHarmful'}`)}
          </div>
        )}
      </div>
      <div className={classes.actions}>
        {!refused && (
          <ActionIcon variant="subtle" aria-label={t('downloadOf', { name: file.name })} onClick={props.onDownload}>
            <IconDownload size={16} stroke={1.6} />
          </ActionIcon>
        )}
        {onEdit && (
          <ActionIcon variant="subtle" aria-label={t('editOf', { name: file.name })} title={t('edit')} onClick={onEdit}>
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
        )}
        {onDelete && (
          <ActionIcon variant="subtle" aria-label={t('deleteOf', { name: file.name })} onClick={onDelete}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}
