/** What the tests of sign-in share: calls with a cookie, and people. */
import { createHash } from 'node:crypto';
import { generate } from 'otplib';
import { vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import type { TestHouse } from '../../platform/testing.ts';
import { putUser } from './identity.logic.ts';

export const PASSWORD = 'a long enough password';
export const STEP = `session { token user { id email name } clients { clientId name } } recoveryCodes
  challenge { kind challenge setup { secret otpauthUrl qrCode } }`;
export const SIGN_IN = `mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { ${STEP} } }`;
export const ANSWER = `mutation ($challenge: String!, $code: String!) { answerMfa(challenge: $challenge, code: $code) { ${STEP} } }`;
export const INITIAL = `mutation ($email: String!, $code: String!, $password: String!) {
  setInitialPassword(email: $email, code: $code, password: $password) { ${STEP} } }`;
export const REQUEST = 'mutation ($email: String!) { requestPasswordReset(email: $email) }';
export const RESET =
  'mutation ($email: String!, $code: String!, $password: String!) { resetPassword(email: $email, code: $code, password: $password) }';
export const REFRESH = 'mutation { refreshSession { token } }';

/** A code for a new password, as the mail shows it. */
export const CODE = /\b[A-Z0-9]{5}-[A-Z0-9]{5}\b/;

export interface StepAnswer {
  readonly session: { readonly token: string; readonly user: { readonly name: string }; readonly clients: { clientId: Uuid }[] } | null;
  readonly recoveryCodes: string[];
  readonly challenge: {
    readonly kind: string;
    readonly challenge: string;
    readonly setup: { secret: string; qrCode: string } | null;
  } | null;
}

export interface CookieAnswer {
  readonly data: Record<string, StepAnswer & { token: string }> | null;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly field: string | undefined;
  /** The refresh cookie that came with the answer. */
  readonly cookie: string;
  /** The cookie of a browser that is known from now on. */
  readonly browser: string;
}

/** @returns an address of the person's own network, so that the tries of one test are not those of another. */
const homeOf = (email: string) => `10.${[...createHash('sha256').update(email).digest().subarray(0, 3)].join('.')}`;

/** Calls as a browser does: with cookies, and perhaps a token. @param from the network address; that of the person's own home unless told. */
export function browserOf(house: Pick<TestHouse, 'app'>) {
  return async (
    query: string,
    variables: object = {},
    { cookie = '', token = '', locale = '', browser = '', from = '' } = {},
  ): Promise<CookieAnswer> => {
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/identity',
      remoteAddress: from || homeOf(String((variables as { email?: unknown }).email ?? '')),
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      cookies: {
        ...(cookie ? { 'quittance-refresh': cookie } : {}),
        ...(locale ? { locale } : {}),
        ...(browser ? { 'quittance-browser': browser } : {}),
      },
      payload: JSON.stringify({ query, variables }),
    });
    const { data = null, errors } = answer.json();
    return {
      data,
      code: errors?.[0]?.extensions?.code,
      message: errors?.[0]?.message,
      field: errors?.[0]?.extensions?.field,
      cookie: answer.cookies.find(({ name }) => name === 'quittance-refresh')?.value ?? '',
      browser: answer.cookies.find(({ name }) => name === 'quittance-browser')?.value ?? '',
    };
  };
}

/** A person of the pool with the password of all tests. */
export async function addPerson(
  house: TestHouse,
  email: string,
  clients: readonly Uuid[] = [house.clientA],
  role = 'AGENT',
): Promise<Uuid> {
  const userId = uuidv7();
  const groups = clients.map((clientId) => ({ clientId, role, partnerId: null }));
  await putUser(house.database, { userId, email, name: 'Mira Oduya', password: PASSWORD, groups });
  return userId;
}

/** @returns the authenticator's code now, or so many steps away. */
export const totp = (secret: string, steps = 0) => generate({ secret, epoch: Math.floor(now() / 1000) + steps * 30 });

/** Catches the mails that the terminal would show. */
export function catchMails() {
  const shown = vi.spyOn(console, 'log').mockImplementation(() => {});
  return {
    /** Waits for the next mail: they leave after the answer. */
    next: async (): Promise<string> => {
      const before = shown.mock.calls.length;
      await vi.waitFor(() => shown.mock.calls.length > before || Promise.reject(new Error('no mail')), { timeout: 60_000 });
      return String(shown.mock.calls.at(-1));
    },
    all: () => shown.mock.calls.map(String),
    stop: () => shown.mockRestore(),
  };
}

/** @returns what the log of a client says about sign-in, oldest first. */
export async function accessEvents(house: TestHouse, clientId: Uuid, userId: Uuid): Promise<{ type: string; payload: unknown }[]> {
  const read = clientId === house.clientA ? house.inA : house.inB;
  return read((tx) =>
    tx.sql(
      `select message_type as type, payload from event where client_id = $1 and actor_id = $2
       and message_type in ('userSignedIn', 'userSignedOut', 'signInFailed', 'passwordChanged', 'mfaEnabled', 'mfaDisabled', 'recoveryCodeUsed')
       order by emit_time, message_id`,
      [clientId, userId],
    ),
  );
}
