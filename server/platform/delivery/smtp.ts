/**
 * E-mail by SMTP. A mail counts as sent after the server's 250 to its data and not before. SMTP cannot be asked and does not deduplicate:
 * when the connection breaks after the data began, the answer is lost.
 */
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { z } from 'zod';
import { englishOf, type SaidWords, words } from '../../../core/fault.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { mailbox, mailServer, optional, secret } from '../adapter/fields.ts';
import type { Outbound } from '../outbound.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import { whyBroken } from './http.ts';
import { composeMail } from './mime.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (port 465). Otherwise by STARTTLS: where the server offers it, and always before a password is sent. */
  readonly secure: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** Reads smtp://user:pass@host:587 and smtps://…; @throws Error when it is neither. */
export function smtpFromUrl(text: string): SmtpSettings {
  const url = new URL(text);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw new Error('SMTP_URL starts with smtp:// or smtps://');
  const secure = url.protocol === 'smtps:';
  const login = url.username ? { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } : {};
  return { host: url.hostname, port: Number(url.port || (secure ? 465 : 587)), secure, ...login };
}

/** Mails a connection carries before it is replaced; servers end long ones themselves. */
const MAILS_PER_CONNECTION = 100;
/** Hosts to which a password goes unencrypted: on the way there is nobody. */
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

interface Open {
  readonly connection: SMTPConnection;
  mails: number;
  alive: boolean;
}

/**
 * Opens connections as they are needed and keeps them for the next mail until close().
 * @param outbound checks where a client's own server is; null for the operator's, which may be anywhere.
 */
export function smtpProvider(settings: SmtpSettings, outbound: Outbound | null): Provider {
  const idle: Open[] = [];

  const take = async (timeout: number): Promise<Open> => {
    for (;;) {
      const open = idle.pop();
      if (!open) return connect(settings, outbound, timeout);
      if (open.alive) return open;
    }
  };

  const send = async (message: Message, timeout: number): Promise<SendAnswer> => {
    let open: Open;
    const mail = await composeMail(message);
    if ('outcome' in mail) return mail;
    try {
      open = await take(timeout / 2);
    } catch (error) {
      // Nothing was said about the mail yet. A refused login needs people, but may be mended, so it is tried again like the rest.
      return { outcome: 'refused', permanent: false, badAddress: false, ...told(whyNotOpen(error)), isAway: true };
    }
    const answer = await transmit(open, mail.envelope, mail.raw, timeout / 2);
    open.mails += 1;
    if (open.alive && open.mails < MAILS_PER_CONNECTION) idle.push(open);
    else open.connection.close();
    return answer;
  };

  return {
    name: 'SMTP',
    deliveryClass: 'neither',
    send,
    probe: async (timeout) => {
      try {
        idle.push(await take(timeout));
        return null;
      } catch (error) {
        const said = whyNotOpen(error);
        return { reason: englishOf(said), words: said };
      }
    },
    close: async () => {
      for (const open of idle.splice(0)) open.connection.quit();
    },
  };
}

/** @returns a reason of ours as an answer carries it. */
const told = (why: SaidWords) => ({ reason: englishOf(why), words: why });

/** Why no dialogue came about, in our words: what stands behind an address is not always a mail server, and its words are not ours to show. */
function whyNotOpen(error: unknown): SaidWords {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return responseCode ? words('mailLoginRefusedCode', { code: responseCode }) : words('mailLoginRefused');
  if (code === 'ETLS') return words('mailUnencrypted');
  if (code === 'EPROTOCOL') return words('mailNotSpoken');
  return whyBroken(error);
}

async function connect(settings: SmtpSettings, outbound: Outbound | null, timeout: number): Promise<Open> {
  const socket = outbound ? await outbound.connectMail(settings.host, settings.port, timeout) : null;
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({
      // The name is what the certificate is held against, wherever the connection goes.
      ...(socket ? { connection: socket } : {}),
      host: settings.host,
      port: settings.port,
      secure: settings.secure,
      // Whoever sits in between can strike the offer of STARTTLS, and would read the password.
      requireTLS: settings.username !== undefined && !THIS_MACHINE.test(settings.host),
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: 60_000,
    });
    const open: Open = { connection, mails: 0, alive: true };
    const end = (error: Error) => {
      open.alive = false;
      reject(error);
    };
    connection.on('error', end);
    connection.on('end', () => end(new Error('the server closed the connection')));
    connection.connect((error) => {
      if (error) return end(error);
      if (!settings.username) return resolve(open);
      connection.login({ user: settings.username, pass: settings.password ?? '' }, (refused) => {
        if (!refused) return resolve(open);
        // Before the end of the connection says less.
        end(refused);
        connection.close();
      });
    });
  });
}

/** Sends one mail over an open connection. The data counts as begun when the connection first reads from it. */
function transmit(open: Open, envelope: { from: string; to: string[] }, raw: Buffer, timeout: number): Promise<SendAnswer> {
  return new Promise((resolve) => {
    let begun = false;
    const data = new Readable({
      read() {
        begun = true;
        this.push(raw);
        this.push(null);
      },
    });
    const timer = setTimeout(() => open.connection.close(), timeout);
    const ended = () => done(broken(words('connectionBroken')));
    const done = (answer: SendAnswer) => {
      clearTimeout(timer);
      open.connection.off('end', ended);
      resolve(answer);
    };
    const broken = (why: SaidWords): SendAnswer =>
      begun
        ? { outcome: 'lost', ...told(why), isAway: true }
        : { outcome: 'refused', permanent: false, badAddress: false, ...told(why), isAway: true };
    open.connection.once('end', ended);
    open.connection.send({ ...envelope, size: raw.length }, data, (error, info) => {
      if (!error) return done({ outcome: 'sent', providerRef: info?.response.slice(0, 200) ?? null });
      const { responseCode: code, response = '' } = error as { responseCode?: number; response?: string };
      if (code === undefined || code < 400) {
        open.alive = false;
        return done(broken(whyBroken(error)));
      }
      // After a refusal the dialogue stands at an unclear place; the next mail gets a new connection.
      open.alive = false;
      const atRecipient = (error as { command?: string }).command === 'RCPT TO';
      done({ outcome: 'refused', permanent: code >= 500, badAddress: code >= 500 && atRecipient, reason: shown(code, response) });
    });
  });
}

/** What a mail server says of a mail that it refused: it has greeted and logged in as one by then. One line, without what could be markup. */
function shown(code: number, response: string): string {
  const text = response
    .replace(/^\d{3}[ -]?/, '')
    .replace(/[^\p{L}\p{N} .,:;@()/+_-]+/gu, ' ')
    .trim()
    .slice(0, 160);
  return text ? `SMTP ${code}: ${text}` : `SMTP ${code}`;
}

/** E-mail by a mail server. */
defineAdapter({
  name: 'SMTP',
  serves: ['email'],
  deliveryClass: 'neither',
  credentials: z.strictObject({
    host: mailServer,
    port: z.coerce.number().int().min(1).max(65_535).default(587),
    secure: z.boolean().default(false),
    username: optional,
    password: secret(optional),
  }),
  extras: z.strictObject({ sender: optional, replyTo: mailbox }),
  open: ({ username, password, ...server }, { sender }, outbound): OpenedAdapter => ({
    provider: smtpProvider({ ...server, ...(username ? { username, password: password ?? '' } : {}) }, outbound),
    sender,
  }),
});
