import { Button, Skeleton } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { mutate, useMutation } from '../../../shell/api.ts';
import { rememberWork, useHeldWork } from '../../../shell/work/held.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { useLock } from '../../../ui/locks.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { ReleaseWorkDocument, TakeNextWorkDocument, UndoWorkDocument } from './account.graphql.ts';
import classes from './CollectorScreen.module.css';
import { Columns } from './Columns.tsx';
import { WorkedAccount } from './WorkedAccount.tsx';
import type { Next } from './work.ts';

/** account/collector-workspace: the next best account, what is known of it, what may be done now, and its outcome by three keys. */
export default function CollectorScreen() {
  const { t } = useTranslation(['work', 'states']);
  const { clientId } = useWorkspace();
  const [next, setNext] = useState<Next | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [paused, setPaused] = useState(false);
  // Chosen when nothing may be contacted now: desk work goes on.
  const [includeBlocked, setIncludeBlocked] = useState(false);
  const [undo, undoing] = useMutation('account', UndoWorkDocument);
  const take = useCallback(
    async (silent: boolean) => {
      setError(null);
      setPaused(false);
      setIncludeBlocked(silent);
      try {
        setNext((await mutate('account', TakeNextWorkDocument, { clientId, includeBlocked: silent }, { idempotent: true })).next);
      } catch (reason) {
        setError(reason);
      }
    },
    [clientId],
  );
  const begun = useRef('');
  useEffect(() => {
    // Once per client: the account that comes is held.
    if (begun.current === clientId) return;
    begun.current = clientId;
    void take(false);
  }, [clientId, take]);

  const item = paused ? null : (next?.item ?? null);
  useHeldWork(item, () => void take(includeBlocked));
  const looked = paused || next !== null;
  useEffect(() => {
    if (looked) rememberWork(clientId, item);
  }, [clientId, item, looked]);
  const release = () =>
    mutate('account', ReleaseWorkDocument, { clientId }).then(
      () => setPaused(true),
      (reason) => toastError(reason),
    );
  useLock(item !== null, () => void release());

  const last = next?.day.last ?? null;
  const takeBack = async () => {
    if (!last || undoing) return;
    try {
      setNext((await undo({ clientId, workItemId: last.workItemId })).next);
      setPaused(false);
      toastSuccess(t('undone', { name: last.debtorFullName }));
    } catch (reason) {
      toastError(reason);
    }
  };
  useHotkeys({ u: () => void takeBack() });

  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        aside={next && <DayWords day={next.day} />}
        actions={
          <>
            {last && (
              <Button
                variant="default"
                title={t('undoTitle', { outcome: t(`outcome.${last.outcome as 'promise'}`), name: last.debtorFullName })}
                leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
                loading={undoing}
                onClick={() => void takeBack()}
              >
                {t('undo')}
              </Button>
            )}
            {item && (
              <Button variant="default" leftSection={<IconPlayerPause size={16} stroke={1.6} />} onClick={() => void release()}>
                {t('pause')}
              </Button>
            )}
          </>
        }
      />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void take(includeBlocked)} />
      ) : next === null ? (
        <WorkSkeleton />
      ) : item ? (
        <WorkedAccount
          key={item.workItemId}
          item={item}
          includeBlocked={includeBlocked}
          onNext={setNext}
          onLost={() => void take(includeBlocked)}
        />
      ) : (
        <Nothing next={next} paused={paused} onTake={(silent) => void take(silent)} />
      )}
    </>
  );
}

/** "12 worked · 3 passed over · €410.00 promised". */
function DayWords({ day }: { day: Next['day'] }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  return (
    <span data-testid="day">
      {[
        t('day.worked', { count: day.worked }),
        day.skipped > 0 && t('day.skipped', { count: day.skipped }),
        ...day.promised.map(({ amount, currency }) => t('day.promised', { amount: format.money(amount, currency) })),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

function Nothing(props: { next: Next; paused: boolean; onTake: (silent: boolean) => void }) {
  const { next, paused, onTake } = props;
  const { t } = useTranslation('work');
  const format = useFormat();
  if (paused)
    return (
      <EmptyState
        icon={<IconPlayerPause size={22} />}
        title={t('paused')}
        detail={t('pausedDetail')}
        action={
          <Button leftSection={<IconPlayerPlay size={16} stroke={1.6} />} onClick={() => onTake(false)}>
            {t('goOn')}
          </Button>
        }
      />
    );
  if (next.blocked === 0)
    return (
      <EmptyState
        title={t('nothing')}
        detail={t('nothingDetail')}
        action={
          <Button variant="default" onClick={() => onTake(false)}>
            {t('lookAgain')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={t('blocked', { count: next.blocked, number: format.number(next.blocked) })}
      detail={next.earliest ? t('blockedUntil', { when: format.date(next.earliest, 'long') }) : t('blockedNever')}
      action={
        <Button variant="default" onClick={() => onTake(true)}>
          {t('evenSilent')}
        </Button>
      }
    />
  );
}

function WorkSkeleton() {
  return (
    <div aria-hidden="true" className={classes.frame}>
      <Columns
        who={<Skeleton height={44} width={220} radius={10} />}
        script={<Skeleton height={200} radius={10} />}
        known={<Skeleton height={300} mt={18} radius={10} />}
        middle={<Skeleton height={360} radius={10} />}
      >
        <Skeleton height={420} radius={10} />
      </Columns>
    </div>
  );
}
