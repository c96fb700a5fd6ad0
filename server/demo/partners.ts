/** Two partners of the demo, what was agreed with them, and how claims are shared between them. */
import type { CalendarDate } from '../../core/time.ts';
import type { CommissionTerms } from '../../engine/commission/agreement.ts';
import type { Tx } from '../platform/tenancy.ts';
import { saveAgreement } from '../services/partner/agreement/agreement.logic.ts';
import { saveAllocation } from '../services/partner/partner/allocation.logic.ts';
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
