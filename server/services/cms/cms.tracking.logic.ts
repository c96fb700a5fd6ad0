/** Opens and clicks: addresses that name one message and nobody, and lead only where that message leads. */
import { randomBytes } from 'node:crypto';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** @returns a new tracking token: the client, so that its transaction can be opened, and 128 random bits. */
export function newTrackingToken(clientId: Uuid): string {
  return Buffer.concat([Buffer.from(clientId.replaceAll('-', ''), 'hex'), randomBytes(16)]).toString('base64url');
}

/** @returns the client a token names, or null for what cannot be a token. */
export function clientOfToken(token: string): Uuid | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return isUuid(id) ? id : null;
}

interface Tracked {
  communication_id: Uuid;
  account_id: Uuid;
  external_claim_ref: string | null;
  bundle_name: string | null;
  links: string[];
  opened: boolean;
  clicked: boolean;
}

async function find(tx: Tx, token: string): Promise<Tracked | null> {
  const [row] = await tx.sql<Tracked>(
    `select communication_id, account_id, external_claim_ref, bundle_name, links, opened_at is not null as opened, clicked_at is not null as clicked
     from communication where client_id = $1 and tracking_token = $2 for update`,
    [tx.clientId, token],
  );
  return row ?? null;
}

const about = (row: Tracked) => ({
  accountId: row.account_id,
  externalClaimRef: row.external_claim_ref,
  actor: { type: 'debtor', id: row.account_id },
});
const message = (row: Tracked) => ({ communicationId: row.communication_id, bundleName: row.bundle_name });
const openedEvent = (row: Tracked): NewEvent => ({ ...about(row), messageType: 'emailOpened', payload: message(row) });

/** Notes that a message was opened; only the first time is news. */
export async function noteOpened(tx: Tx, token: string, at: Instant): Promise<void> {
  const row = await find(tx, token);
  if (!row || row.opened) return;
  await tx.sql('update communication set opened_at = $3 where client_id = $1 and communication_id = $2', [
    tx.clientId,
    row.communication_id,
    isoInstant(at),
  ]);
  await appendEvents(tx, [openedEvent(row)]);
}

/** Notes a click; it opens the message too, since pictures are often not loaded. @returns where the link leads; null when the message has no such link. */
export async function noteClicked(tx: Tx, token: string, index: number, at: Instant): Promise<string | null> {
  const row = await find(tx, token);
  const target = row?.links[index];
  if (!row || target === undefined) return null;
  await tx.sql(
    'update communication set opened_at = coalesce(opened_at, $3), clicked_at = coalesce(clicked_at, $3) where client_id = $1 and communication_id = $2',
    [tx.clientId, row.communication_id, isoInstant(at)],
  );
  await appendEvents(tx, [
    ...(row.opened ? [] : [openedEvent(row)]),
    { ...about(row), messageType: 'linkClicked', payload: { ...message(row), link: index, first: !row.clicked } },
  ]);
  return target;
}

/** @returns the account of a message, for its stop address. */
export async function accountOfToken(tx: Tx, token: string): Promise<{ accountId: Uuid; locale: string } | null> {
  const [row] = await tx.sql<{ account_id: Uuid; locale: string }>(
    'select account_id, locale from communication where client_id = $1 and tracking_token = $2',
    [tx.clientId, token],
  );
  return row ? { accountId: row.account_id, locale: row.locale } : null;
}
