/**
 * The telephone as the shell sees it. Whatever makes the calls (a provider's widget too) tells of them with the window event
 * "quittance:call"; while one goes on, nobody signs out or changes the client (specification 1, sections 2.4 and 2.5).
 */
import { makeStore, useStore } from '../ui/store.ts';

const STATUSES = ['idle', 'ringing', 'connecting', 'connected', 'paused'] as const;
type CallStatus = (typeof STATUSES)[number];

/** The event's detail. */
export interface CallNotice {
  readonly status: CallStatus;
  /** Whether the call bar is there to show it; true unless told. */
  readonly callBar?: boolean;
}

const IDLE: CallNotice = { status: 'idle' };
const call = makeStore<CallNotice>(IDLE);

window.addEventListener('quittance:call', (event) => {
  const notice = (event as CustomEvent<CallNotice | null>).detail;
  if (notice && STATUSES.includes(notice.status)) call.set(notice);
});

/** @returns whether a call goes on. */
export function useInCall(): boolean {
  return useStore(call).status !== 'idle';
}

/** @returns whether the page shows that one does: a call bar is there, and its call is not idle. */
export function useActiveCall(): boolean {
  const { status, callBar = true } = useStore(call);
  return callBar && status !== 'idle';
}
