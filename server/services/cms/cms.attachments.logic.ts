/** Which of an account's files go along with the messages of a bundle. */
import { type AttachmentSelector, chooseFiles } from '../../../core/attachmentSelectors.ts';
import type { Uuid } from '../../../core/id.ts';
import type { MessageAttachment } from '../../platform/delivery.tables.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { newestFiles } from '../files/files.logic.ts';
import { MOST_BYTES, MOST_FILES } from './cms.files.logic.ts';

/**
 * @returns of each message the files that its bundle's selectors choose, newest first. What belongs to another claim or product than the message's
 * is none of them.
 */
export async function selectFiles(
  tx: Tx,
  messages: readonly {
    readonly accountId: Uuid;
    readonly externalClaimRef: string | null;
    readonly selectors: readonly AttachmentSelector[];
  }[],
): Promise<MessageAttachment[][]> {
  const accounts = new Set(messages.filter(({ selectors }) => selectors.length > 0).map(({ accountId }) => accountId));
  const files = await newestFiles(tx, [...accounts]);
  return messages.map(({ accountId, externalClaimRef, selectors }) => {
    const own = files.filter((file) => file.accountId === accountId);
    return chooseFiles(own, externalClaimRef, selectors).map(({ fileId, name, mimeType, size }) => ({ fileId, name, mimeType, size }));
  });
}

/** @returns as many of the files as a message may carry, each once: it is worth more than its last attachment. */
export function withinLimits(files: readonly MessageAttachment[]): MessageAttachment[] {
  const [seen, kept] = [new Set<string>(), [] as MessageAttachment[]];
  let bytes = 0;
  for (const file of files) {
    if (seen.has(file.fileId) || kept.length >= MOST_FILES || bytes + file.size > MOST_BYTES) continue;
    seen.add(file.fileId);
    bytes += file.size;
    kept.push(file);
  }
  return kept;
}
