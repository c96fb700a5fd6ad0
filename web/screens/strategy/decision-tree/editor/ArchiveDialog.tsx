import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { ArchiveTreeDocument } from './decision.graphql.ts';
import type { Loaded } from './loaded.ts';

/** Takes a version out of use; of a live one it says what strategies do then. */
export default function ArchiveDialog({ loaded, onClose }: { loaded: Loaded; onClose: () => void }) {
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const [archive] = useMutation('decision', ArchiveTreeDocument, { idempotent: true });
  const { id, name, version } = loaded;
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      onConfirm={async () => {
        await archive({ clientId, treeId: id, version });
        toastSuccess(t('archive.done', { name, version }));
        onClose();
      }}
      title={t('archive.title', { name, version })}
      confirm={t('archive.confirm', { version })}
      detail={
        <>
          {loaded.status === 'live' && <p>{t('archive.live')}</p>}
          <p>{t('archive.keeps')}</p>
        </>
      }
    />
  );
}
