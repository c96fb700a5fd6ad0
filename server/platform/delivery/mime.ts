/** A mail as bytes, whatever carries it. */
import MailComposer from 'nodemailer/lib/mail-composer';
import { englishOf, words } from '../../../core/fault.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import type { Message } from './provider.ts';

/** The mail and whom its carrier is told about; or why it can't be made, before anybody was asked. */
export type ComposedMail = { readonly raw: Buffer; readonly envelope: { readonly from: string; readonly to: string[] } } | SendAnswer;

/** Writes a mail with its files. Reads nothing from disk or network. */
export async function composeMail(message: Message): Promise<ComposedMail> {
  try {
    const node = new MailComposer({
      from: message.from,
      to: [{ name: '', address: message.to }],
      subject: message.subject,
      text: message.text,
      ...(message.html === null ? {} : { html: message.html }),
      messageId: `<${message.reference}@${domainOf(message.from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
      attachments: (message.attachments ?? []).map(({ name, mimeType, content }) => ({ filename: name, contentType: mimeType, content })),
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
