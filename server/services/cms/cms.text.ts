/** Texts of messages that need no parsing: on one line, as a plain page, with their entities turned back. */
import { withoutDirection } from '../../../core/direction.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';

/** A message for one reader, before links are counted. */
export interface FilledContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** A message that a person wrote: taken as it is, braces and all. */
export function literalContent(subject: string, text: string, channel: MessageChannel): FilledContent {
  return plainContent(oneLine(subject), text, channel);
}

export function plainContent(subject: string, written: string, channel: MessageChannel): FilledContent {
  const text = withoutDirection(written).replaceAll('\r\n', '\n').trim();
  // Narrow spaces are outside the alphabet of text messages and would halve their room.
  if (channel === 'email') return { subject, html: pageOf(text), text };
  return { subject: '', html: null, text: channel === 'sms' ? text.replace(/[\u00a0\u202f]/g, ' ') : text };
}

/** @returns the text on one line: a line break in a header would begin another header. */
export function oneLine(text: string): string {
  return withoutDirection(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** A plain page for a text, so that it can be read and counted like any other. */
function pageOf(text: string): string {
  const linked = escapeHtml(text).replace(/https?:\/\/[^\s<]+[^\s<.,;:!?)]/g, (address) => `<a href="${address}">${address}</a>`);
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;font:15px/1.6 sans-serif;color:#1c1c1c;white-space:pre-wrap">${linked}</body></html>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @returns the value as text that is inert in HTML, in text and between quotes. */
export function escapeHtml(value: unknown): string {
  return value === null || value === undefined ? '' : String(value).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** @returns the text with the entities of HTML that this service writes and editors use turned back. */
export function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!);
}
