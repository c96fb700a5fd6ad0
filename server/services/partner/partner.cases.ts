import { uuidv7 } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import type { CommissionTerms } from '../../../engine/commission/agreement.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { saveAgreement } from './agreement/agreement.logic.ts';
import { partnerCommission } from './ground/commission.tables.ts';
import { saveAllocation } from './outsourcing/allocation.logic.ts';
import { createPartner } from './partner/partner.edit.logic.ts';
import { exchangeOperations, exchangeRefused, seedExchange } from './partner.exchange.cases.ts';
import { outsourcingOperations } from './partner.outsourcing.cases.ts';

const own = ({ clientId }: World) => ({ clientId });
const one = ({ clientId, partnerId }: World) => ({ clientId, partnerId });
const rule = ({ clientId, partnerId, allocationId }: World) => ({
  clientId,
  allocationId,
  name: 'Everything',
  shares: [{ partnerId, basisPoints: 10_000 }],
});

const TERMS: CommissionTerms = {
  rules: [{ basisPoints: 2_500, kinds: [], currency: null, ageAt: 'handOver', fromDays: null, toDays: null }],
  currency: 'EUR',
  fixedFee: null,
  fixedFeeAt: 'handOver',
  leastPerClaim: null,
  mostPerClaim: null,
  afterCareDays: 0,
  vatBasisPoints: 1_900,
  isGross: false,
  isReverseCharge: false,
};

/** A commission on the claim of the account's own seed, if there is one, that nobody has billed. */
async function seedCommission(tx: Tx, { partnerId, accountId, externalClaimRef }: World): Promise<void> {
  if (!accountId || !externalClaimRef) return;
  await tx.db.insert(partnerCommission).values({
    clientId: tx.clientId,
    commissionId: uuidv7(),
    partnerId: partnerId!,
    assignmentId: uuidv7(),
    accountId,
    externalClaimRef,
    kind: 'fixedFee',
    day: '2025-12-01' as CalendarDate,
    currency: 'EUR',
    base: 0n,
    figure: 1_000n,
    net: 1_000n,
    vat: 190n,
    why: { key: 'fixedFee', values: {} },
    createdAt: now(),
  });
}

export const cases: Cases = {
  seed: async (tx, world) => {
    const { partnerId } = await createPartner(tx, { name: 'Nordstern Inkasso' });
    world.partnerId = partnerId;
    await seedExchange(tx, world);
    world.idlePartnerId = (await createPartner(tx, { name: 'Südlicht Inkasso' })).partnerId;
    const shares = [{ partnerId, basisPoints: 10_000 }];
    world.agreementId = (await saveAgreement(tx, { partnerId, validFrom: '2026-01-01' as CalendarDate, terms: TERMS })).agreementId;
    await seedCommission(tx, world);
    world.allocationId = (await saveAllocation(tx, { name: 'All', shares })).allocationId;
  },
  operations: {
    ...exchangeOperations,
    getPartner: one,
    getPartnerList: own,
    searchPartners: own,
    getPartnerAllocations: own,
    getPartnerAgreements: one,
    getPartnerTransactions: own,
    getPartnerTransactionTotals: own,
    getPartnerInvoices: own,
    savePartnerAgreement: (world) => ({ ...one(world), validFrom: '2026-02-01', terms: TERMS }),
    deletePartnerAgreement: (world) => ({ ...own(world), agreementId: world.agreementId }),
    issuePartnerInvoice: (world) => ({ ...one(world), currency: 'EUR', to: '2026-01-31' }),
    createPartner: (world) => ({ ...own(world), partner: { name: `Westwind ${uuidv7()}` } }),
    updatePartner: (world) => ({ ...one(world), partner: { city: 'Kiel' } }),
    deletePartner: (world) => ({ ...own(world), partnerId: world.idlePartnerId }),
    savePartnerAllocation: rule,
    deletePartnerAllocation: (world) => ({ ...own(world), allocationId: world.allocationId }),
    ...outsourcingOperations,
  },
  refused: { ...exchangeRefused },
};
