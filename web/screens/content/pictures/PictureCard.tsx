import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { PictureLibraryQuery } from './cms.graphql.ts';
import classes from './Pictures.module.css';

export type LibraryPicture = PictureLibraryQuery['listPictures'][number];

/** One picture with its measures, and what shows it: as long as something does, it isn't deleted. */
export function PictureCard(props: { picture: LibraryPicture; edits: boolean; onDelete: () => void }) {
  const { picture, edits, onDelete } = props;
  const { t } = useTranslation('look');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const label = t('pictures.delete.button', { name: picture.name });
  return (
    <li className={classes.card}>
      <div className={classes.stage}>
        <img src={picture.address} alt={picture.name} loading="lazy" />
      </div>
      <div className={classes.facts}>
        <strong title={picture.name}>{picture.name}</strong>
        <span>
          {picture.width} × {picture.height} px · {format.number(Math.ceil(picture.size / 1000))} kB
        </span>
        <span>
          <DateText value={picture.createdAt} />
          {picture.createdBy && ` · ${picture.createdBy}`}
        </span>
        {picture.usedBy.length === 0 ? (
          <span>{t('unused')}</span>
        ) : (
          <span>
            {t('usedIn')}{' '}
            {picture.usedBy.map((use, at) => (
              <span key={`${use.kind} ${use.fileName}`}>
                {at > 0 && ', '}
                <Link to={paths.contentUse(clientId, use)}>{use.kind === 'brand' ? t('brand.title') : use.displayName}</Link>
              </span>
            ))}
          </span>
        )}
      </div>
      {edits && picture.usedBy.length === 0 && (
        <ActionIcon className={classes.remove} variant="default" color="red" aria-label={label} title={label} onClick={onDelete}>
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </li>
  );
}
