/** A mail as bytes, whatever carries it. */
import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { englishOf, words } from '../../../core/fault.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import type { Message, OutgoingFile } from './provider.ts';

/** The mail and whom its carrier is told about; or why it can't be made, before anybody was asked. */
export type ComposedMail = { readonly raw: Buffer; readonly envelope: { readonly from: string; readonly to: string[] } } | SendAnswer;

/** A picture that stands in a page, and is named there as cid:<contentId>. */
export interface InlineFile extends OutgoingFile {
  readonly contentId: string;
}

/** A picture of a page as data: address. Mail programs show none of these. */
const DATA_IMAGE = /(<img\b[^>]*?\ssrc=")data:(image\/(png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)"/g;

/** @returns a mail's page with the pictures that stand in it as files of their own; one that stands there twice is one file. */
export function withInlineFiles(html: string): { readonly html: string; readonly files: readonly InlineFile[] } {
  const files = new Map<string, InlineFile>();
  const page = html.replace(DATA_IMAGE, (_, before: string, mimeType: string, ending: string, data: string) => {
    const content = Buffer.from(data, 'base64');
    const contentId = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}@picture.invalid`;
    files.set(contentId, { name: `${contentId.slice(0, 8)}.${ending}`, mimeType, content, contentId });
    return `${before}cid:${contentId}"`;
  });
  return { html: page, files: [...files.values()] };
}

/** @returns a page and its pictures as MailComposer takes them; nothing for a mail without a page. */
export function pageParts(html: string | null) {
  if (html === null) return { attachments: [] };
  const page = withInlineFiles(html);
  const attachments = page.files.map(({ name, mimeType, content, contentId }) => ({
    filename: name,
    contentType: mimeType,
    content,
    cid: contentId,
    contentDisposition: 'inline' as const,
  }));
  return { html: page.html, attachments };
}

/** Writes a mail with its files. Reads nothing from disk or network. */
export async function composeMail(message: Message): Promise<ComposedMail> {
  try {
    const { attachments: pictures, ...page } = pageParts(message.html);
    const files = (message.attachments ?? []).map(({ name, mimeType, content }) => ({ filename: name, contentType: mimeType, content }));
    const node = new MailComposer({
      from: message.from,
      to: [{ name: '', address: message.to }],
      subject: message.subject,
      text: message.text,
      ...page,
      messageId: `<${message.reference}@${domainOf(message.from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
      attachments: [...pictures, ...files],
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
    const raw = await node.build();
    const { from, to } = node.getEnvelope();
    if (from && to.length === 1) return { raw, envelope: { from, to } };
    const said = words('addressNoEmail');
    return { outcome: 'refused', permanent: true, badAddress: true, reason: englishOf(said), words: said, isOurs: true };
  } catch (error) {
    return { outcome: 'refused', permanent: true, badAddress: false, reason: (error as Error).message, isOurs: true };
  }
}

function domainOf(from: string): string {
  return /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'quittance.invalid';
}
