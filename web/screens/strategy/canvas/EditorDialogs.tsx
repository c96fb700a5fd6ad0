import { type RefObject, Suspense, useState } from 'react';
import type { Step } from '../../../../engine/types.ts';
import type { Keep } from '../../../canvas/model.ts';
import type { Side } from '../../../canvas/several.ts';
import { useFormat } from '../../../ui/format.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Comments } from './useComments.ts';
import type { useSave } from './useSave.ts';
import type { useStrategyFacts } from './useStrategyFacts.ts';
import type { Saved, WorkState } from './useWork.ts';

const ConflictDialog = later(() => import('./ConflictDialog.tsx'));
const DeleteStepDialog = later(() => import('./DeleteStepDialog.tsx'));
const DeleteStepsDialog = later(() => import('./DeleteStepsDialog.tsx'));
const VersionsDrawer = later(() => import('./VersionsDrawer.tsx'));

type Facts = ReturnType<typeof useStrategyFacts>;

/** What the editor asks: which branch stays, which version, whether to leave, whose version wins. */
export function EditorDialogs(props: {
  clientId: string;
  saved: Saved | null;
  work: WorkState;
  facts: Omit<Facts['metadata'], 'data'> & { data: Facts['facts'] };
  claims: Facts['claims'];
  /** The steps about whose branches it asks. */
  deleting: readonly Step[];
  onDelete: (id: string, keep: Keep) => void;
  onDeleteSeveral: (ids: readonly string[], side: Side) => void;
  onKeep: () => void;
  versions: boolean;
  comments: Comments;
  onView: (version: number) => void;
  onRestore: ((version: number) => void) | null;
  onVersionsClosed: () => void;
  saver: Pick<ReturnType<typeof useSave>, 'conflict' | 'closeConflict'>;
  onOverwrite: (version: number) => Promise<void>;
  onTheirs: () => void;
  mayLeave: RefObject<boolean>;
}) {
  const { clientId, saved, work, facts, saver, mayLeave } = props;
  const [deleting, another] = props.deleting;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const changes = Math.max(1, work.changes);
  // Once it was open it stays, so that it can also close in its own time.
  const [opened, setOpened] = useState(false);
  if (props.versions && !opened) setOpened(true);
  return (
    <Suspense>
      {deleting && another && (
        <DeleteStepsDialog
          steps={work.steps}
          ids={props.deleting.map(({ id }) => id)}
          claims={props.claims}
          onDelete={(side) =>
            props.onDeleteSeveral(
              props.deleting.map(({ id }) => id),
              side,
            )
          }
          onClose={props.onKeep}
        />
      )}
      {deleting && !another && (
        <DeleteStepDialog
          steps={work.steps}
          step={deleting}
          claims={props.claims}
          onDelete={(keep) => props.onDelete(deleting.id, keep)}
          onClose={props.onKeep}
        />
      )}
      {opened && (
        <VersionsDrawer
          opened={props.versions}
          clientId={clientId}
          blueprintId={saved?.id ?? null}
          metadata={facts}
          shown={saved?.version ?? null}
          comments={props.comments}
          onView={props.onView}
          onRestore={props.onRestore}
          onClose={props.onVersionsClosed}
        />
      )}
      <LeaveGuard
        dirty={work.dirty}
        mayLeave={mayLeave}
        detail={t('leave', { count: changes, number: format.number(changes) })}
        onLeave={work.keep}
      />
      {saver.conflict && saved && (
        <ConflictDialog
          base={saved.version}
          newest={facts.data && !facts.loading ? facts.data : null}
          onOverwrite={props.onOverwrite}
          onTheirs={() => {
            work.keep();
            mayLeave.current = true;
            props.onTheirs();
          }}
          onClose={saver.closeConflict}
        />
      )}
    </Suspense>
  );
}
