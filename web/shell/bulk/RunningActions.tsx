import { Button } from '@mantine/core';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ServerFault, wordsOf } from '../../ui/fault.ts';
import { useFormat } from '../../ui/format.ts';
import { later } from '../../ui/later.ts';
import { Progress } from '../../ui/Progress.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { dismissToast, toastError, toastFault, toastSuccess } from '../../ui/toasts.ts';
import { refetchScreen, useMutation, useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { BulkActionsDocument, type BulkActionsQuery, CancelBulkActionDocument, UndoBulkActionDocument } from './account.graphql.ts';
import { BULK_ACTIONS } from './actions.ts';
import classes from './RunningActions.module.css';

const Failures = later(() => import('./Failures.tsx'));

const BEAT = 1000;
/** How long the last action of somebody stays at hand to be undone or asked about; ms. */
const AT_HAND = 15 * 60_000;
type Action = BulkActionsQuery['listBulkActions'][number];

/** Why an action stopped, as a refusal: in the reader’s language where the server kept its key. */
const faultOfAction = ({ lastError, errorKey, errorValues }: Action): ServerFault => ({
  code: 'CONFLICT',
  message: lastError ?? '',
  field: null,
  words: wordsOf(errorKey, errorValues),
});

const isAlive = ({ status }: Action) => status === 'scheduled' || status === 'running';

/**
 * What runs over many accounts or claims at the moment, whoever started it: found again after a reload. Says so once when one is over, and
 * keeps one's own last action at hand for a while, to undo it or to see what could not be done.
 */
export function RunningActions({ unit }: { unit: Action['unit'] }) {
  const { t } = useTranslation('lists');
  const { clientId, user } = useWorkspace();
  const format = useFormat();
  const [cancel] = useMutation('account', CancelBulkActionDocument, { idempotent: true });
  const [undo] = useMutation('account', UndoBulkActionDocument);
  const [asked, setAsked] = useState<Action | null>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const known = useRef(new Set<string>());
  // Over when the screen opened, or told since: one's own small action may be over before it is ever seen running.
  const told = useRef<Set<string> | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const { data } = useQuery('account', BulkActionsDocument, { clientId }, { keepPrevious: true, pollInterval: isRunning ? BEAT : 0 });
  const actions = data?.listBulkActions ?? [];
  const running = actions.filter(isAlive);
  if (running.length > 0 !== isRunning) setIsRunning(!isRunning);

  // An Undo works once, in the toast or in the line: whichever is used takes the other away.
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const offers = useRef(new Map<string, number>());
  const takeBack = ({ bulkActionId }: Action) => {
    setUsed((before) => new Set(before).add(bulkActionId));
    const offer = offers.current.get(bulkActionId);
    if (offer !== undefined) dismissToast(offer);
    void undo({ clientId, bulkActionId }).then(
      () => toastSuccess(t('undoing')),
      (error: unknown) => {
        setUsed((before) => new Set([...before].filter((id) => id !== bulkActionId)));
        toastError(error);
      },
    );
  };

  const tellEnd = useEffectEvent((action: Action) => {
    if (action.status === 'failed') toastFault(faultOfAction(action), t('failed'));
    else if (action.done === 0 && action.failed > 0) toastError(outcomeOf(action));
    else {
      const mine = action.canUndo && action.userId === user.id;
      const offer = mine ? { label: t('undo'), run: () => takeBack(action) } : undefined;
      offers.current.set(action.bulkActionId, toastSuccess(outcomeOf(action), offer));
    }
  });
  useEffect(() => {
    if (!data) return;
    const first = told.current === null;
    const over = new Set(told.current);
    for (const action of actions) {
      const { bulkActionId: id } = action;
      if (isAlive(action)) {
        known.current.add(id);
        continue;
      }
      const isNew = !over.has(id) && !first;
      over.add(id);
      if (!isNew || !(known.current.delete(id) || action.userId === user.id)) continue;
      tellEnd(action);
      refetchScreen();
    }
    told.current = over;
  }, [data, actions, user.id]);

  function outcomeOf(action: Action): string {
    const number = { count: action.done, number: format.number(action.done) };
    const words = [
      action.undoes
        ? t(`takenBack.${action.unit}`, number)
        : t(`${action.status === 'cancelled' ? 'cancelled' : 'finished'}.${action.unit}`, number),
    ];
    if (action.failed > 0) words.push(t('leftOut', { count: action.failed, number: format.number(action.failed) }));
    if (action.messagesSent > 0) words.push(t('messagesSent', { count: action.messagesSent, number: format.number(action.messagesSent) }));
    return words.join(' · ');
  }
  const nameOf = (action: Action) => {
    const name = BULK_ACTIONS.find((each) => each.name === action.action)?.name;
    return action.undoes ? t('takingBack', { action: name ? t(`action.${name}`) : action.action }) : t(`running.${name ?? 'other'}`);
  };

  /** Finished not long ago, and something may still be done about it. An id tells when it was asked for: closing one closes those before it. */
  const isAtHand = (action: Action) =>
    action.userId === user.id &&
    action.unit === unit &&
    action.finishedAt !== null &&
    Date.parse(action.finishedAt) + AT_HAND > performance.timeOrigin + performance.now() &&
    (dismissed === null || action.bulkActionId > dismissed) &&
    ((action.canUndo && !used.has(action.bulkActionId)) || action.failed > 0 || action.messagesSent > 0);
  const last = running.some((action) => action.userId === user.id) ? undefined : actions.find(isAtHand);
  return (
    <>
      {running.map((action) => (
        <div key={action.bulkActionId} className={classes.running}>
          <Progress label={nameOf(action)} done={action.done + action.failed} total={action.total} />
          <Button
            variant="default"
            size="xs"
            onClick={() => void cancel({ clientId, bulkActionId: action.bulkActionId }).catch((error: unknown) => toastError(error))}
          >
            {t('cancel')}
          </Button>
        </div>
      ))}
      {last && (
        <div className={classes.running}>
          <span className={classes.outcome}>
            {nameOf(last)}: {outcomeOf(last)}
          </span>
          {last.failed > 0 && (
            <Button variant="default" size="xs" onClick={() => setAsked(last)}>
              {t('results.why')}
            </Button>
          )}
          {last.canUndo && !used.has(last.bulkActionId) && (
            <Button variant="default" size="xs" onClick={() => takeBack(last)}>
              {t('undo')}
            </Button>
          )}
          <Button variant="subtle" size="xs" onClick={() => setDismissed(last.bulkActionId)}>
            {t('close')}
          </Button>
        </div>
      )}
      <Suspense>{asked && <Failures bulkActionId={asked.bulkActionId} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}
