/** Messages that debtors write on their own page: they come in like an e-mail, with nobody to be found and nothing to be read first. */
import type { Uuid } from '../../../core/id.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { EXCERPT, writeInbound } from './cms.inbound.row.logic.ts';

/** Keeps the message and tells of it; the same reference again changes nothing. */
export async function receiveFromPage(
  tx: Tx,
  message: { readonly accountId: Uuid; readonly externalClaimRef: string | null; readonly text: string; readonly reference: string },
): Promise<void> {
  const { accountId, externalClaimRef, text, reference } = message;
  const [row] = await tx.sql<{ id: Uuid }>(`select md5($1::uuid::text || ' page ' || $2)::uuid as id`, [tx.clientId, reference]);
  const communicationId = row!.id;
  const about = { accountId, externalClaimRef };
  const written = {
    ...about,
    channel: 'page',
    sender: '',
    recipient: '',
    subject: null,
    text,
    html: null,
    reference,
    attachments: [],
    parentId: null,
  };
  if (!(await writeInbound(tx, communicationId, written))) return;
  const payload = { communicationId, channel: 'page', sender: '', subject: null, excerpt: text.slice(0, EXCERPT), matchedBy: 'page' };
  await appendEvents(tx, [{ messageType: 'communicationReceived', ...about, payload }]);
}
