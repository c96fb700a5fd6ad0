import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './FilesPanel.module.css';
import { FileUrlDocument } from './files.graphql.ts';

export interface Shown {
  readonly id: string;
  readonly name: string;
  readonly preview: string | null;
}

/** A file as it looks, from the origin of files: an image as an image, text and PDF in a frame that can do nothing here. */
export default function FilePreview(props: { file: Shown; onDownload: () => void; onClose: () => void }) {
  const { file, onClose } = props;
  const { t } = useTranslation('files');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('files', FileUrlDocument, { clientId, fileId: file.id, preview: true });
  const url = data?.getAddOnFileURL.url;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={file.name}
      size={800}
      cancel={false}
      footer={
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={props.onDownload}>
          {t('download')}
        </Button>
      }
    >
      {error != null && !data && <ErrorState error={error} onRetry={refetch} />}
      {!url && error == null && <Skeleton height={480} />}
      {url && file.preview === 'image' && <img className={classes.image} src={url} alt={file.name} />}
      {/* Browsers do not draw a PDF inside a sandbox; it comes from another origin, by a policy that lets it do nothing. */}
      {url && file.preview === 'pdf' && <iframe className={classes.frame} src={url} title={file.name} referrerPolicy="no-referrer" />}
      {url && file.preview === 'text' && (
        <iframe className={classes.frame} src={url} title={file.name} sandbox="" referrerPolicy="no-referrer" />
      )}
    </Drawer>
  );
}
