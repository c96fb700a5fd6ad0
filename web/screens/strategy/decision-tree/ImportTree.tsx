import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { MOST_DMN_BYTES } from '../../../../engine/trees/tree.ts';
import { useMutation } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastFault, toastSuccess } from '../../../ui/toasts.ts';
import { ImportTreeDocument } from './decision.graphql.ts';

/** Takes a decision table of DMN and opens the draft that it becomes. */
export function ImportTree() {
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const [send, busy] = useMutation('decision', ImportTreeDocument);
  const forget = useRef<() => void>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    // The same file can be chosen again once it is mended.
    forget.current?.();
    // Larger ones needn't travel before they are refused.
    if (file.size > MOST_DMN_BYTES) {
      const words = { key: 'fileTooLarge', values: { megabytes: MOST_DMN_BYTES / 2 ** 20 } };
      return void toastFault({ code: 'INVALID_INPUT', message: words.key, field: null, words });
    }
    try {
      const { importDecisionTreeDMN: made } = await send({ clientId, dmn: await file.text() });
      toastSuccess(t('dmn.imported', { name: file.name }));
      await navigate(paths.decisionTree(clientId, made.id));
    } catch (refused) {
      toastError(refused);
    }
  };
  return (
    <FileButton resetRef={forget} onChange={(file) => void take(file)} accept=".dmn,.xml,application/xml,text/xml">
      {(props) => (
        <Button {...props} variant="default" loading={busy} leftSection={<IconUpload size={16} />}>
          {t('dmn.import')}
        </Button>
      )}
    </FileButton>
  );
}
