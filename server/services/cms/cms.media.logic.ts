/** Files that debtors send along by WhatsApp and text message: fetched after the message is kept, and kept with its account like any other file. */
import { Fault, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { DAY } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { MediaAnswer } from '../../platform/delivery/media.ts';
import type { MessageAttachment, MessageMedia } from '../../platform/delivery.tables.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { keepFile, tellRefused } from '../files/files.logic.ts';
import { openSending } from '../operations/operations.provider.logic.ts';

/** The job that does it (cms.jobs.ts). */
export const FETCH_MEDIA = { name: 'cms.fetchMedia' } as const;

/** Milliseconds for one file. */
const PATIENCE = 60_000;
/** Meta keeps files for a week at least; whoever is away longer has lost them. */
const LONGEST = 7 * DAY;

interface Row extends Record<string, unknown> {
  account_id: Uuid;
  external_claim_ref: string | null;
  channel: MessageChannel;
  created_at: Date;
  attachments: MessageAttachment[];
  media: MessageMedia[];
}

const read = async (tx: Tx, communicationId: Uuid, lock = ''): Promise<Row | undefined> =>
  (
    await tx.sql<Row>(
      `select account_id, external_claim_ref, channel, created_at, attachments, media from communication where client_id = $1 and communication_id = $2 ${lock}`,
      [tx.clientId, communicationId],
    )
  )[0];

const isWaiting = ({ state }: MessageMedia) => state === 'waiting';

/** Fetches what a debtor's message still lacks. @throws Error while its provider is away: the job comes again */
export async function fetchMedia(database: Database, clientId: Uuid, communicationId: Uuid, config: Config): Promise<void> {
  const known = await inClient(database, clientId, async (tx) => {
    const row = await read(tx, communicationId);
    return row?.media.some(isWaiting) ? { row, opened: await openSending(tx, row.channel, config) } : null;
  });
  if (!known) return;
  const { row, opened } = known;
  let away = '';
  try {
    for (const file of row.media.filter(isWaiting)) {
      const answer: MediaAnswer =
        opened.media && opened.provider.name === file.providerName
          ? await opened.media(file.reference, PATIENCE)
          : { missing: 'gone', why: 'provider' };
      if ('missing' in answer && answer.missing === 'away' && now() - row.created_at.getTime() < LONGEST) away = answer.why;
      else await inClient(database, clientId, (tx) => settle(tx, communicationId, file, answer));
    }
  } finally {
    await opened.provider.close();
  }
  if (away !== '') throw new Error(`the provider does not hand out a debtor's file: ${away}`);
}

/** Keeps a file with the message and its account, or notes why it isn't there. */
async function settle(tx: Tx, communicationId: Uuid, { reference, name }: MessageMedia, answer: MediaAnswer): Promise<void> {
  const row = await read(tx, communicationId, 'for update');
  const file = row?.media.find((each) => isWaiting(each) && each.reference === reference);
  if (!row || !file) return;
  const kept = await keep(tx, row, name, answer);
  const others = row.media.filter((each) => each !== file);
  const refused = 'key' in kept;
  if (refused) await tellRefused(tx, { accountId: row.account_id, externalClaimRef: row.external_claim_ref, name }, kept);
  await tx.sql('update communication set attachments = $3::jsonb, media = $4::jsonb where client_id = $1 and communication_id = $2', [
    tx.clientId,
    communicationId,
    JSON.stringify(refused ? row.attachments : [...row.attachments, kept]),
    JSON.stringify(refused ? [...others, { ...file, state: 'refused', key: kept.key, values: kept.values }] : others),
  ]);
}

async function keep(
  tx: Tx,
  { account_id: accountId, external_claim_ref: externalClaimRef, channel }: Row,
  name: string,
  answer: MediaAnswer,
) {
  if ('missing' in answer) return words(answer.missing === 'tooLarge' ? 'mediaTooLarge' : 'mediaGone');
  try {
    const {
      id,
      size,
      mimeType,
      name: safe,
    } = await keepFile(tx, { accountId, externalClaimRef, name, source: 'message', uploadedBy: channel }, answer.bytes);
    return { fileId: id, name: safe, mimeType: mimeType ?? 'application/octet-stream', size: size ?? answer.bytes.length };
  } catch (error) {
    // Whether the scanner is away says nothing about the file.
    if (error instanceof Fault && error.words && error.code !== 'UNAVAILABLE') return error.words;
    throw error;
  }
}
