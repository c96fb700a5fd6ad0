/** A client's pictures for messages: kept as they came, under an address that never shows anything else. */
import { createHash } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { safeFileName } from '../files/files.logic.ts';
import { readBrand } from './cms.brand.logic.ts';
import { checkPicture } from './cms.picture.read.ts';
import { pictureUses } from './cms.picture.uses.logic.ts';
import { picture } from './cms.tables.ts';
import type { ContentUse } from './cms.uses.ts';

const MOST = 500;

type PictureRow = typeof picture.$inferSelect;
export type Picture = Omit<PictureRow, 'bytes'> & { readonly address: string; readonly usedBy: ContentUse[] };

/** Without the bytes. */
const { bytes: _, ...COLUMNS } = picture as unknown as Record<keyof PictureRow, never>;

const addressOf = ({ clientId, digest, type }: Pick<PictureRow, 'clientId' | 'digest' | 'type'>) =>
  `/pictures/${clientId}/${digest}.${type}`;

/** @returns the client's pictures, newest first, each with where it is used. */
export async function listPictures(tx: Tx): Promise<Picture[]> {
  const rows = (await tx.db
    .select(COLUMNS)
    .from(picture)
    .where(and(eq(picture.clientId, tx.clientId), isNull(picture.deletedAt)))
    .orderBy(desc(picture.createdAt))) as unknown as Omit<PictureRow, 'bytes'>[];
  const uses = await pictureUses(tx, await readBrand(tx));
  return rows.map((row) => ({ ...row, address: addressOf(row), usedBy: uses(row.digest) }));
}

/**
 * Adds a picture; one that is there already is that one, by its old name.
 * @param content Base64. @throws Fault INVALID_INPUT for another kind, or one too wide or too large for mails
 */
export async function addPicture(tx: Tx, name: string, content: string, userName: string): Promise<Picture> {
  const bytes = Buffer.from(content, 'base64');
  const facts = checkPicture(bytes);
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:pictures`]);
  const before = await listPictures(tx);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const known = before.find((each) => each.digest === digest);
  if (known) return known;
  if (before.length >= MOST) throw invalid('content', 'pictureMost', { number: MOST });
  const row = {
    clientId: tx.clientId,
    digest,
    name: safeFileName(name) || `${digest.slice(0, 8)}.${facts.type}`,
    ...facts,
    size: bytes.length,
    bytes,
    createdAt: now(),
    createdBy: userName,
    deletedAt: null,
  };
  await tx.db
    .insert(picture)
    .values(row)
    .onConflictDoUpdate({ target: [picture.clientId, picture.digest], set: row });
  await appendEvents(tx, [{ messageType: 'pictureAdded', payload: { name: row.name, digest } }]);
  return { ...row, address: addressOf(row), usedBy: [] };
}

/** Takes a picture off the list; mails that were sent go on showing it. @throws Fault NOT_FOUND; CONFLICT while something uses it */
export async function deletePicture(tx: Tx, digest: string): Promise<void> {
  const found = (await listPictures(tx)).find((each) => each.digest === digest);
  if (!found) throw notFound('pictureNotFound');
  if (found.usedBy.length > 0)
    throw fault('CONFLICT', 'pictureUsed', { names: found.usedBy.map(({ displayName }) => displayName).join(', ') }, 'digest');
  await tx.db
    .update(picture)
    .set({ deletedAt: now() })
    .where(and(eq(picture.clientId, tx.clientId), eq(picture.digest, digest)));
  await appendEvents(tx, [{ messageType: 'pictureDeleted', payload: { name: found.name, digest } }]);
}

/** @returns a picture's bytes, or null. Whoever has its address may see it. */
export async function readPicture(
  tx: Tx & { readonly clientId: Uuid },
  digest: string,
): Promise<Pick<PictureRow, 'bytes' | 'type'> | null> {
  const [row] = await tx.db
    .select({ bytes: picture.bytes, type: picture.type })
    .from(picture)
    .where(and(eq(picture.clientId, tx.clientId), eq(picture.digest, digest)));
  return row ?? null;
}
