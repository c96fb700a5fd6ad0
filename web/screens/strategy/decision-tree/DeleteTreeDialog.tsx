import type { ReactNode } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { DeleteTreeDocument } from './decision.graphql.ts';
import type { Item } from './item.ts';

/** Deletes a tree with its versions; the server refuses it while a strategy decides by it. @param usage leads to where it is used. */
export default function DeleteTreeDialog(props: { item: Item; usage: ReactNode; onClose: () => void; onDeleted: () => void }) {
  const { item } = props;
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const [remove] = useMutation('decision', DeleteTreeDocument);
  return (
    <ConfirmDialog
      opened
      danger
      onClose={props.onClose}
      onConfirm={async () => {
        await remove({ clientId, treeId: item.id });
        toastSuccess(t('delete.done', { name: item.name }));
        props.onDeleted();
      }}
      title={t('delete.title', { name: item.name })}
      confirm={t('delete.confirm')}
      detail={
        <>
          <p>{t('delete.detail')}</p>
          {props.usage}
        </>
      }
    />
  );
}
