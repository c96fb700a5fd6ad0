/** The files that go along with messages: those of the account, checked when a message is written and read when it leaves. */
import { buffer } from 'node:stream/consumers';
import { Fault, fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import type { OutgoingFile } from '../../platform/delivery/provider.ts';
import type { MessageAttachment } from '../../platform/delivery.tables.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { getAddOnFileURL, readStoredFile } from '../files/files.logic.ts';

/** Files of one message, and the bytes they have together: mail servers take about 25 MB, and MIME makes a third more of them. */
export const MOST_FILES = 10;
export const MOST_BYTES = 15 * 2 ** 20;

/** @returns the account's files as a message names them. @throws Fault INVALID_INPUT (attachments) for too many or too large, NOT_FOUND for one that is not the account's */
export async function attach(tx: Tx, accountId: Uuid, fileIds: readonly string[]): Promise<MessageAttachment[]> {
  const wanted = [...new Set(fileIds)];
  if (wanted.length > MOST_FILES) throw invalid('attachments', 'attachmentsMost', { number: MOST_FILES });
  const files: MessageAttachment[] = [];
  for (const fileId of wanted) {
    if (!isUuid(fileId)) throw notFound('fileNotFound');
    const file = await readStoredFile(tx, fileId);
    if (file.accountId !== accountId) throw notFound('fileNotFound');
    files.push({ fileId, name: file.name, mimeType: file.mimeType, size: file.size });
  }
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MOST_BYTES) throw invalid('attachments', 'attachmentsLarge', { megabytes: MOST_BYTES / 2 ** 20 });
  return files;
}

/** @returns the bytes of the files; by WhatsApp with where they may be fetched. @throws Fault when one is gone */
export async function readFiles(tx: Tx, attachments: readonly MessageAttachment[], channel: MessageChannel): Promise<OutgoingFile[]> {
  const files: OutgoingFile[] = [];
  for (const { fileId, name, mimeType } of attachments) {
    const stored = await readStoredFile(tx, fileId).catch((error: unknown) => {
      if (error instanceof Fault) throw fault('NOT_FOUND', 'attachmentGone', { name });
      throw error;
    });
    const address = channel === 'whatsapp' ? { address: (await getAddOnFileURL(tx, fileId, false)).url } : {};
    files.push({ name, mimeType, content: await buffer(await stored.open()), ...address });
  }
  return files;
}
