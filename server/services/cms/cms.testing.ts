/** What the tests of content and delivery share: accounts that can be written to, and messages in the outbox. */

import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type MessageChannel, usualContent } from '../../../core/messageChannels.ts';
import { type NewOutboxRow, queueCommunications } from '../../platform/delivery/outbox.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { saveBundle } from './cms.bundle.logic.ts';

export interface Person {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly mobile?: string;
  readonly locale?: string;
  readonly meta?: Record<string, unknown>;
}

let serial = 0;

/** Adds an account of one person with one open claim of 1,284.60 EUR, due 2026-10-15. */
export async function addDebtor(tx: Tx, person: Person = {}): Promise<{ accountId: Uuid; externalClaimRef: string; email: string }> {
  const n = ++serial;
  const accountId = uuidv7();
  const debtorId = uuidv7();
  const externalClaimRef = `R-${n}`;
  const {
    firstName = 'Anna',
    lastName = 'Weber',
    email = `anna${n}@debtor.example`,
    mobile = '+4915112345678',
    locale = 'de_DE',
    meta = {},
  } = person;
  const at = '2026-01-01T00:00:00Z';
  await tx.sql(
    `insert into account (client_id, account_id, external_account_ref, currency, locale, debtor_name, total_amount, active_claims_count, created_at, updated_at)
     values ($1, $2, $3, 'EUR', $4, $5, 128460, 1, $6, $6)`,
    [tx.clientId, accountId, `K-${n}`, locale, `${firstName} ${lastName}`, at],
  );
  await tx.sql(
    `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name) values ($1, $2, $3, $4, 'person', $5, $6)`,
    [tx.clientId, accountId, debtorId, `D-${n}`, firstName, lastName],
  );
  for (const [kind, value] of [
    ['email', email],
    ['mobile', mobile],
  ])
    if (value)
      await tx.sql(
        'insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, $4, $5, lower($5), $6)',
        [tx.clientId, accountId, debtorId, kind, value, at],
      );
  await tx.sql(
    `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, meta, created_at, updated_at)
     values ($1, $2, $3, 'EUR', 128460, 128460, '2026-10-15', $4, $5, $5)`,
    [tx.clientId, externalClaimRef, accountId, JSON.stringify(meta), at],
  );
  return { accountId, externalClaimRef, email };
}

/** Saves a message in German and English. */
export async function addBundle(
  tx: Tx,
  fileName: string,
  content: { subject?: string; source: string; format?: 'mjml' | 'text'; channel?: MessageChannel },
): Promise<void> {
  const { subject = 'Ihre Rechnung {{ claim.reference }}', source, format = 'text', channel = 'email' } = content;
  await saveBundle(
    tx,
    {
      fileName,
      displayName: fileName,
      contentTemplateType: usualContent(channel),
      contentTemplates: ['de_DE', 'en_US'].map((locale) => ({ locale, subject, format, content: source })),
    },
    'Test',
  );
}

/** Queues a message of a bundle to a debtor. */
export async function queueMessage(
  tx: Tx,
  to: { accountId: Uuid; externalClaimRef: string },
  bundleName: string,
  channel: MessageChannel = 'email',
): Promise<string> {
  const row: NewOutboxRow = {
    key: uuidv7(),
    channel,
    accountId: to.accountId,
    externalClaimRef: to.externalClaimRef,
    request: { bundleName, strategyName: 'Reminder' },
  };
  await queueCommunications(tx, [row]);
  return row.key;
}
