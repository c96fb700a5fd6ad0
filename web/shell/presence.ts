/** Who is here: asked for when somebody wants to know, and kept nowhere (specification 3, sections 4 and 9). */
import { useEffect, useRef, useState } from 'react';
import { useSubscription } from './api.ts';
import { type Message, onMessage, tell } from './messages.ts';
import { ListenForMessagesDocument } from './notifications/backoffice.graphql.ts';
import { useWorkspace } from './workspace.ts';

const PING = 'USER_PING';
const PONG = 'USER_PONG';
/** How long answers are waited for, ms (specification 3, section 9). */
export const ONLINE_WAIT_MS = 5_000;
/** Whoever goes on looking asks again after this time, ms. */
const AGAIN_MS = 60_000;
/** The own question comes back once this tab hears messages; until then it is repeated after this time, ms, and not forever. */
const UNHEARD_MS = 500;
const MOST_PINGS = 20;

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
  const hear = useRef<(message: Message) => void>(() => {});
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
    const ping = (tries: number) => {
      void tell({ clientId, messageType: PING });
      after(UNHEARD_MS, () => tries > 1 && !heard && ping(tries - 1));
    };
    const ask = () => {
      answers = new Set([user.id]);
      heard = false;
      ping(MOST_PINGS);
      after(AGAIN_MS, ask);
    };
    hear.current = ({ messageType, senderId }) => {
      if (messageType === PING && senderId === user.id && !heard) {
        heard = true;
        after(ONLINE_WAIT_MS, () => {
          if (answers !== null) setOnline(answers);
          answers = null;
        });
      }
      if (messageType !== PONG || answers === null) return;
      answers.add(senderId);
      setOnline((old) => (old.has(senderId) ? old : new Set([...old, senderId])));
    };
    ask();
    return () => {
      hear.current = () => {};
      for (const timer of timers) clearTimeout(timer);
    };
  }, [clientId, user.id]);
  // A subscription of its own: that of the tab may begin later than the question.
  useSubscription('backoffice', ListenForMessagesDocument, { clientId }, ({ listenForMessages }) => hear.current(listenForMessages));
  return online;
}
