import { uuidv7 } from '../../../core/id.ts';
import type { Cases } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import { exchangeOperations, exchangeRefused, seedExchange } from './partner.exchange.cases.ts';
import { partner } from './partner.tables.ts';

export const cases: Cases = {
  seed: async (tx, world) => {
    const partnerId = uuidv7();
    await tx.db.insert(partner).values({ clientId: tx.clientId, partnerId, name: 'Nordstern Inkasso', createdAt: now(), updatedAt: now() });
    world.partnerId = partnerId;
    await seedExchange(tx, world);
  },
  operations: {
    getPartner: ({ clientId, partnerId }) => ({ clientId, partnerId }),
    ...exchangeOperations,
  },
  refused: { ...exchangeRefused },
};
