/** A new link for somebody whose link has ended: sent to an address on file alone, so that asking tells nobody who is a debtor. */
import { Fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { HOUR } from '../../../core/time.ts';
import { clientDigest } from '../../platform/clientKey.ts';
import { now } from '../../platform/clock.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import { appendEvents } from '../../platform/events.ts';
import { enqueue, type JobReference } from '../../platform/jobs.ts';
import { type SealedPlace, seal, unseal } from '../../platform/seal.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { reachableContacts } from '../account/contact/contact.reachable.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { countAction } from './landing-page.bound.logic.ts';
import { lettersAndDigits } from './landing-page.identity.logic.ts';
import { NEW_LINK } from './landing-page.renewal.texts.ts';

/** What somebody typed, as digests under the client's key: it waits in the queue, and may be anybody's address. */
interface Asked {
  readonly email: string;
  readonly reference: string;
}

/** A wish for a new link, as it waits in the queue. */
export interface Wish {
  readonly clientId: Uuid;
  readonly accountId: Uuid;
  readonly asked: Asked;
}

/** Compares and sends; what it needs is that no debtor's page waits for it. */
export const renewalJob: JobReference<Wish> = { name: 'landing-page.renewal' };

/**
 * Takes a wish for a new link in place of an ended one. Whether it is granted is decided later and by somebody else, so that the answer and the
 * time it takes are the same for whatever was typed. @param typed an email address, the account's reference or one of a claim's.
 * @returns false: this account was asked about too often today.
 */
export async function renewLink(tx: Tx, accountId: Uuid, typed: string): Promise<boolean> {
  try {
    await countAction(tx, accountId, 'renew', uuidv7());
  } catch (error) {
    if (error instanceof Fault && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
  const digest = await clientDigest(tx, DIGESTS);
  const asked = { email: digest(asEmail(typed)), reference: digest(lettersAndDigits(typed)) };
  await enqueue(tx, renewalJob, { clientId: tx.clientId, accountId, asked });
  return true;
}

/** A wish for a link to whatever account fits, as it waits in the queue: what was typed is sealed. */
export interface OpenWish {
  readonly clientId: Uuid;
  readonly sealed: string;
}

/** Finds whose it is, and sends. */
export const openRenewalJob: JobReference<OpenWish> = { name: 'landing-page.openRenewal' };
const placeOf = (clientId: Uuid): SealedPlace => ({ column: 'job.openRenewal', scope: clientId, row: 'wish' });
/** Accounts that one email address or reference may stand for. */
const MOST_ACCOUNTS = 3;

/** Takes a wish for a link by somebody who has none: answered the same for whatever was typed. */
export async function askForLink(tx: Tx, typed: string): Promise<void> {
  await enqueue(tx, openRenewalJob, { clientId: tx.clientId, sealed: seal(typed, placeOf(tx.clientId)) });
}

/** Sends links to the accounts that an email address or a reference is of. */
export async function sendLinks(tx: Tx, { clientId, sealed }: OpenWish): Promise<void> {
  const typed = unseal(sealed, placeOf(clientId));
  const digest = await clientDigest(tx, DIGESTS);
  const asked = { email: digest(asEmail(typed)), reference: digest(lettersAndDigits(typed)) };
  const rows = await tx.sql<{ account_id: Uuid }>(
    `select account_id from published.contact_point where client_id = $1 and kind = 'email' and normalized = $2
     union select account_id from published.account where client_id = $1 and external_account_ref = $3
     union select account_id from published.claim where client_id = $1 and external_claim_ref = $3 and status <> 'deleted'
     order by account_id limit ${MOST_ACCOUNTS}`,
    [clientId, asEmail(typed), typed.trim()],
  );
  for (const { account_id } of rows) await sendNewLink(tx, account_id, asked);
}

const DIGESTS = 'portal.renewal';
const asEmail = (typed: string) => typed.trim().toLowerCase();

/**
 * Sends a new link to the account of an ended one when an email address or a reference of that account was typed. A given address gets it
 * itself; otherwise the main debtor's email address or mobile number does. At most one message an hour leaves, however often it is asked for.
 */
export async function sendNewLink(tx: Tx, accountId: Uuid, asked: Asked): Promise<void> {
  const digest = await clientDigest(tx, DIGESTS);
  const contacts = await reachableContacts(tx, accountId);
  const own = contacts.find((each) => each.channel === 'email' && digest(asEmail(each.value)) === asked.email);
  const isReference = async () =>
    (await referencesOf(tx, accountId)).some((each) => lettersAndDigits(each) !== '' && digest(lettersAndDigits(each)) === asked.reference);
  const to = own ?? ((await isReference()) ? contacts.find((each) => each.isMain) : undefined);
  if (!to) return;
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
}

async function referencesOf(tx: Tx, accountId: Uuid): Promise<string[]> {
  const rows = await tx.sql<{ reference: string }>(
    `select external_account_ref as reference from published.account where client_id = $1 and account_id = $2
     union all select external_claim_ref from published.claim where client_id = $1 and account_id = $2 and status <> 'deleted'`,
    [tx.clientId, accountId],
  );
  return rows.map(({ reference }) => reference);
}
