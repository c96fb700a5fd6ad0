/** What an automated call is to us, by whichever provider: what it says, what happens in it, and what is said next. */

import type { Locale } from '../../../core/locale.ts';
import type { CallResult, SpokenCall, Voice } from '../../../core/spokenCall.ts';

/** A call with its texts filled in, in the language that it is spoken in. */
export interface SpokenSheet extends SpokenCall {
  readonly locale: Locale;
}

/** Where a key is waited for: who is there, or what they want. */
export type CallPlace = 'opening' | 'menu';

/** What a provider tells of a call. `callId` is our reference of it. */
export type CallNotice =
  | { readonly callId: string; readonly kind: 'answered'; readonly by: 'person' | 'machine' }
  | { readonly callId: string; readonly kind: 'key'; readonly at: CallPlace; readonly key: string | null; readonly again: boolean }
  | { readonly callId: string; readonly kind: 'ended'; readonly result: CallResult; readonly seconds: number; readonly reason: string };

/** What is said next, and what happens after it. */
export interface CallTurn {
  readonly callId: string;
  readonly locale: Locale;
  readonly voice: Voice;
  readonly say: readonly string[];
  readonly next:
    | { readonly does: 'listen'; readonly at: CallPlace; readonly again: boolean }
    | { readonly does: 'dial'; readonly number: string }
    | { readonly does: 'hangUp' };
}

/** Seconds for which a key is waited. */
export const LISTEN_SECONDS = 8;

export const isCallPlace = (value: unknown): value is CallPlace => value === 'opening' || value === 'menu';
