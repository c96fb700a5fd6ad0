/** What adapters of hosted providers hand in: text messages that debtors write, and what became of ours. What has no right signature is not read. */
import { timingSafeEqual } from 'node:crypto';
import { MESSAGE_CHANNELS } from '../../../core/messageChannels.ts';
import { type Adapter, adaptersFor, type Receiving } from '../adapter/adapter.ts';
import type { IncomingMedia } from './media.ts';
import type { DeliveryReport } from './reports.ts';
import type { CallNotice, CallTurn } from './voice.ts';
import type { TemplateNotice } from './whatsapp.ts';

/** A text message as a provider tells of it. */
export interface IncomingText {
  /** The provider's own name for it. */
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** A text message unless it says otherwise. */
  readonly channel?: 'whatsapp';
  /** The provider's own name of the message that it answers. */
  readonly answers?: string | null;
  /** A button of that message was pressed. */
  readonly isButton?: boolean;
  /** Files that came along. */
  readonly media?: readonly IncomingMedia[];
}

/** What one call of a provider tells. */
export interface Notices {
  readonly messages: readonly IncomingText[];
  readonly reports: readonly DeliveryReport[];
  /** What has become of WhatsApp templates. */
  readonly templates?: readonly TemplateNotice[];
  /** What happens in a call; whoever tells of it waits for what to say next. */
  readonly call?: CallNotice;
}

export const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
export const formOf = (body: Buffer) => new URLSearchParams(body.toString('utf8'));

/** @returns the body as JSON; null when it is none. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** @returns the message; nothing when the body tells of none. */
export function incomingText(reference: string | null, from: string | null, to: string | null, text: string | null): IncomingText[] {
  if (!reference || !from || text === null) return [];
  return [{ reference: reference.slice(0, 200), from: from.slice(0, 40), to: (to ?? '').slice(0, 40), text: text.slice(0, 10_000) }];
}

/** @returns what a call tells; null for a call that tells nothing of us, such as a message on its way. */
export const noticesOf = (
  messages: readonly IncomingText[],
  reports: readonly DeliveryReport[] = [],
  templates: readonly TemplateNotice[] = [],
): Notices | null => (messages.length + reports.length + templates.length > 0 ? { messages, reports, templates } : null);

type Receives = Adapter<unknown, Notices> & { readonly receive: Receiving<Readonly<Record<string, unknown>>, Notices, CallTurn> };

/** @returns the provider that calls the address with this last part. */
export const receivingAt = (path: string): Receives | undefined =>
  MESSAGE_CHANNELS.flatMap((channel) => adaptersFor(channel, true) as Receives[]).find(({ receive }) => receive?.path === path);
