import { useNavigate } from 'react-router';
import type { Analysis } from '../../../../../engine/trees/analyse.ts';
import { useMutation } from '../../../../shell/api.ts';
import { paths } from '../../../../shell/paths.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { PublishTreeDocument } from './decision.graphql.ts';
import type { Loaded } from './loaded.ts';

const KINDS = ['gap', 'overlap', 'unreached'] as const;

/** Makes a version live; says what was found in it and what happens to the one before. */
export default function PublishDialog({ loaded, analysis, onClose }: { loaded: Loaded; analysis: Analysis; onClose: () => void }) {
  const { t } = useTranslation('trees');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const [publish] = useMutation('decision', PublishTreeDocument, { idempotent: true });
  const { id, name, version, revision } = loaded;
  const live = loaded.versions.find((each) => each.status === 'live');
  const found = KINDS.flatMap((kind) => {
    const count = analysis.findings.filter((finding) => finding.kind === kind).length;
    return count > 0 ? [t(`publish.${kind}`, { count, number: format.number(count) })] : [];
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={async () => {
        await publish({ clientId, treeId: id, version, revision });
        toastSuccess(t('publish.done', { name, version }));
        void navigate(paths.decisionTree(clientId, id));
      }}
      title={t('publish.title', { name, version })}
      confirm={t('publish.confirm', { version })}
      detail={
        <>
          {live && <p>{t('publish.replaces', { version: live.version })}</p>}
          <p>{found.length > 0 ? t('publish.found', { found: found.join(', ') }) : t('publish.nothingFound')}</p>
          {analysis.unchecked.length > 0 && (
            <p>{t('check.unchecked', { count: analysis.unchecked.length, number: format.number(analysis.unchecked.length) })}</p>
          )}
          <p>{t('publish.immutable')}</p>
        </>
      }
    />
  );
}
