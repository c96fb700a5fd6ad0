/** What providers report after a message has left: it arrived, it came back, or its reader complained. */

import { z } from 'zod';
import type { Uuid } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { DeliveryReport } from '../../platform/delivery/reports.ts';
import type { OutboxRequest } from '../../platform/delivery.tables.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { markBounced, optOut } from '../account/contact/delivery.logic.ts';
import { queueFallbacks } from './cms.delivered.logic.ts';

const report = z.object({
  type: z.enum(['delivered', 'bounced', 'complained']),
  /** Our reference (of the Message-ID or the gateway call), or the provider's own. */
  reference: z.string().min(1).max(300),
  /** Bounces only: whether the address is gone for good; a full mailbox is not. */
  permanent: z.boolean().default(true),
  reason: z.string().max(500).default(''),
});
const body = z.object({ events: z.array(report).min(1).max(1_000) });

/** @returns the reports of a body, or what is wrong with it. */
export function readReports(text: string): DeliveryReport[] | string {
  try {
    const parsed = body.safeParse(JSON.parse(text));
    const issue = parsed.error?.issues[0];
    return parsed.success ? parsed.data.events : `${issue?.path.join('.')}: ${issue?.message}`;
  } catch {
    return 'The body is no JSON';
  }
}

interface Found {
  communication_id: Uuid;
  outbox_id: Uuid | null;
  account_id: Uuid;
  external_claim_ref: string | null;
  channel: MessageChannel;
  recipient: string;
  status: string | null;
  run_id: Uuid | null;
  step_id: string | null;
  request: OutboxRequest | null;
}

/** Notes reports; one that is known already, or about a message nobody sent, changes nothing. @returns how many were news. */
export async function recordReports(tx: Tx, reports: readonly DeliveryReport[], at: Instant): Promise<number> {
  let news = 0;
  for (const each of reports) {
    const found = await find(tx, each.reference);
    if (!found) continue;
    const event = {
      accountId: found.account_id,
      externalClaimRef: found.external_claim_ref,
      payload: {
        communicationId: found.communication_id,
        channel: found.channel,
        recipient: found.recipient,
        reason: each.reason,
        permanent: each.permanent,
      },
    };
    if (each.type === 'complained') {
      if (await optOut(tx, found.account_id, found.channel, 'complaint')) news += 1;
      continue;
    }
    const status = each.type;
    if (found.status === 'bounced' || found.status === status) continue;
    news += 1;
    await tx.sql('update outbox set status = $3 where client_id = $1 and outbox_id = $2', [tx.clientId, found.outbox_id, status]);
    if (status === 'delivered') {
      await appendEvents(tx, [{ ...event, messageType: 'communicationDelivered' }]);
      continue;
    }
    await tx.sql('update communication set bounced_at = $3 where client_id = $1 and communication_id = $2', [
      tx.clientId,
      found.communication_id,
      isoInstant(at),
    ]);
    await appendEvents(tx, [{ ...event, messageType: 'communicationBounced' }]);
    if (found.request?.fallback && found.outbox_id)
      await queueFallbacks(tx, [
        {
          outboxId: found.outbox_id,
          accountId: found.account_id,
          externalClaimRef: found.external_claim_ref,
          runId: found.run_id,
          stepId: found.step_id,
          request: found.request,
        },
      ]);
    if (each.permanent)
      await markBounced(tx, [
        { accountId: found.account_id, channel: found.channel, value: found.recipient, reason: each.reason || 'bounced' },
      ]);
  }
  return news;
}

/** @returns whether a message of the client is called so. */
export async function isOurs(tx: Tx, reference: string): Promise<boolean> {
  return (await find(tx, reference)) !== null;
}

async function find(tx: Tx, reference: string): Promise<Found | null> {
  const ours = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(reference)?.[0] ?? null;
  const [row] = await tx.sql<Found>(
    `select c.communication_id, c.outbox_id, c.account_id, c.external_claim_ref, c.channel, c.recipient, o.status, o.run_id, o.step_id, o.request
     from communication c left join outbox o on o.client_id = $1 and o.outbox_id = c.outbox_id
     where c.client_id = $1 and ${ours ? 'c.outbox_id = $2::uuid' : 'c.provider_ref = $2'} for update of c`,
    [tx.clientId, ours ?? reference],
  );
  return row ?? null;
}
