/** Where an account's debtors can be written to by email or text message, as of now. */

import type { Uuid } from '../../../../core/id.ts';
import type { MessageChannel } from '../../../../core/messageChannels.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { bestFirst } from '../ground/contact.order.ts';

export interface ReachableContact {
  readonly channel: MessageChannel;
  readonly value: string;
  readonly externalDebtorRef: string;
  /** Whether it is the main debtor's. */
  readonly isMain: boolean;
}

/**
 * @returns addresses and mobile numbers that work, without channels the account has opted out of: the main debtor's first, email before mobile
 * numbers, the best first.
 */
export async function reachableContacts(tx: Tx, accountId: Uuid): Promise<ReachableContact[]> {
  const rows = await tx.sql<{ channel: MessageChannel; value: string; external_debtor_ref: string; is_main: boolean }>(
    `select case p.kind when 'email' then 'email' else 'sms' end as channel, p.value, d.external_debtor_ref,
       d.debtor_id = first_value(d.debtor_id) over (order by d.position, d.debtor_id) as is_main
     from contact_point p
     join account a on a.client_id = $1 and a.account_id = p.account_id
     join debtor d on d.client_id = $1 and d.account_id = p.account_id and d.debtor_id = p.debtor_id
     where p.client_id = $1 and p.account_id = $2 and p.kind in ('email', 'mobile') and p.state not in ('bounced', 'wrong')
       and not (case p.kind when 'email' then 'email' else 'sms' end) = any(a.opted_out)
     order by d.position, d.debtor_id, p.kind = 'email' desc, ${bestFirst('p')}`,
    [tx.clientId, accountId],
  );
  return rows.map(({ channel, value, external_debtor_ref, is_main }) => ({
    channel,
    value,
    externalDebtorRef: external_debtor_ref,
    isMain: is_main,
  }));
}
