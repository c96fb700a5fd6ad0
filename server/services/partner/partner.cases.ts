import { uuidv7 } from '../../../core/id.ts';
import type { Cases } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import { partner } from './ground/partner.tables.ts';
import { outsourcingOperations } from './partner.outsourcing.cases.ts';

export const cases: Cases = {
  seed: async (tx, world) => {
    const partnerId = uuidv7();
    await tx.db.insert(partner).values({ clientId: tx.clientId, partnerId, name: 'Nordstern Inkasso', createdAt: now(), updatedAt: now() });
    world.partnerId = partnerId;
  },
  operations: {
    getPartner: ({ clientId, partnerId }) => ({ clientId, partnerId }),
    ...outsourcingOperations,
  },
};
