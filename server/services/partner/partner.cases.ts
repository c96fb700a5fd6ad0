import type { Cases, World } from '../../platform/cases.ts';
import { saveAllocation } from './partner/allocation.logic.ts';
import { createPartner } from './partner/partner.edit.logic.ts';

const own = ({ clientId }: World) => ({ clientId });
const one = ({ clientId, partnerId }: World) => ({ clientId, partnerId });
const rule = ({ clientId, partnerId, allocationId }: World) => ({
  clientId,
  allocationId,
  name: 'Everything',
  shares: [{ partnerId, basisPoints: 10_000 }],
});

export const cases: Cases = {
  seed: async (tx, world) => {
    const { partnerId } = await createPartner(tx, { name: 'Nordstern Inkasso' });
    world.partnerId = partnerId;
    world.idlePartnerId = (await createPartner(tx, { name: 'Südlicht Inkasso' })).partnerId;
    const shares = [{ partnerId, basisPoints: 10_000 }];
    world.allocationId = (await saveAllocation(tx, { name: 'All', shares })).allocationId;
  },
  operations: {
    getPartner: one,
    getPartnerList: own,
    searchPartners: own,
    getPartnerAllocations: own,
    createPartner: (world) => ({ ...own(world), partner: { name: 'Westwind Inkasso' } }),
    updatePartner: (world) => ({ ...one(world), partner: { city: 'Kiel' } }),
    deletePartner: (world) => ({ ...own(world), partnerId: world.idlePartnerId }),
    savePartnerAllocation: rule,
    deletePartnerAllocation: (world) => ({ ...own(world), allocationId: world.allocationId }),
  },
};
