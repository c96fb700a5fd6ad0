import { VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { later } from '../ui/later.ts';
import { Opens } from '../ui/Opens.tsx';
import { useTranslation } from '../ui/texts.ts';
import { toastError } from '../ui/toasts.ts';
import { type Availability, afterCall, type Held, storeAvailability, storedAvailability } from './availability.ts';
import { useInCall } from './call.ts';
import classes from './Sidebar.module.css';
import { useOwnAvailability } from './tasks/useOwnAvailability.ts';
import { useWorkspace } from './workspace.ts';

const AvailabilityMenu = later(() => import('./Availability.tsx'));

/** The sidebar's line about oneself: available or not, and why. */
export function AgentStatus() {
  const { t } = useTranslation('shell');
  const { clientId } = useWorkspace();
  const inCall = useInCall();
  const [held, setHeld] = useState<Held>(() => ({ now: storedAvailability(clientId), pending: null }));
  const { say } = useOwnAvailability();
  // Whoever says it here means tasks too; what this browser remembers says nothing by itself.
  const tell = (said: Availability) => void say(said.status, said.reason).catch((error: unknown) => toastError(error));
  const { pending } = held;
  const tellPending = useEffectEvent(tell);
  useEffect(() => {
    if (inCall) return;
    if (pending) tellPending(pending);
    setHeld(afterCall);
  }, [inCall, pending]);
  useEffect(() => storeAvailability(clientId, held.now), [clientId, held.now]);
  const change = (next: Held) => {
    setHeld(next);
    if (next.now !== held.now) tell(next.now);
  };

  const { status, reason } = held.now;
  const button = (
    <button type="button" className={classes.entry}>
      <VisuallyHidden>{t('availability.name')} </VisuallyHidden>
      <span className={classes.dot} data-status={status} />
      {reason === null ? (
        <span className={classes.words}>{t(`availability.${status}`)}</span>
      ) : (
        <>
          {/* Both do not fit in every language; a reason stands for being unavailable. */}
          <VisuallyHidden>{t(`availability.${status}`)} </VisuallyHidden>
          <span className={classes.words}>{t(`availability.reasons.${reason}`)}</span>
        </>
      )}
    </button>
  );
  return <Opens button={button} menu={(target) => <AvailabilityMenu target={target} held={held} inCall={inCall} onChange={change} />} />;
}
