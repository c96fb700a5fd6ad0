/** What becomes of letters: the file that was posted, the batch it is printed with, the address it came back from. */
import { invalid } from '../../../core/fault.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { PRINT_BATCH } from '../../platform/delivery/printBatch.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { storedFiles } from '../files/files.logic.ts';
import { isOurs, recordReports } from './cms.bounce.logic.ts';
import { type MessageTold, recordMessages } from './cms.delivered.logic.ts';
import { addToBatch } from './cms.print.logic.ts';

/** Writes what letters have become: each with its PDF, and those that the house prints in their batch. */
export async function recordLetters(tx: Tx, told: readonly MessageTold[], providerName: string, at: Instant): Promise<void> {
  const sent = told.flatMap(({ row, news }) => (news.became === 'sent' ? [row.outboxId] : []));
  const files = new Map((await storedFiles(tx, sent)).map((file) => [file.fileId, file]));
  const complete = told.map(({ row, news }): MessageTold => {
    const file = files.get(row.outboxId);
    return news.became === 'sent' && file ? { row, news: { ...news, payload: { ...news.payload, attachments: [file] } } } : { row, news };
  });
  await recordMessages(tx, complete, providerName, at);
  if (providerName !== PRINT_BATCH) return;
  const letters = told.flatMap(({ row, news }) =>
    news.became === 'sent'
      ? [{ row, recipient: news.payload.to, country: news.payload.post?.country ?? '', postalCode: news.payload.post?.postalCode ?? '' }]
      : [],
  );
  await addToBatch(tx, letters, at);
}

/** Letters of one call: a scan of a day's post. */
const MOST_RETURNED = 1_000;

/**
 * Notes letters that came back and marks their addresses.
 * @param letters `reference` as the batch's list and the posting services have it. @returns how many were news, and the references of no letter.
 * @throws Fault INVALID_INPUT for too many
 */
export async function recordReturned(
  tx: Tx,
  letters: readonly { readonly reference: string; readonly reason?: string | null | undefined }[],
): Promise<{ returned: number; unknown: string[] }> {
  if (letters.length === 0 || letters.length > MOST_RETURNED) throw invalid('letters', 'returnedMost', { number: MOST_RETURNED });
  const unknown: string[] = [];
  let returned = 0;
  for (const { reference, reason } of letters) {
    const name = reference.trim().slice(0, 300);
    if (name === '' || !(await isOurs(tx, name))) unknown.push(reference.slice(0, 300));
    else
      returned += await recordReports(
        tx,
        [{ type: 'bounced', reference: name, permanent: true, reason: (reason ?? '').trim().slice(0, 500) }],
        now(),
      );
  }
  return { returned, unknown };
}
