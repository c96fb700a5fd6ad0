import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchScreen, useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './AccountsScreen.module.css';
import { BulkActionsDocument, type BulkActionsQuery, CancelBulkActionDocument, ScheduleBulkActionDocument } from './account.graphql.ts';

const BEAT = 1000;
const NAMED = [
  'assignStrategy',
  'startStrategy',
  'pauseStrategy',
  'resumeStrategy',
  'stopStrategy',
  'assignAccounts',
  'undoAssignAccounts',
] as const;
type Action = BulkActionsQuery['listBulkActions'][number];

/** What runs over many accounts at the moment, whoever started it: found again after a reload. Says so once when one is over. */
export function RunningActions() {
  const { t } = useTranslation('accounts');
  const { clientId, user } = useWorkspace();
  const format = useFormat();
  const [cancel] = useMutation('account', CancelBulkActionDocument, { idempotent: true });
  const [schedule] = useMutation('account', ScheduleBulkActionDocument);
  // Only accounts that the action changed have changed since it was asked for and are the agent's now.
  const undo = ({ bulkActionId, params, createdAt }: Action) => {
    const { userId } = params as { userId: string | null };
    const filter = { updatedAtRange: { from: createdAt }, ...(userId !== null && { assigneeUserIds: [userId] }) };
    schedule({ clientId, action: 'undoAssignAccounts', params: { bulkActionId }, filter }).then(
      () => toastSuccess(t('undoing')),
      (error: unknown) => toastError(error),
    );
  };
  const takeBack = useRef(undo);
  takeBack.current = undo;
  const known = useRef(new Set<string>());
  const alive = useRef(false);
  const { data } = useQuery('account', BulkActionsDocument, { clientId }, { keepPrevious: true, pollInterval: alive.current ? BEAT : 0 });
  const actions = data?.listBulkActions ?? [];
  const running = actions.filter((action) => action.status === 'scheduled' || action.status === 'running');
  alive.current = running.length > 0;

  useEffect(() => {
    for (const action of actions) {
      if (action.status === 'scheduled' || action.status === 'running') known.current.add(action.bulkActionId);
      else if (known.current.delete(action.bulkActionId)) {
        const said = { count: action.done, number: format.number(action.done) };
        if (action.status === 'failed') toastError(t('failed', { reason: action.lastError ?? '' }));
        else {
          const words = [t(action.status === 'done' ? 'finished' : 'cancelled', said)];
          if (action.failed > 0) words.push(t('leftOut', { count: action.failed, number: format.number(action.failed) }));
          const mine = action.action === 'assignAccounts' && action.userId === user.id && action.done > 0;
          toastSuccess(words.join(' · '), mine ? { label: t('undo'), run: () => takeBack.current(action) } : undefined);
        }
        refetchScreen();
      }
    }
  }, [actions, t, format, user.id]);

  return running.map((action) => (
    <div key={action.bulkActionId} className={classes.running}>
      <Progress
        label={t(`running.${NAMED.find((name) => name === action.action) ?? 'other'}`)}
        done={action.done + action.failed}
        total={action.total}
      />
      <Button
        variant="default"
        size="xs"
        onClick={() => void cancel({ clientId, bulkActionId: action.bulkActionId }).catch((error: unknown) => toastError(error))}
      >
        {t('cancel')}
      </Button>
    </div>
  ));
}
