/** Two partners of the demo, what was agreed with them, how claims are shared between them, and what they collected. */
import { addDays, type CalendarDate } from '../../core/time.ts';
import type { CommissionTerms } from '../../engine/commission/agreement.ts';
import type { Tx } from '../platform/tenancy.ts';
import { lockClaims } from '../services/account/claim/balance.logic.ts';
import { collectedKey } from '../services/finance/payment/payment.collected.logic.ts';
import { saveAgreement } from '../services/partner/agreement/agreement.logic.ts';
import { listAllocations, saveAllocation } from '../services/partner/outsourcing/allocation.logic.ts';
import { outsourceClaims } from '../services/partner/outsourcing/assign.logic.ts';
import { bookReported } from '../services/partner/outsourcing/payment.logic.ts';
import { createPartner } from '../services/partner/partner/partner.edit.logic.ts';

const rule = (basisPoints: number, fromDays: number | null, toDays: number | null): CommissionTerms['rules'][number] => ({
  basisPoints,
  kinds: [],
  currency: null,
  ageAt: 'handOver',
  fromDays,
  toDays,
});

const TERMS: CommissionTerms = {
  rules: [rule(1_500, null, 90), rule(2_000, 91, 180), rule(2_500, 181, null)],
  currency: 'EUR',
  fixedFee: null,
  fixedFeeAt: 'handOver',
  leastPerClaim: null,
  mostPerClaim: null,
  afterCareDays: 14,
  vatBasisPoints: 1_900,
  isGross: false,
  isReverseCharge: false,
};

/** Adds them. @param from the day from which their agreements hold. */
export async function saveDemoPartners(tx: Tx, from: CalendarDate): Promise<void> {
  const nordstern = await createPartner(tx, {
    name: 'Nordstern Inkasso',
    email: 'mandanten@nordstern-inkasso.example',
    phone: '+49 431 5601230',
    addressLine1: 'Holstenbrücke 4',
    postalCode: '24103',
    city: 'Kiel',
    country: 'DE',
    attachmentSelectorList: [{ documentType: 'INVOICE', fileSelectionCriteria: 'latest' }],
  });
  const falk = await createPartner(tx, {
    name: 'Falk & Sievers Rechtsanwälte',
    type: 'lawFirm',
    email: 'forderungen@falk-sievers.example',
    phone: '+49 40 3000560',
    addressLine1: 'Neuer Wall 71',
    postalCode: '20354',
    city: 'Hamburg',
    country: 'DE',
    isSkipTracingDefault: true,
  });
  await saveAgreement(tx, { partnerId: nordstern.partnerId, validFrom: from, terms: TERMS });
  await saveAgreement(tx, {
    partnerId: falk.partnerId,
    validFrom: from,
    terms: {
      ...TERMS,
      rules: [rule(1_000, null, null)],
      fixedFee: '25.00',
      fixedFeeAt: 'handOver',
      leastPerClaim: '15.00',
      mostPerClaim: '400.00',
    },
  });
  await saveAllocation(tx, {
    name: 'Agency first',
    shares: [
      { partnerId: nordstern.partnerId, basisPoints: 7_000 },
      { partnerId: falk.partnerId, basisPoints: 3_000 },
    ],
  });
}

/** How long ago the old claims were given, and how often the partners said since what they had collected; days. */
const GIVEN = 45;
const REPORTED: readonly number[] = [38, 31, 24, 17, 10, 3];
const MOST_GIVEN = 60;

/** What goes on with the partners at the end of a day. @param ago how many days ago it was */
export async function workWithPartners(tx: Tx, day: CalendarDate, ago: number): Promise<void> {
  if (ago === GIVEN) await giveOldClaims(tx, day);
  if (REPORTED.includes(ago)) await reportPayments(tx, day, ago);
}

async function giveOldClaims(tx: Tx, day: CalendarDate): Promise<void> {
  const [rule] = await listAllocations(tx);
  if (!rule) return;
  const claims = await tx.sql<{ ref: string }>(
    `select external_claim_ref as ref from claim where client_id = $1 and status = 'open' and balance > 0 and disputed_at is null and due_date < $2
     order by due_date, external_claim_ref limit $3`,
    [tx.clientId, addDays(day, -30), MOST_GIVEN],
  );
  await outsourceClaims(
    tx,
    claims.map(({ ref }) => ({
      externalClaimRef: ref,
      to: { owner: 'bulk', shares: rule.shares },
      requestKey: `demo:${ref}`,
    })),
    { method: 'bulk', note: 'Nothing came of two months of reminders' },
  );
}

/** A few debtors pay the partner: some all, most a part. */
async function reportPayments(tx: Tx, day: CalendarDate, ago: number): Promise<void> {
  const out = await tx.sql<{ ref: string; account_id: string; partner_id: string; currency: string; balance: bigint }>(
    `select a.external_claim_ref as ref, a.account_id, a.partner_id, c.currency, c.balance from claim_assignment a
     join claim c on c.client_id = $1 and c.external_claim_ref = a.external_claim_ref
     where a.client_id = $1 and a.ended_at is null and c.balance > 0 order by md5(a.external_claim_ref || $2) limit 5`,
    [tx.clientId, String(ago)],
  );
  await lockClaims(
    tx,
    out.map(({ ref }) => ref),
  );
  for (const [index, { ref, account_id, partner_id, currency, balance }] of out.entries())
    await bookReported(tx, partner_id, [
      {
        accountId: account_id,
        externalClaimRef: ref,
        amount: index < 2 ? balance : balance / 3n + 1n,
        currency,
        valueDate: day,
        key: collectedKey(partner_id, `${day}-${index}`),
      },
    ]);
}
