/** What a provider of messages is to the outbox: it sends one message, and says truthfully what can be known when its answer is lost. */
import type { SaidWords } from '../../../core/fault.ts';

/**
 * idempotent: takes our key and makes one message of any number of tries.
 * askable: can be asked by our reference whether it has the message.
 * neither: a message whose answer was lost may or may not have left; people decide.
 */
export type DeliveryClass = 'idempotent' | 'askable' | 'neither';

/** A file that goes along with an e-mail. */
export interface OutgoingFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** A rendered message, ready to leave. */
export interface Message {
  /** Our reference, the outbox row's id: the same on every try of the same message, and it names no person. */
  readonly reference: string;
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Additional e-mail headers, e.g. List-Unsubscribe. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments?: readonly OutgoingFile[];
}

/**
 * sent: the provider has taken it. refused: it certainly did not leave; `permanent` means another try is pointless, `badAddress` that nobody
 * is reachable there. lost: nobody can tell from this try. `isAway` says that the failure is about the provider as a whole, not about this
 * message: no connection, a refused login, a server that fails.
 */
export type SendAnswer =
  | { readonly outcome: 'sent'; readonly providerRef: string | null }
  | {
      readonly outcome: 'refused';
      readonly permanent: boolean;
      readonly badAddress: boolean;
      /** In English. */
      readonly reason: string;
      /** The same where it is ours and not the provider's own words. */
      readonly words?: SaidWords;
      readonly isAway?: boolean;
      /** The provider was not asked: the message itself cannot be made. */
      readonly isOurs?: boolean;
    }
  | { readonly outcome: 'lost'; readonly reason: string; readonly words?: SaidWords; readonly isAway?: boolean };

/** Why a provider is away: in English, and in words of ours where it isn't the provider's own. */
export interface Away {
  readonly reason: string;
  readonly words: SaidWords | undefined;
}

/** What an askable provider answers about a message, by our reference; null: it did not answer. */
export type AskAnswer = { readonly known: boolean; readonly providerRef: string | null } | null;

export interface Provider {
  readonly name: string;
  readonly deliveryClass: DeliveryClass;
  /** Never throws; gives up after the timeout (milliseconds). */
  readonly send: (message: Message, timeout: number) => Promise<SendAnswer>;
  /** Askable providers only. */
  readonly ask?: (message: Message, timeout: number) => Promise<AskAnswer>;
  /** Whether the provider is back, asked without a message at stake; null: it is, else why not. Absent: only a message tells. */
  readonly probe?: (timeout: number) => Promise<Away | null>;
  /** Ends connections that are kept between messages. */
  readonly close: () => Promise<void>;
}
