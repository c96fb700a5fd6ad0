/** Where people and their passwords are kept: our own pool, or a pool of AWS Cognito. The contract and the web app are the same for both. */
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Identity } from '../../platform/caller.ts';
import type { Config } from '../../platform/config.ts';
import type { Tokens } from '../../platform/identity.ts';
import type { Database } from '../../platform/tenancy.ts';
import type { SignedIn } from './identity.session.logic.ts';

/** What a call stands on. */
export interface Place {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: Config;
  /** The language of the browser that asks: of mails that it brings about. */
  readonly locale: Locale;
  /** The refresh cookie. */
  readonly refreshToken: string | undefined;
  /** Where the call comes from. */
  readonly ip: string;
  /** The cookie of a browser somebody has signed in with before. */
  readonly browser: string | undefined;
}

/** password; mfa: codes of the authenticator; recovery: codes of 50 bits; code: of a mail; ask: for such a mail. */
export type TryKind = 'password' | 'mfa' | 'recovery' | 'code' | 'ask';

/** What a try is counted by. */
export type From = Pick<Place, 'database' | 'config' | 'ip' | 'browser'>;

/** Whom a try is about. */
export interface Tried {
  /** What it is counted under: the person, or unknownAddressId of an address. */
  readonly id: Uuid;
  /** Who it is; null: nobody. */
  readonly userId: Uuid | null;
  readonly kind: TryKind;
  /** For the log: password, secondFactor, reset … */
  readonly step: string;
  /** The session of somebody who is signed in; it counts on its own. */
  readonly session?: Uuid | null;
}

export interface MfaSetup {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrCode: string;
}

export interface Challenge {
  readonly kind: 'mfa' | 'mfaSetup' | 'newPassword';
  readonly challenge: string;
  readonly setup: MfaSetup | null;
}

/** One step of signing in: done, or what is still asked for. */
export type Step =
  | { readonly session: SignedIn; readonly challenge: null; readonly recoveryCodes: readonly string[] }
  | { readonly session: null; readonly challenge: Challenge; readonly recoveryCodes: readonly string[] };

export const done = (session: SignedIn, recoveryCodes: readonly string[] = []): Step => ({ session, challenge: null, recoveryCodes });
export const asked = (challenge: Challenge): Step => ({ session: null, challenge, recoveryCodes: [] });

export interface MfaState {
  readonly mfaEnabled: boolean;
  readonly recoveryCodesLeft: number;
  /** False: this pool knows no recovery codes. */
  readonly hasRecoveryCodes: boolean;
}

/**
 * Wrong data of people who exist and of people who do not are answered alike. @throws Fault UNAUTHENTICATED (wrong data, ended session),
 * INVALID_INPUT (code, password), RATE_LIMITED (too many tries), UNAVAILABLE (the pool or the mail does not answer).
 */
export interface IdentityPort {
  readonly signIn: (place: Place, email: string, password: string) => Promise<Step>;
  readonly answerMfa: (place: Place, challenge: string, code: string) => Promise<Step>;
  readonly setInitialPassword: (place: Place, email: string, code: string, password: string) => Promise<Step>;
  readonly requestPasswordReset: (place: Place, email: string) => Promise<void>;
  /** @returns whose password it was; null: the pool has not told us of them yet. */
  readonly resetPassword: (place: Place, email: string, code: string, password: string) => Promise<Uuid | null>;
  readonly refreshSession: (place: Place) => Promise<SignedIn>;
  readonly signOut: (place: Place, sessionId: Uuid | null) => Promise<void>;
  readonly mfaState: (place: Place, caller: Identity) => Promise<MfaState>;
  readonly startMfaSetup: (place: Place, caller: Identity) => Promise<MfaSetup>;
  /** @returns recovery codes, shown this once. */
  readonly confirmMfaSetup: (place: Place, caller: Identity, code: string) => Promise<readonly string[]>;
  readonly disableMfa: (place: Place, caller: Identity, code: string) => Promise<void>;
  readonly renewRecoveryCodes: (place: Place, caller: Identity, code: string) => Promise<readonly string[]>;
  /** Ends every session. @returns the one that takes the place of the caller's. */
  readonly changePassword: (place: Place, caller: Identity, current: string, password: string) => Promise<SignedIn>;
}
