/** A new link for somebody whose link has ended: sent to an address on file alone, so that asking tells nobody who is a debtor. */
import { Fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { HOUR } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { reachableContacts } from '../account/contact/contact.reachable.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { countAction } from './landing-page.bound.logic.ts';
import { lettersAndDigits, same } from './landing-page.identity.logic.ts';
import { NEW_LINK } from './landing-page.renewal.texts.ts';

/**
 * Sends a new link to the account of an ended one when the answer is an email address or a reference of that account. A given address gets it
 * itself; otherwise the main debtor's email address or mobile number does. Whatever the answer, the caller learns the same. At most one
 * message an hour leaves, however often it is asked for.
 * @param typed an email address, the account's reference or one of a claim's. @returns false: this account was asked about too often today.
 */
export async function renewLink(tx: Tx, accountId: Uuid, typed: string): Promise<boolean> {
  try {
    await countAction(tx, accountId, 'renew', uuidv7());
  } catch (error) {
    if (error instanceof Fault && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
  const contacts = await reachableContacts(tx, accountId);
  const address = typed.trim().toLowerCase();
  const own = contacts.find((each) => each.channel === 'email' && each.value.trim().toLowerCase() === address);
  const to = own ?? ((await isReference(tx, accountId, typed)) ? contacts.find((each) => each.isMain) : undefined);
  if (!to) return true;
  const { defaultLocale } = await readClient(tx);
  const [account] = await tx.sql<{ locale: string | null }>(
    'select locale from published.account where client_id = $1 and account_id = $2',
    [tx.clientId, accountId],
  );
  const locale = toLocale(account?.locale ?? defaultLocale);
  const words = NEW_LINK[locale];
  const queued = await queueCommunications(tx, [
    {
      key: `newLink:${accountId}:${Math.floor(now() / HOUR)}`,
      channel: to.channel,
      accountId,
      externalClaimRef: null,
      request: {
        locale,
        subject: words.subject,
        text: to.channel === 'email' ? words.email : words.sms,
        fills: true,
        purpose: 'service',
        to: { externalDebtorRef: to.externalDebtorRef, value: to.value },
      },
    },
  ]);
  if (queued > 0) await appendEvents(tx, [{ messageType: 'portalLinkRequested', accountId, payload: { channel: to.channel } }]);
  return true;
}

async function isReference(tx: Tx, accountId: Uuid, typed: string): Promise<boolean> {
  const rows = await tx.sql<{ reference: string }>(
    `select external_account_ref as reference from published.account where client_id = $1 and account_id = $2
     union all select external_claim_ref from published.claim where client_id = $1 and account_id = $2 and status <> 'deleted'`,
    [tx.clientId, accountId],
  );
  return rows.some(({ reference }) => same(lettersAndDigits(typed), lettersAndDigits(reference)));
}
