/** The row of a message that came in, by whatever way. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { MessageAttachment, MessageMedia } from '../../platform/delivery.tables.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { newTrackingToken } from './cms.tracking.logic.ts';

/** Characters that an event quotes. */
export const EXCERPT = 160;

/** @returns whether it is new. */
export async function writeInbound(
  tx: Tx,
  id: Uuid,
  message: {
    readonly accountId: Uuid;
    readonly externalClaimRef: string | null;
    readonly channel: string;
    readonly recipient: string;
    readonly sender: string;
    readonly subject: string | null;
    readonly text: string;
    readonly html: string | null;
    readonly reference: string;
    readonly attachments: readonly MessageAttachment[];
    readonly media?: readonly MessageMedia[] | undefined;
    readonly parentId: Uuid | null;
  },
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into communication (client_id, communication_id, account_id, external_claim_ref, channel, direction, recipient, sender, locale, subject, text_content,
       html_content, provider_name, provider_ref, tracking_token, attachments, parent_id, media, created_at)
     select $1, $2, $3, $4, $5, 'inbound', $6, $7, coalesce(a.locale, ''), $8, $9, $10, 'inbound', $11, $12, $13, $14, $16::jsonb, $15::timestamptz
     from published.account a where a.client_id = $1 and a.account_id = $3 on conflict (client_id, communication_id) do nothing returning 1`,
    [
      tx.clientId,
      id,
      message.accountId,
      message.externalClaimRef,
      message.channel,
      message.recipient,
      message.sender,
      message.subject,
      message.text,
      message.html,
      message.reference,
      newTrackingToken(tx.clientId),
      JSON.stringify(message.attachments),
      message.parentId,
      isoInstant(now()),
      JSON.stringify(message.media ?? []),
    ],
  );
  return rows.length > 0;
}
