import { ActionIcon, Button, FileButton, Select } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '../../shell/api.ts';
import { useWorkspace } from '../../shell/workspace.ts';
import { faultOf } from '../../ui/fault.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastFault } from '../../ui/toasts.ts';
import { PICTURE_FILES, pictureOf } from '../pictureFile.ts';
import { AddPictureDocument, PicturesDocument } from './cms.graphql.ts';

/** One of the client's pictures, or one that is added to them. @param props.isShort where there is little room. */
export function PictureField(props: { label: string; value: string; isShort?: boolean; onChange: (src: string) => void }) {
  const { t } = useTranslation('editor');
  const { clientId } = useWorkspace();
  const { data } = useQuery('cms', PicturesDocument, { clientId }, { reuse: true });
  const [add, busy] = useMutation('cms', AddPictureDocument);
  const pictures = (data?.listPictures ?? []).map(({ address, name }) => ({ value: address, label: name }));
  const isKnown = props.value === '' || pictures.some(({ value }) => value === props.value);
  async function upload(file: File | null) {
    if (!file) return;
    try {
      const { addPicture } = await add({ clientId, name: file.name, content: await pictureOf(file) });
      props.onChange(addPicture.address);
    } catch (error) {
      toastFault(faultOf(error));
    }
  }
  return (
    <>
      <Select
        label={props.label}
        placeholder={t('picture.choose')}
        nothingFoundMessage={t('picture.none')}
        data={isKnown ? pictures : [...pictures, { value: props.value, label: props.value }]}
        value={props.value || null}
        searchable
        clearable
        onChange={(src) => props.onChange(src ?? '')}
      />
      <FileButton accept={PICTURE_FILES} onChange={(file) => void upload(file)}>
        {(button) =>
          props.isShort ? (
            <ActionIcon {...button} variant="default" size={36} loading={busy} aria-label={t('picture.add')} title={t('picture.add')}>
              <IconUpload size={16} />
            </ActionIcon>
          ) : (
            <Button {...button} variant="default" size="xs" loading={busy} leftSection={<IconUpload size={14} />}>
              {t('picture.add')}
            </Button>
          )
        }
      </FileButton>
    </>
  );
}
