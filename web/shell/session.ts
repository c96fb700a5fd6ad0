/**
 * Who is signed in. The identity token lives in this module's memory and nowhere else; an HttpOnly cookie that no script can
 * read renews it (specification 1, sections 2.3 and 7.1).
 */
import { useSyncExternalStore } from 'react';
import { CallError, faultOf } from '../ui/fault.ts';
import { forgetKept } from '../ui/keptScope.ts';
import { forgetSearches } from '../ui/place.ts';
import type { GraphqlDocument } from './document.ts';
import {
  RefreshSessionDocument,
  type SessionFragment,
  SignInDocument,
  SignInHintsDocument,
  type SignInMutation,
  SignOutDocument,
} from './identity.graphql.ts';
import { post } from './post.ts';

export type Session =
  | { readonly status: 'starting' }
  | { readonly status: 'signedOut' }
  | ({ readonly status: 'signedIn' } & SessionFragment);

/** Renewed this long before it expires, so that no request meets an expired token. */
const RENEW_EARLIER = 60_000;

let session: Session = { status: 'starting' };
let renewal: ReturnType<typeof setTimeout> | undefined;
/** When the token runs out, by this browser's clock, which may show another time than the server's. */
let expires = 0;
let refreshing: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Says that this browser may hold a session's cookie, which no script can see: without it nobody needs to be asked. */
const HINT = 'quittance-session';

function become(next: Session): void {
  if (next.status === 'signedOut') forgetSearches();
  session = next;
  if (next.status === 'signedIn') localStorage.setItem(HINT, 'yes');
  clearTimeout(renewal);
  if (next.status === 'signedIn') {
    const lives = next.expiresIn * 1_000;
    expires = Date.now() + lives;
    renewal = setTimeout(() => void refresh(), Math.max(1_000, lives - RENEW_EARLIER));
  }
  for (const listener of listeners) listener();
}

/** Calls the identity service, which hands out the sessions that all other calls need. @throws what post() throws. */
export function ask<Data, Variables>(document: GraphqlDocument<Data, Variables>, variables: Variables): Promise<Data> {
  return post('/api/identity', document, variables, authorization());
}

/** @returns the header that every call carries; without a token the literal the specification names. */
export function authorization(): string {
  return session.status === 'signedIn' ? session.token : 'MISSING_TOKEN';
}

/** @returns the same, renewed first when it has run out: a computer may have slept. */
export async function freshAuthorization(): Promise<string> {
  if (session.status === 'signedIn' && expires <= Date.now()) await refresh();
  return authorization();
}

/** @returns the session now. */
export function currentSession(): Session {
  return session;
}

/** Hears of every change of the session. @returns what ends the listening. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the session; the component renders anew when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(onSession, currentSession);
}

/**
 * Renews the token by the cookie. Calls at the same time share one request, and tabs take turns: the cookie is replaced at
 * each use, and one used twice would end the session.
 * @returns whether somebody is signed in afterwards. A server that cannot be reached leaves a signed-in session as it is.
 */
export function refresh(): Promise<boolean> {
  if (session.status === 'starting' && localStorage.getItem(HINT) === null) {
    become({ status: 'signedOut' });
    return Promise.resolve(false);
  }
  refreshing ??= inTurn(async () => {
    try {
      const { refreshSession } = await ask(RefreshSessionDocument, {});
      become({ status: 'signedIn', ...refreshSession });
      return true;
    } catch (error) {
      // Whoever is only asked to wait is still signed in.
      const refused = error instanceof CallError && error.errors.length > 0 && faultOf(error).code !== 'RATE_LIMITED';
      if (refused) localStorage.removeItem(HINT);
      if (refused || session.status !== 'signedIn') become({ status: 'signedOut' });
      else renewal = setTimeout(() => void refresh(), 5_000);
      return session.status === 'signedIn';
    }
  }).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

function inTurn<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('quittance-session', task) : task();
}

/** What a sign-in still asks for. */
export type Challenge = NonNullable<SignInMutation['signIn']['challenge']> & {
  /** Who signs in. */
  readonly email: string;
};

let waiting: Challenge | null = null;

/** @returns the sign-in that waits for its next step. It lives in memory only: a page that is loaded anew begins anew. */
export function waitingChallenge(): Challenge | null {
  return waiting;
}

/** Goes on as somebody who has shown who they are. */
export function enter(answer: SessionFragment): void {
  waiting = null;
  become({ status: 'signedIn', ...answer });
}

/** Takes what a step of signing in answered. @returns what is still asked for; null: signed in. */
export function goOn(email: string, answer: Pick<SignInMutation['signIn'], 'session' | 'challenge'>): Challenge | null {
  waiting = answer.challenge && { ...answer.challenge, email };
  if (answer.session) enter(answer.session);
  return waiting;
}

/** @returns what is still asked for; null: signed in. @throws what faultsOf() reads: UNAUTHENTICATED for wrong data, RATE_LIMITED while locked out. */
export async function signIn(email: string, password: string): Promise<Challenge | null> {
  return goOn(email, (await ask(SignInDocument, { email, password })).signIn);
}

/** Ends the session here and on the server; a server that does not answer keeps nobody signed in here. */
export async function signOut(): Promise<void> {
  await ask(SignOutDocument, {}).then(
    () => localStorage.removeItem(HINT),
    () => undefined,
  );
  forgetKept();
  become({ status: 'signedOut' });
}

/** @returns e-mail addresses the sign-in page may offer: those of a demo, else none. */
export async function signInHints(): Promise<readonly string[]> {
  return (await ask(SignInHintsDocument, {})).getSignInHints.demoUsers;
}
