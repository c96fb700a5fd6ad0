/** What can be known of one try, whoever was called: a provider of messages, of payments, or another system. */
import type { SaidWords } from '../../../core/fault.ts';

/**
 * idempotent: takes our key and does one thing of any number of tries.
 * askable: can be asked by our reference whether it has done it.
 * neither: a call whose answer was lost may or may not have had its effect; people decide.
 */
export type DeliveryClass = 'idempotent' | 'askable' | 'neither';

/**
 * sent: it has been taken; `reply` is what the receiver said of it, for kinds that need to know. refused: it certainly had no effect;
 * `permanent` means another try is pointless, `badAddress` that nobody is reachable there. lost: nobody can tell from this try. `isAway` says
 * that the failure is about the provider as a whole, not about this row: no connection, a refused login, a server that fails.
 */
export type SendAnswer<Reply = unknown> =
  | { readonly outcome: 'sent'; readonly providerRef: string | null; readonly reply?: Reply }
  | {
      readonly outcome: 'refused';
      readonly permanent: boolean;
      readonly badAddress: boolean;
      /** In English. */
      readonly reason: string;
      /** The same where it is ours and not the provider's own words. */
      readonly words?: SaidWords;
      readonly isAway?: boolean;
      /** The provider was not asked: what it would be given cannot be made. */
      readonly isOurs?: boolean;
    }
  | { readonly outcome: 'lost'; readonly reason: string; readonly words?: SaidWords; readonly isAway?: boolean };

/** Why a provider is away: in English, and in words of ours where it isn't the provider's own. */
export interface Away {
  readonly reason: string;
  readonly words: SaidWords | undefined;
}

/** What an askable provider answers about a row, by our reference; null: it did not answer. */
export type AskAnswer = { readonly known: boolean; readonly providerRef: string | null } | null;

/** What became of one try; 'absent': the provider was asked and has no such thing; 'held': it was not called. */
export type Outcome<Reply = unknown> = SendAnswer<Reply> | { readonly outcome: 'absent' } | { readonly outcome: 'held' };
