/** What adapters of hosted providers share that hand in the text messages they take. What has no right signature is not read. */
import { timingSafeEqual } from 'node:crypto';
import { type Adapter, adaptersFor, type Receiving } from '../adapter/adapter.ts';

/** A text message as a gateway tells of it. */
export interface IncomingText {
  /** The provider's own name for it. */
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
export const formOf = (body: Buffer) => new URLSearchParams(body.toString('utf8'));

/** @returns the message; null when the body tells of none. */
export function incomingText(reference: string | null, from: string | null, to: string | null, text: string | null): IncomingText | null {
  if (!reference || !from || text === null) return null;
  return { reference: reference.slice(0, 200), from: from.slice(0, 40), to: (to ?? '').slice(0, 40), text: text.slice(0, 10_000) };
}

type ReceivesTexts = Adapter<unknown, IncomingText> & { readonly receive: Receiving<Readonly<Record<string, unknown>>, IncomingText> };

/** @returns the provider of text messages that calls the address with this last part. */
export const receivingAt = (path: string): ReceivesTexts | undefined =>
  (adaptersFor('sms', true) as ReceivesTexts[]).find(({ receive }) => receive?.path === path);
