/** What a provider of messages is to the outbox: it sends one message, and says truthfully what can be known when its answer is lost. */
import type { MessageChannel } from '../../../core/messageChannels.ts';
import type { PostalPlace } from '../delivery.tables.ts';
import type { AskAnswer, Away, DeliveryClass, SendAnswer } from '../outbox/answer.ts';
import type { FetchMedia } from './media.ts';
import type { SpokenSheet } from './voice.ts';
import type { SentTemplate, TemplateDesk } from './whatsapp.ts';

/** A file that goes along with an e-mail. */
export interface OutgoingFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Buffer;
  /** Where a provider that wants no bytes may fetch it for some minutes. */
  readonly address?: string;
}

/** A rendered message, ready to leave. */
export interface Message {
  /** Our reference, the outbox row's id: the same on every try of the same message, and it names no person. */
  readonly reference: string;
  readonly channel: MessageChannel;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Additional e-mail headers, e.g. List-Unsubscribe. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments?: readonly OutgoingFile[];
  /** Of a letter, whose `to` has the lines of the address and whose first attachment is its PDF. */
  readonly post?: PostalPlace;
  /** By WhatsApp: the approved template that says it; without one it is a free message. */
  readonly template?: SentTemplate;
  /** Of a call: what it says, and which keys mean what. */
  readonly call?: SpokenSheet;
}

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

/** What an adapter of messages opens. */
export interface OpenedAdapter {
  readonly provider: Provider;
  /** Who its messages come from, where its settings say so. */
  readonly sender?: string | undefined;
  /** Of a provider of WhatsApp: how templates are brought to it. */
  readonly desk?: TemplateDesk;
  /** Of a provider that debtors' files come by. */
  readonly media?: FetchMedia;
}
