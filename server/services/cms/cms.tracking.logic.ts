/** Opens and clicks: addresses that name one message and nobody, and lead only where that message leads. */
import { randomBytes } from 'node:crypto';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { decode } from './cms.content.logic.ts';
import { escapeHtml } from './cms.liquid.ts';

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

/** Puts click addresses in place of a page's links, and a picture of one dot at its end. Stop addresses stay as they are. */
export function withTracking(html: string, publicUrl: string, token: string): { html: string; links: string[] } {
  const links: string[] = [];
  const tracked = html.replace(/(<a\b[^>]*\shref\s*=\s*)"([^"]*)"/gi, (whole, before: string, escaped: string) => {
    const address = decode(escaped);
    if (!/^https?:\/\//i.test(address) || address.startsWith(`${publicUrl}/t/`)) return whole;
    let index = links.indexOf(address);
    if (index < 0) index = links.push(address) - 1;
    return `${before}"${escapeHtml(`${publicUrl}/t/c/${token}/${index}`)}"`;
  });
  const dot = `<img src="${escapeHtml(`${publicUrl}/t/o/${token}.gif`)}" width="1" height="1" alt="" style="display:block;border:0">`;
  return { html: /<\/body>/i.test(tracked) ? tracked.replace(/<\/body>/i, `${dot}</body>`) : tracked + dot, links };
}

/**
 * A sent page as staff may look at it: the dot is gone, so that looking is no opening.
 * @param follow whether its links may be followed: only what never left the sandbox is read by staff in the debtor's place.
 */
export function withoutTracking(html: string, follow: boolean): string {
  const still = html.replace(/<img\b[^>]*\ssrc="[^"]*\/t\/o\/[A-Za-z0-9_-]{43}\.gif"[^>]*>/gi, '');
  return follow ? still : still.replace(/(<a\b[^>]*)\shref\s*=\s*"[^"]*"/gi, '$1');
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

function eventOf(row: Tracked, messageType: string, payload: Record<string, unknown> = {}): NewEvent {
  return {
    messageType,
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    actor: { type: 'debtor', id: row.account_id },
    payload: { communicationId: row.communication_id, bundleName: row.bundle_name, ...payload },
  };
}

/** Notes that a message was opened; only the first time is news. */
export async function noteOpened(tx: Tx, token: string, at: Instant): Promise<void> {
  const row = await find(tx, token);
  if (!row || row.opened) return;
  await tx.sql('update communication set opened_at = $3 where client_id = $1 and communication_id = $2', [
    tx.clientId,
    row.communication_id,
    isoInstant(at),
  ]);
  await appendEvents(tx, [eventOf(row, 'emailOpened')]);
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
    ...(row.opened ? [] : [eventOf(row, 'emailOpened')]),
    eventOf(row, 'linkClicked', { link: index, first: !row.clicked }),
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
