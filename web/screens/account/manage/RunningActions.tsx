import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchScreen, useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './AccountsScreen.module.css';
import { BulkActionsDocument, CancelBulkActionDocument } from './account.graphql.ts';

const BEAT = 1000;
const NAMED = ['assignStrategy', 'startStrategy', 'pauseStrategy', 'resumeStrategy', 'stopStrategy', 'assignAccounts'] as const;

/** What runs over many accounts at the moment, whoever started it: found again after a reload. Says so once when one is over. */
export function RunningActions() {
  const { t } = useTranslation('accounts');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [cancel] = useMutation('account', CancelBulkActionDocument, { idempotent: true });
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
        else toastSuccess(t(action.status === 'done' ? 'finished' : 'cancelled', said));
        refetchScreen();
      }
    }
  }, [actions, t, format]);

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
