/** Mails about signing in. */
import type { Locale } from '../../../core/locale.ts';
import { type MailSender, sendToStaff } from '../../platform/delivery/staffMail.ts';
import { logger } from '../../platform/log.ts';
import { type MailKind, mailText } from './identity.mail.texts.ts';

/** @throws Fault UNAVAILABLE when nothing is configured to send mail by, or the server does not take it. */
export async function sendMail(
  config: MailSender,
  to: string,
  locale: Locale,
  kind: MailKind,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await sendToStaff(config, to, mailText(kind, locale, values), values.link);
}

/** Mails after the answer has gone: how long it takes must not tell whether somebody exists. */
export function mailLater(...mail: Parameters<typeof sendMail>): void {
  sendMail(...mail).catch((error: Error) => logger.error({ error, kind: mail[3] }, 'a mail about signing in was not sent'));
}
