/** Files leave by SFTP: written beside their name and renamed, so a server that dies in the middle has nothing half under it, and nothing twice. */
import { englishOf, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { openSftp, promised, putFile, type SftpSession, within, wordsOfSftp } from '../../../platform/delivery/sftp.session.ts';
import { inFolder } from '../../../platform/delivery/sftp.setting.ts';
import { appendEvents } from '../../../platform/events.ts';
import { logger } from '../../../platform/log.ts';
import { outboundOf } from '../../../platform/outbound.ts';
import type { SendAnswer } from '../../../platform/outbox/answer.ts';
import { defineDelivery } from '../../../platform/outbox/kinds.ts';
import { failing, type Prepared } from '../../../platform/outbox/rows.ts';
import { type Database, inClient } from '../../../platform/tenancy.ts';
import { openStoredBytes } from '../../files/files.bytes.logic.ts';
import { FILE_DELIVERY, factsOf, readFile, writeFileRow } from './file.logic.ts';
import { pinKey } from './look.server.ts';
import { exchangeWith, serverOf } from './setting.logic.ts';

interface Request {
  readonly fileId: Uuid;
}

/** What is put where: the bytes that were made, and their size. */
interface Payload extends Request {
  readonly partnerId: Uuid;
  readonly bytesId: Uuid;
  readonly name: string;
  readonly size: number;
}

interface Reply {
  readonly fingerprint: string;
}

/** Tries over some two days: a partner's server may be away for a weekend. */
const MOST_ATTEMPTS = 30;
/** The failed try, some quarter of an hour after the first, with which staff are told: most outages are over by then. */
const DELAYED_AFTER = 4;

defineDelivery<Request, Payload, Reply>({
  kind: FILE_DELIVERY,
  to: 'system',
  open: async (database, clientId, config) => ({
    providerName: 'SFTP',
    deliveryClass: 'idempotent',
    leads: 'outside',
    mostAttempts: MOST_ATTEMPTS,
    recordsApart: true,
    prepare: async (tx, rows) => {
      const answers = new Map<Uuid, Prepared<Payload>>();
      for (const { outboxId, request } of rows) {
        const file = await readFile(tx, request.fileId).catch(() => null);
        if (file?.status !== 'sending' || file.size === null) {
          answers.set(outboxId, { answer: 'cancel', rule: 'partnerFileGone', why: { key: 'partnerFileGone' } });
          continue;
        }
        const exchange = await exchangeWith(tx, file.partnerId);
        if (!exchange.server) {
          answers.set(outboxId, failing(words('exchangeNoServer')));
          continue;
        }
        const isEncrypted = file.encryptedId !== null;
        answers.set(outboxId, {
          answer: 'send',
          recipient: `${exchange.server.user}@${exchange.server.host}`,
          payload: {
            fileId: file.fileId,
            partnerId: file.partnerId,
            bytesId: file.encryptedId ?? file.fileId,
            name: inFolder(exchange.folderOut, isEncrypted ? `${file.displayName}.pgp` : file.displayName),
            size: (isEncrypted ? file.encryptedSize : file.size) ?? 0,
          },
        });
      }
      return answers;
    },
    // Twice the time of a message: a file is larger, and the lease is three times as long.
    send: ({ row, payload }, timeout) => send(database, clientId, config, payload, { attempt: row.attempts, timeout: timeout * 2 }),
    record: async (tx, told) => {
      for (const { row, news } of told) {
        const file = await readFile(tx, row.request.fileId).catch(() => null);
        if (!file) continue;
        if (news.became === 'sent') {
          if (news.reply) await pinKey(tx, file.partnerId, news.reply.fingerprint);
          await writeFileRow(tx, file.fileId, { status: 'sent', sentAt: now(), lastError: null }, ['sending']);
          await appendEvents(tx, [{ messageType: 'partnerFileSent', payload: factsOf(file) }]);
        } else if (news.became === 'failed' || news.became === 'unknown' || news.became === 'cancelled') {
          const lastError = ('words' in news && news.words) || words('partnerFileUnsent');
          await writeFileRow(tx, file.fileId, { status: 'unsent', lastError }, ['sending']);
          await appendEvents(tx, [{ messageType: 'partnerFileFailed', payload: { ...factsOf(file), reason: lastError } }]);
        }
      }
    },
    close: async () => {},
  }),
});

async function send(
  database: Database,
  clientId: Uuid,
  config: Config,
  payload: Payload,
  { attempt, timeout }: { readonly attempt: number; readonly timeout: number },
): Promise<SendAnswer<Reply>> {
  const exchange = await inClient(database, clientId, (tx) => exchangeWith(tx, payload.partnerId), { readOnly: true });
  const server = serverOf(exchange);
  // It was taken away since.
  if (!server) return refused(words('exchangeNoServer'), true);
  let session: SftpSession | null = null;
  // A server that dies answers nothing any more: nobody waits for it until the time is over.
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  try {
    const opened = await openSftp(server, outboundOf(config), timeout / 2, () =>
      gone.reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })),
    );
    session = opened;
    await within(timeout / 2, () => Promise.race([put(opened, clientId, payload), gone.promise]));
    return { outcome: 'sent', providerRef: payload.name, reply: { fingerprint: opened.fingerprint } };
  } catch (error) {
    const said = wordsOfSftp(error);
    // Shown with the file until a retry succeeds. A failure to note it must not stop the retry.
    const noting = inClient(database, clientId, async (tx) => {
      await writeFileRow(tx, payload.fileId, { lastError: said }, ['sending']);
      if (attempt !== DELAYED_AFTER) return;
      const delayed = { ...factsOf(await readFile(tx, payload.fileId)), key: said.key, values: said.values };
      await appendEvents(tx, [{ messageType: 'partnerFileDelayed', payload: delayed }]);
    });
    await noting.catch((failure: unknown) => logger.warn({ error: failure }, 'why a file for a partner was not sent was not noted'));
    return refused(said, false);
  } finally {
    session?.client.end();
  }
}

/** Under its name a file is whole, so one of its size there is the one that an earlier try left. */
async function put({ sftp }: SftpSession, clientId: Uuid, { bytesId, name, size }: Payload): Promise<void> {
  const there = await promised<{ size: number } | undefined>((done) => sftp.stat(name, done as never)).catch(() => undefined);
  if (there?.size === size) return;
  await putFile(sftp, name, (await openStoredBytes(clientId, bytesId)) as AsyncIterable<Buffer>);
}

/** This partner's server, not everybody's: the files of others go on. */
const refused = (said: ReturnType<typeof words>, permanent: boolean): SendAnswer<Reply> => ({
  outcome: 'refused',
  permanent,
  badAddress: false,
  reason: englishOf(said),
  words: said,
});
