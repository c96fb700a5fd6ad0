/** What whoever takes over a claim is told of it and of its debtors. Sealed numbers of debtors stay in the house. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { bestFirst } from '../ground/contact.order.ts';

type Texts = Readonly<Record<string, unknown>>;

export interface HandedDebtor {
  readonly ref: string;
  readonly type: 'person' | 'company';
  readonly title: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly gender: string | null;
  readonly birthday: CalendarDate | null;
  readonly address: Texts;
  /** Values by kind, the best first; wrong and bounced ones are left out. */
  readonly contacts: Readonly<Partial<Record<'email' | 'mobile' | 'landline' | 'work', readonly string[]>>> | null;
}

export interface HandedClaim {
  readonly ref: string;
  readonly accountId: Uuid;
  readonly accountRef: string;
  readonly locale: string | null;
  readonly accountMeta: Texts;
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly fees: bigint;
  readonly balance: bigint;
  readonly type: string;
  readonly status: string;
  readonly disputed: boolean;
  readonly dueDate: CalendarDate | null;
  readonly portfolio: string | null;
  readonly productReference: string | null;
  readonly productName: string | null;
  readonly paymentReference: string | null;
  readonly meta: Texts;
  /** The main one first. */
  readonly debtors: readonly HandedDebtor[];
}

/** @returns claims by their references; unknown ones are left out. */
export async function readHandover(tx: Tx, externalClaimRefs: readonly string[]): Promise<Map<string, HandedClaim>> {
  const rows = await tx.sql<HandedClaim & Record<string, unknown>>(
    `select c.external_claim_ref as ref, c.account_id as "accountId", a.external_account_ref as "accountRef", a.locale, a.meta as "accountMeta", c.currency, c.amount,
       c.total_fees as fees, c.balance, c.type, c.status, c.disputed_at is not null as disputed, c.due_date as "dueDate", c.external_portfolio_ref as portfolio,
       c.product_reference as "productReference", c.product_name as "productName", c.payment_reference as "paymentReference", c.meta,
       (select coalesce(jsonb_agg(jsonb_build_object('ref', d.external_debtor_ref, 'type', d.type, 'title', d.title, 'firstName', d.first_name, 'middleName', d.middle_name,
          'lastName', d.last_name, 'companyName', d.company_name, 'gender', d.gender, 'birthday', d.birthday, 'address', d.address,
          'contacts', (select jsonb_object_agg(k.kind, k.list) from (
            select p.kind, jsonb_agg(p.value order by ${bestFirst('p')}) as list from contact_point p
            where p.client_id = $1 and p.account_id = d.account_id and p.debtor_id = d.debtor_id and p.state not in ('wrong', 'bounced') group by p.kind) k))
          order by d.position, d.external_debtor_ref), '[]') from debtor d where d.client_id = $1 and d.account_id = c.account_id) as debtors
     from claim c join account a on a.client_id = $1 and a.account_id = c.account_id
     where c.client_id = $1 and c.external_claim_ref = any($2::text[])`,
    [tx.clientId, externalClaimRefs],
  );
  return new Map(rows.map((row) => [row.ref, row]));
}
