/** Who is here: asked for when somebody wants to know, and kept nowhere (specification 3, sections 4 and 9). */
import { useEffect, useState } from 'react';
import { onMessage, tell } from './messages.ts';
import { useWorkspace } from './workspace.ts';

const PING = 'USER_PING';
const PONG = 'USER_PONG';
/** How long answers are waited for, ms (specification 3, section 9). */
export const ONLINE_WAIT_MS = 5_000;
/** Whoever goes on looking asks again after this time, ms. */
const AGAIN_MS = 60_000;
/** The own question comes back once this tab hears messages; until then it is repeated after this time, ms. */
const UNHEARD_MS = 1_000;

/** Every tab answers whoever asks. */
export function useAnswers(): void {
  const { clientId, user } = useWorkspace();
  useEffect(
    () =>
      onMessage(({ messageType, senderId }) => {
        if (messageType === PING && senderId !== user.id) void tell({ clientId, messageType: PONG, recipientId: senderId });
      }),
    [clientId, user.id],
  );
}

/** @returns the ids of those who answered the last question, oneself among them. Those who come while answers are awaited show at once. */
export function useOnline(): ReadonlySet<string> {
  const { clientId, user } = useWorkspace();
  const [online, setOnline] = useState<ReadonlySet<string>>(() => new Set([user.id]));
  useEffect(() => {
    let answers: Set<string> | null = null;
    let heard = false;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const after = (ms: number, act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    };
    const ping = () => {
      void tell({ clientId, messageType: PING });
      after(UNHEARD_MS, () => answers !== null && !heard && ping());
    };
    const ask = () => {
      answers = new Set([user.id]);
      heard = false;
      ping();
      after(ONLINE_WAIT_MS, () => {
        if (answers !== null) setOnline(answers);
        answers = null;
      });
      after(AGAIN_MS, ask);
    };
    const leave = onMessage(({ messageType, senderId }) => {
      if (messageType === PING && senderId === user.id) heard = true;
      if (messageType !== PONG || answers === null) return;
      answers.add(senderId);
      setOnline((old) => (old.has(senderId) ? old : new Set([...old, senderId])));
    });
    ask();
    return () => {
      leave();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [clientId, user.id]);
  return online;
}
