import { Button, Modal, TagsInput } from '@mantine/core';
import { useState } from 'react';
import type { ClientTags } from '../shell/tags.ts';
import { ErrorNote } from '../ui/states.tsx';
import { useTranslation } from '../ui/texts.ts';
import { toastSuccess } from '../ui/toasts.ts';
import { retag, sharedTags, type Tagged } from './bundleTags.ts';

/** Gives one or several messages or pages tags, or takes some away. Those that only some of them have stay as they are. */
export default function BundleTagsDialog(props: {
  title: string;
  /** Said once it is done. */
  done: string;
  save: (fileNames: readonly string[], contentTags: readonly string[]) => Promise<unknown>;
  bundles: readonly Tagged[];
  tags: ClientTags;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('content');
  const { bundles, tags } = props;
  const [shared] = useState(() => sharedTags(bundles));
  const [wanted, setWanted] = useState<readonly string[]>(shared.all);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      for (const { fileNames, contentTags } of retag(bundles, wanted)) await props.save(fileNames, contentTags);
      toastSuccess(props.done);
      props.onDone();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={props.onClose} title={props.title} size={440}>
      <TagsInput
        label={t('columns.tags')}
        description={shared.some.length > 0 ? t('tagging.some', { tags: shared.some.map(tags.labelOf).join(', ') }) : undefined}
        data={[...tags.labels]}
        value={wanted.map(tags.labelOf)}
        onChange={(labels) => setWanted([...new Set(labels.map(tags.keyOf))])}
        // Below stands the button.
        comboboxProps={{ position: 'top' }}
        data-autofocus
      />
      <ErrorNote error={error} />
      <Button mt="md" fullWidth loading={busy} onClick={() => void save()}>
        {t('tagging.save')}
      </Button>
    </Modal>
  );
}
