import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { PICTURE_FILES, pictureOf } from '../../../content/pictureFile.ts';
import { mutate, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { DeletePictureDocument, PictureLibraryDocument, UploadPictureDocument } from './cms.graphql.ts';
import { type LibraryPicture, PictureCard } from './PictureCard.tsx';
import classes from './Pictures.module.css';

/** content/pictures: what messages and pages of the client show, added by button or by dropping files. */
export default function PicturesScreen() {
  const { t } = useTranslation('look');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const edits = useCan('cms', 'editContent');
  const { data, error, refetch } = useQuery('cms', PictureLibraryDocument, { clientId }, { reuse: true, keepPrevious: true });
  const [over, setOver] = useState(false);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<LibraryPicture | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const pictures = data?.listPictures ?? [];

  async function add(files: Iterable<File>) {
    setAdding(true);
    for (const file of files)
      try {
        await mutate('cms', UploadPictureDocument, { clientId, name: file.name, content: await pictureOf(file) });
        toastSuccess(t('pictures.added', { name: file.name }));
      } catch (refusal) {
        toastError(refusal);
      }
    setAdding(false);
    refetch();
  }
  const button = (
    <Button leftSection={<IconPhotoPlus size={16} />} loading={adding} onClick={() => input.current?.click()}>
      {t('pictures.add')}
    </Button>
  );
  if (error !== null && error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  return (
    // Dropping is the mouse's way to what the button does.
    <fieldset
      className={classes.screen}
      aria-label={t('pictures.title')}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!edits || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!over) return;
        event.preventDefault();
        setOver(false);
        void add([...event.dataTransfer.files]);
      }}
    >
      <PageHeader
        crumbs={[{ label: t('pictures.title') }]}
        chip={data && <CountChip>{format.number(pictures.length)}</CountChip>}
        actions={edits && pictures.length > 0 && button}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={PICTURE_FILES}
        aria-label={t('pictures.add')}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void add(chosen);
        }}
      />
      <main className={classes.main}>
        {data && pictures.length === 0 && (
          <EmptyState title={t('pictures.empty')} detail={t('pictures.emptyDetail')} action={edits ? button : undefined} />
        )}
        {pictures.length > 0 && <p className={classes.intro}>{t('pictures.detail')}</p>}
        <ul className={classes.pictures}>
          {pictures.map((picture) => (
            <PictureCard key={picture.digest} picture={picture} edits={edits} onDelete={() => setDeleting(picture)} />
          ))}
        </ul>
      </main>
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('pictures.delete.title', { name: deleting?.name ?? '' })}
        detail={t('pictures.delete.detail')}
        confirm={t('delete')}
        danger
        onConfirm={async () => {
          await mutate('cms', DeletePictureDocument, { clientId, digest: deleting?.digest ?? '' });
          toastSuccess(t('pictures.delete.done', { name: deleting?.name ?? '' }));
        }}
      />
    </fieldset>
  );
}
