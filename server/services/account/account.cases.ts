import type { Cases } from '../../platform/cases.ts';
import { detailOperations, seedDetail } from './account.detail.cases.ts';
import { searchOperations, seedSearch } from './account.search.cases.ts';

export const cases: Cases = {
  seed: async (tx, world) => {
    await seedDetail(tx, world);
    await seedSearch(tx, world);
  },
  operations: { ...searchOperations, ...detailOperations },
};
