/** What partners are to be told: each waits until the partner's next file takes it along. */
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';

export interface Notice {
  readonly partnerId: Uuid;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly kind: 'payment' | 'chargeback' | 'updated' | 'recalled' | 'deleted';
  /** Of money. */
  readonly paymentId?: Uuid | null;
  readonly currency?: string | null;
  /** Minor units. */
  readonly amount?: bigint | null;
}

/** Writes notices with one statement. */
export async function noteForPartners(tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  await tx.sql(
    `insert into partner_notice (client_id, notice_id, partner_id, account_id, external_claim_ref, kind, payment_id, currency, amount, created_at)
     select $1, v.id, v.partner, v.account, v.ref, v.kind, v.payment, v.currency, v.amount, $2
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::bigint[]) as v(id, partner, account, ref, kind, payment, currency, amount)`,
    [
      tx.clientId,
      isoInstant(now()),
      notices.map(() => uuidv7()),
      notices.map(({ partnerId }) => partnerId),
      notices.map(({ accountId }) => accountId),
      notices.map(({ externalClaimRef }) => externalClaimRef),
      notices.map(({ kind }) => kind),
      notices.map(({ paymentId }) => paymentId ?? null),
      notices.map(({ currency }) => currency ?? null),
      notices.map(({ amount }) => amount ?? null),
    ],
  );
}
