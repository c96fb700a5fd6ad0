/** Mails of the product to staff. They belong to no client: they leave by SMTP_URL, and in development, without one, they are shown on the terminal. */
import { fault } from '../../../core/fault.ts';
import { uuidv7 } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Config } from '../config.ts';
import { logger } from '../log.ts';
import type { Provider } from './provider.ts';
import { smtpFromUrl, smtpProvider } from './smtp.ts';

export interface MailText {
  readonly subject: string;
  /** Paragraphs. */
  readonly body: readonly string[];
  /** What the button says; null: the mail has none. */
  readonly button: string | null;
}

/** What it is sent by. */
export type MailSender = Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>;

/** How long one mail may take, milliseconds. */
const TIMEOUT = 20_000;

const providers = new Map<string, Provider>();

/** @returns a text with its values: {braces} are filled in. */
export function fillMail({ subject, body, button }: MailText, values: Readonly<Record<string, string>>): MailText {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return { subject: fill(subject).replace(/\s+/g, ' '), body: body.map(fill), button };
}

/** Sends one. @throws Fault UNAVAILABLE when nothing is configured to send mail by, or the server does not take it. */
export async function sendToStaff(config: MailSender, to: string, { subject, body, button }: MailText, link?: string): Promise<void> {
  const text = [...body, ...(link ? [link] : [])].join('\n\n');
  if (config.smtpUrl === null) {
    if (config.production) throw fault('UNAVAILABLE', 'noMail');
    console.log(`\n  Mail to ${to} (SMTP_URL is not set, so it is shown here)\n  ${subject}\n\n${text.replace(/^/gm, '    ')}\n`);
    return;
  }
  const provider = providers.get(config.smtpUrl) ?? smtpProvider(smtpFromUrl(config.smtpUrl), null);
  providers.set(config.smtpUrl, provider);
  const reference = uuidv7();
  const answer = await provider.send(
    { reference, channel: 'email', to, from: config.mailFrom, subject, text, html: html(body, button, link), headers: {} },
    TIMEOUT,
  );
  if (answer.outcome === 'sent') return;
  logger.error({ reference, outcome: answer.outcome, reason: answer.reason }, 'a mail to staff was not sent');
  throw fault('UNAVAILABLE', 'mailFailed');
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

function html(body: readonly string[], button: string | null, link: string | undefined): string {
  const paragraphs = body.map((paragraph) => `<p style="margin:0 0 14px">${escaped(paragraph)}</p>`).join('');
  const action =
    button && link
      ? `<p style="margin:22px 0"><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f6b5c;color:#ffffff;text-decoration:none">${escaped(button)}</a></p><p style="margin:0;color:#66706e;font-size:12px;word-break:break-all">${escaped(link)}</p>`
      : '';
  return `<!doctype html><html><body style="margin:0;padding:28px;font:15px/22px system-ui,sans-serif;color:#1b2422">${paragraphs}${action}</body></html>`;
}

/** @returns a moment as people of the locale write it, with its zone: the reader's own is not known. */
export function mailMoment(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale.replace('_', '-'), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' })
    .format(at)
    .concat(' UTC');
}
