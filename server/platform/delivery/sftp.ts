/**
 * Letters by SFTP: the PDF and a list of one line beside it, put into a folder that a printer empties. Both are named by our reference and appear only when
 * they are whole, so any number of tries leaves one letter.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Client, type SFTPWrapper } from 'ssh2';
import { z } from 'zod';
import { englishOf, type SaidWords, words } from '../../../core/fault.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { fileServer, optional, secret, text } from '../adapter/fields.ts';
import { csvCell, csvLine } from '../csv.ts';
import { type Outbound, RefusedAddress } from '../outbound.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import { whyBroken } from './http.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';

export interface SftpSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string | undefined;
  readonly privateKey?: string | undefined;
  /** SHA-256 of the server's key, in Base64 as OpenSSH writes it: nobody else gets the letters. */
  readonly fingerprint: string;
  readonly folder: string;
}

type Session = { readonly client: Client; readonly sftp: SFTPWrapper };

const WRONG_KEY = words('sftpOtherKey');
const NO_LOGIN = words('sftpNoLogin');

/** Nothing is left behind under the final name until it is whole: class idempotent. */
export function sftpProvider(settings: SftpSettings, outbound: Outbound): Provider {
  let session: Promise<Session> | null = null;
  const drop = () => {
    session = null;
  };
  const open = (timeout: number) => {
    session ??= connect(settings, outbound, timeout, drop).catch((error: unknown) => {
      drop();
      throw error;
    });
    return session;
  };

  async function send(message: Message, timeout: number): Promise<SendAnswer> {
    const [letter] = message.attachments ?? [];
    if (!letter) return { outcome: 'refused', permanent: true, badAddress: false, reason: 'no PDF', isOurs: true };
    let opened: Session;
    try {
      opened = await open(timeout / 2);
    } catch (error) {
      return away(error);
    }
    try {
      const folder = settings.folder.replace(/\/+$/, '');
      const name = `${folder === '' ? '' : `${folder}/`}${message.reference}`;
      await within(timeout / 2, async () => {
        await put(opened.sftp, `${name}.csv`, Buffer.from(listOf(message)));
        await put(opened.sftp, `${name}.pdf`, letter.content);
      });
      return { outcome: 'sent', providerRef: message.reference };
    } catch (error) {
      drop();
      opened.client.end();
      return away(error);
    }
  }

  return {
    name: 'SFTP',
    deliveryClass: 'idempotent',
    send,
    probe: async (timeout) => {
      try {
        await open(timeout);
        return null;
      } catch (error) {
        const said = saidOf(error);
        return { reason: englishOf(said), words: said };
      }
    },
    close: async () => {
      const running = session;
      drop();
      (await running?.catch(() => null))?.client.end();
    },
  };
}

/** @returns what whoever prints needs to know of one letter, beside its PDF. */
function listOf({ reference, to, post }: Message): string {
  const [name = '', ...address] = to.split('\n');
  const cells = [reference, name, address.join(', '), post?.postalCode ?? '', post?.country ?? ''].map(csvCell);
  return csvLine(['reference', 'name', 'address', 'postalCode', 'country']) + csvLine(cells);
}

/** No letter is under its name before it is whole, so what fails has posted none. */
function away(error: unknown): SendAnswer {
  const said = saidOf(error);
  return { outcome: 'refused', permanent: false, badAddress: false, isAway: true, reason: englishOf(said), words: said };
}

class Refused extends Error {
  readonly said: SaidWords;
  constructor(said: SaidWords) {
    super(said.key);
    this.said = said;
  }
}

function saidOf(error: unknown): SaidWords {
  if (error instanceof Refused) return error.said;
  if (error instanceof RefusedAddress) return whyBroken(error);
  const { level, code } = error as { level?: string; code?: string | number };
  if (level === 'client-authentication') return NO_LOGIN;
  // A status of the protocol: no such folder, no permission, no room.
  return typeof code === 'number' ? words('sftpRefused', { code }) : whyBroken(error);
}

async function connect(settings: SftpSettings, outbound: Outbound, timeout: number, drop: () => void): Promise<Session> {
  const sock = await outbound.connectFiles(settings.host, settings.port, timeout);
  const client = new Client();
  const expected = Buffer.from(settings.fingerprint.replace(/^SHA256:/, '').replace(/=+$/, ''));
  let isOther = false;
  return new Promise((resolve, reject) => {
    client.on('error', (error) => {
      drop();
      reject(isOther ? new Refused(WRONG_KEY) : error);
    });
    client.on('close', drop);
    client.on('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve({ client, sftp }))));
    client.connect({
      sock,
      username: settings.user,
      ...(settings.privateKey ? { privateKey: settings.privateKey } : {}),
      ...(settings.password ? { password: settings.password } : {}),
      readyTimeout: timeout,
      hostVerifier: (key: Buffer) => {
        const shown = Buffer.from(createHash('sha256').update(key).digest('base64').replace(/=+$/, ''));
        isOther = shown.length !== expected.length || !timingSafeEqual(shown, expected);
        return !isOther;
      },
    });
  });
}

/** Writes beside the name and renames; what stood there is replaced. */
async function put(sftp: SFTPWrapper, name: string, content: Buffer): Promise<void> {
  const part = `${name}.part`;
  await promised((done) => sftp.writeFile(part, content, done));
  // Renaming over a file is an extension of OpenSSH; without it, what an earlier try left goes first.
  const renamed = await promised((done) => sftp.ext_openssh_rename(part, name, done)).then(
    () => true,
    () => false,
  );
  if (renamed) return;
  await promised((done) => sftp.unlink(name, done)).catch(() => {});
  await promised((done) => sftp.rename(part, name, done));
}

/** The library throws some refusals instead of answering with them. */
function promised(work: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
}

async function within(timeout: number, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), timeout);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

defineAdapter({
  name: 'SFTP',
  serves: ['letter'],
  deliveryClass: 'idempotent',
  credentials: z.strictObject({
    host: fileServer,
    port: z.coerce.number().int().min(1).max(65_535).default(22),
    user: text,
    password: secret(optional),
    privateKey: secret(z.string().trim().max(10_000).optional()),
    fingerprint: text,
  }),
  extras: z.strictObject({ folder: optional }),
  open: (credentials, { folder }, outbound): OpenedAdapter => ({
    provider: sftpProvider({ ...credentials, folder: folder ?? '' }, outbound),
  }),
});
