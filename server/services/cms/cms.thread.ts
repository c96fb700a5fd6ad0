/** What threads do with what users wrote; called by name from cms.content.logic.ts. */
import type { ContentType } from '../../../core/messageChannels.ts';
import { type CheckedContent, type ContentSource, checkContent, fillContent, needsOf } from './cms.content.ts';
import { withoutTracking } from './cms.links.ts';
import { placeholdersIn } from './cms.liquid.ts';
import { type Incoming, readMail } from './cms.mail.ts';
import type { EventFields } from './cms.placeholders.events.ts';
import type { Placeholder } from './cms.placeholders.ts';
import { sanitizeMail, sanitizeSent } from './cms.sanitize.ts';
import { textOf } from './cms.textOf.ts';

export { fillContent, needsOf, placeholdersIn, textOf };

export interface CheckInput {
  readonly source: ContentSource;
  readonly type: ContentType;
  readonly placeholders: readonly Placeholder[];
  readonly events: readonly EventFields[];
}

export function check({ source, type, placeholders, events }: CheckInput): Promise<CheckedContent> {
  return checkContent(source, type, placeholders, events);
}

export interface MailInput {
  readonly source: Uint8Array;
  readonly reference: string;
}

export function mail({ source, reference }: MailInput): Promise<Incoming | null> {
  return readMail(Buffer.from(source.buffer, source.byteOffset, source.byteLength), reference);
}

export interface ShowInput {
  readonly html: string;
  /** Who wrote it. */
  readonly direction: 'inbound' | 'outbound';
  /** Whether its links may be followed. */
  readonly follow: boolean;
}

export function show({ html, direction, follow }: ShowInput): string {
  return direction === 'inbound' ? CAGE + sanitizeMail(html) : withoutTracking(sanitizeSent(html), follow);
}

/** Before a debtor's page, whatever it holds: it loads nothing, runs nothing and sends nothing. The frame it is shown in lets it go nowhere. */
const CAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">`;
