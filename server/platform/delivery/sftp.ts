/**
 * Letters by SFTP: the PDF and a list of one line beside it, put into a folder that a printer empties. Both are named by our reference and appear only when
 * they are whole, so any number of tries leaves one letter.
 */
import { z } from 'zod';
import { englishOf } from '../../../core/fault.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import { fileServer, optional, secret, text } from '../adapter/fields.ts';
import { csvCell, csvLine } from '../csv.ts';
import type { Outbound } from '../outbound.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import type { Message, OpenedAdapter, Provider } from './provider.ts';
import { openSftp, putFile, type SftpServer, type SftpSession, within, wordsOfSftp } from './sftp.session.ts';

export interface SftpSettings extends SftpServer {
  /** Nobody else gets the letters. */
  readonly fingerprint: string;
  readonly folder: string;
}

/** Nothing is left behind under the final name until it is whole: class idempotent. */
export function sftpProvider(settings: SftpSettings, outbound: Outbound): Provider {
  let session: Promise<SftpSession> | null = null;
  const drop = () => {
    session = null;
  };
  const open = (timeout: number) => {
    session ??= openSftp(settings, outbound, timeout, drop).catch((error: unknown) => {
      drop();
      throw error;
    });
    return session;
  };

  async function send(message: Message, timeout: number): Promise<SendAnswer> {
    const [letter] = message.attachments ?? [];
    if (!letter) return { outcome: 'refused', permanent: true, badAddress: false, reason: 'no PDF', isOurs: true };
    let opened: SftpSession;
    try {
      opened = await open(timeout / 2);
    } catch (error) {
      return away(error);
    }
    try {
      const folder = settings.folder.replace(/\/+$/, '');
      const name = `${folder === '' ? '' : `${folder}/`}${message.reference}`;
      await within(timeout / 2, async () => {
        await putFile(opened.sftp, `${name}.csv`, Buffer.from(listOf(message)));
        await putFile(opened.sftp, `${name}.pdf`, letter.content);
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
        const said = wordsOfSftp(error);
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
  const said = wordsOfSftp(error);
  return { outcome: 'refused', permanent: false, badAddress: false, isAway: true, reason: englishOf(said), words: said };
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
