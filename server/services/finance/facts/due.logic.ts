/** What is due on a day: instalments, promises and collections under a mandate, as the events that tell of them. */
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { NewEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';

export interface DueItem {
  readonly itemId: Uuid;
  readonly event: (daysBefore: number) => NewEvent;
}

type Kind = 'instalmentDue' | 'promiseDue' | 'debitDue';

/** @returns what is open and due on the day. */
export function findDue(tx: Tx, kind: Kind, dueDate: CalendarDate): Promise<DueItem[]> {
  return { instalmentDue: instalments, promiseDue: promises, debitDue: debits }[kind](tx, dueDate);
}

async function instalments(tx: Tx, dueDate: CalendarDate): Promise<DueItem[]> {
  const rows = await tx.sql<{
    instalmentId: Uuid;
    instalmentsPlanId: Uuid;
    accountId: Uuid;
    claimRefs: string[];
    position: number;
    amount: bigint;
    currency: string;
  }>(
    `select i.instalment_id as "instalmentId", i.instalments_plan_id as "instalmentsPlanId", p.account_id as "accountId", p.claim_refs as "claimRefs",
       i.position, i.amount - i.paid_amount as amount, i.currency
     from instalment i join instalments_plan p on p.client_id = $1 and p.instalments_plan_id = i.instalments_plan_id
     where i.client_id = $1 and i.status = 'pending' and i.due_date = $2 and p.status = 'active' order by i.instalment_id`,
    [tx.clientId, dueDate],
  );
  return rows.map(({ accountId, amount, ...row }) => ({
    itemId: row.instalmentId,
    event: (daysBefore) => ({
      messageType: 'instalmentDue',
      accountId,
      externalClaimRef: onlyOf(row.claimRefs),
      payload: { ...row, amount: toDecimal(amount, row.currency), dueDate, daysBefore },
    }),
  }));
}

/** What a debtor promised once about several claims is told of once. */
async function promises(tx: Tx, dueDate: CalendarDate): Promise<DueItem[]> {
  const rows = await tx.sql<{
    itemId: Uuid;
    accountId: Uuid;
    claimRefs: string[];
    amount: bigint;
    currency: string;
    method: string | null;
  }>(
    `select coalesce(promise_id, promise_to_pay_id) as "itemId", account_id as "accountId", array_agg(external_claim_ref order by external_claim_ref) as "claimRefs",
       sum(amount - paid_amount)::bigint as amount, currency, max(method) as method
     from promise_to_pay where client_id = $1 and status = 'active' and due_date = $2 group by 1, account_id, currency order by 1`,
    [tx.clientId, dueDate],
  );
  return rows.map(({ itemId, accountId, claimRefs, amount, currency, method }) => ({
    itemId,
    event: (daysBefore) => ({
      messageType: 'promiseDue',
      accountId,
      externalClaimRef: onlyOf(claimRefs),
      payload: { promiseToPayId: itemId, claimRefs, amount: toDecimal(amount, currency), currency, dueDate, method, daysBefore },
    }),
  }));
}

async function debits(tx: Tx, dueDate: CalendarDate): Promise<DueItem[]> {
  const rows = await tx.sql<{ paymentId: Uuid; mandateId: Uuid; accountId: Uuid; amount: bigint; currency: string }>(
    `select payment_id as "paymentId", mandate_id as "mandateId", account_id as "accountId", amount, currency from direct_debit
     where client_id = $1 and status in ('planned', 'announced', 'exported') and collection_date = $2 order by payment_id`,
    [tx.clientId, dueDate],
  );
  return rows.map(({ accountId, amount, ...row }) => ({
    itemId: row.paymentId,
    event: (daysBefore) => ({
      messageType: 'debitDue',
      accountId,
      payload: { ...row, amount: toDecimal(amount, row.currency), collectionDate: dueDate, daysBefore },
    }),
  }));
}

const onlyOf = (claimRefs: readonly string[]) => (claimRefs.length === 1 ? claimRefs[0]! : null);
