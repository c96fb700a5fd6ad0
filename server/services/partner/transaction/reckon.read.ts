/** What commissions are reckoned from: money on claims that were with partners, who had them when, and what was agreed. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { CommissionTerms, PaymentKind } from '../../../../engine/commission/agreement.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { AssignmentStatus } from '../ground/partner.tables.ts';

/** An entry of the ledger that is money, or takes money back, on a claim that was with a partner. */
export interface MoneyEntry {
  readonly entryId: Uuid;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly kind: 'payment' | 'refund' | 'chargeback' | 'correction';
  /** Minor units; below zero: paid. */
  readonly amount: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
  readonly bookedAt: Date;
  readonly component: string;
  readonly paymentId: Uuid | null;
  readonly reversesEntryId: Uuid | null;
  readonly paymentKind: PaymentKind;
}

export interface Assignment {
  readonly assignmentId: Uuid;
  readonly partnerId: Uuid;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly currency: string;
  readonly dueDate: CalendarDate | null;
  readonly status: AssignmentStatus;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface Version {
  readonly agreementId: Uuid;
  readonly partnerId: Uuid;
  readonly validFrom: CalendarDate;
  readonly terms: CommissionTerms;
}

/** Kinds of entries that money is: the ledger's index of money holds these, and no others. */
const MONEY = `(l.kind in ('payment', 'refund', 'chargeback') or l.kind = 'correction' and l.contra = 'bank')`;

/**
 * How the money of an entry came. A partner's reports are booked under its own name; what staff, banks and direct debits bring goes straight to
 * the creditor; any other provider is one of ours.
 */
const KIND = `case when p.provider_name = 'partner' or p.method = 'partner' or l.description = 'partner' then 'partner'
  when p.provider_name is null or p.provider_name in ('manual', 'bank', 'sepaDirectDebit') then 'direct' else 'online' end`;

/** @returns entries of the accounts that no commission knows yet, as they were booked. */
export const readNewEntries = (tx: Tx, accountIds: readonly Uuid[]) =>
  tx.sql<MoneyEntry & Record<string, unknown>>(
    `select l.entry_id as "entryId", l.account_id as "accountId", l.external_claim_ref as "externalClaimRef", l.kind, l.amount, l.currency,
       l.value_date as "valueDate", l.booked_at as "bookedAt", l.component, l.payment_id as "paymentId", l.reverses_entry_id as "reversesEntryId",
       ${KIND} as "paymentKind"
     from published.ledger_entry l left join published.payment p on p.client_id = l.client_id and p.payment_id = l.payment_id
     where l.client_id = $1 and l.account_id = any($2::uuid[]) and ${MONEY}
       and exists (select from claim_assignment a where a.client_id = l.client_id and a.account_id = l.account_id and a.external_claim_ref = l.external_claim_ref)
       and not exists (select from partner_commission c where c.client_id = l.client_id and c.entry_id = l.entry_id)
     order by l.booked_at, l.entry_id`,
    [tx.clientId, accountIds],
  );

/** @returns accounts of a partner's claims whose money, fees or minimums are not all reckoned. */
export async function accountsToReckon(tx: Tx, partnerId: Uuid): Promise<Uuid[]> {
  const rows = await tx.sql<{ accountId: Uuid }>(
    `select distinct a.account_id as "accountId" from claim_assignment a where a.client_id = $1 and a.partner_id = $2 and (
       exists (select from published.ledger_entry l where l.client_id = a.client_id and l.account_id = a.account_id
         and l.external_claim_ref = a.external_claim_ref and ${MONEY}
         and not exists (select from partner_commission c where c.client_id = l.client_id and c.entry_id = l.entry_id))
       or exists (select from partner_agreement g where g.client_id = a.client_id and g.partner_id = a.partner_id
         and (g.terms ->> 'fixedFee' is not null and not exists (select from partner_commission c
                where c.client_id = a.client_id and c.assignment_id = a.assignment_id and c.kind = 'fixedFee')
           or a.ended_at is not null and g.terms ->> 'leastPerClaim' is not null and not exists (select from partner_commission c
                where c.client_id = a.client_id and c.assignment_id = a.assignment_id and c.kind = 'minimum'))))`,
    [tx.clientId, partnerId],
  );
  return rows.map(({ accountId }) => accountId);
}

/** @returns every time a claim of the accounts was with a partner, the earliest first. */
export const readAssignments = (tx: Tx, accountIds: readonly Uuid[]) =>
  tx.sql<Assignment & Record<string, unknown>>(
    `select assignment_id as "assignmentId", partner_id as "partnerId", account_id as "accountId", external_claim_ref as "externalClaimRef",
       currency, due_date as "dueDate", status, created_at as "createdAt", ended_at as "endedAt"
     from claim_assignment where client_id = $1 and account_id = any($2::uuid[]) order by created_at, assignment_id`,
    [tx.clientId, accountIds],
  );

/** @returns the agreements of partners, the earliest first. */
export const readVersions = (tx: Tx, partnerIds: readonly Uuid[]) =>
  tx.sql<Version & Record<string, unknown>>(
    `select agreement_id as "agreementId", partner_id as "partnerId", valid_from as "validFrom", terms
     from partner_agreement where client_id = $1 and partner_id = any($2::uuid[]) order by valid_from`,
    [tx.clientId, partnerIds],
  );
