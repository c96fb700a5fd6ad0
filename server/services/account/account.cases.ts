import type { Cases } from '../../platform/cases.ts';
import { detailOperations, seedDetail } from './account.detail.cases.ts';

export const cases: Cases = {
  seed: seedDetail,
  operations: { ...detailOperations },
};
