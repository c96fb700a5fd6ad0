/** Tells staff, once a file, of one that arrived automatically and needs them. Whoever uploads a file sees on the screen what it needs. */
import { and, eq, isNull } from 'drizzle-orm';
import { type SaidWords, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { partnerReturn } from './exchange.tables.ts';
import type { ReturnRecord, ReturnSummary } from './return.logic.ts';

/** Whether a file arrived without any of our staff. A program of the client that hands in a file also books it. */
export const isAutomatic = ({ source }: Pick<ReturnRecord, 'source'>): boolean => source === 'sftp' || source === 'partner';

type About = Pick<ReturnRecord, 'returnId' | 'partnerId' | 'fileName' | 'source'>;

/** Tells that a file is waiting for staff. */
export const tellWaiting = (tx: Tx, row: About, why: SaidWords): Promise<void> => tell(tx, 'partnerReturnWaiting', row, why);

/** Tells that a file could not be read or booked. */
export const tellFailed = (tx: Tx, row: About, why: SaidWords): Promise<void> => tell(tx, 'partnerReturnFailed', row, why);

/** @returns what staff have to do with a file that was checked. */
export const whyToBook = ({ refused }: ReturnSummary, rows: number): SaidWords =>
  refused === 0 ? words('returnToBook', { rows }) : words('returnToLookAt', { refused, rows });

async function tell(tx: Tx, messageType: 'partnerReturnWaiting' | 'partnerReturnFailed', row: About, why: SaidWords): Promise<void> {
  if (!isAutomatic(row)) return;
  const told = await tx.db
    .update(partnerReturn)
    .set({ toldAt: now() })
    .where(and(eq(partnerReturn.clientId, tx.clientId), eq(partnerReturn.returnId, row.returnId), isNull(partnerReturn.toldAt)))
    .returning({ returnId: partnerReturn.returnId });
  if (told.length === 0) return;
  const { key, values } = why;
  const payload = { returnId: row.returnId as Uuid, partnerId: row.partnerId as Uuid, name: row.fileName, key, values };
  await appendEvents(tx, [{ messageType, payload }]);
}
