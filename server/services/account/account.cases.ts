import type { Cases } from '../../platform/cases.ts';
import { detailOperations, seedDetail } from './account.detail.cases.ts';
import { metadataOperations, seedMetadata } from './account.metadata.cases.ts';
import { searchOperations, seedSearch } from './account.search.cases.ts';
import { seedWork, workOperations } from './account.work.cases.ts';

export const cases: Cases = {
  seed: async (tx, world) => {
    await seedDetail(tx, world);
    await seedMetadata(tx);
    await seedSearch(tx, world);
    await seedWork(tx, world);
  },
  operations: { ...searchOperations, ...detailOperations, ...metadataOperations, ...workOperations },
  refused: {
    undoBulkAction: 'bulkNoUndo',
    reassignCaseManagementTask: 'taskDone',
    setAccountWidgetGrid: 'layoutChanged',
    skipWorkItem: 'workFinished',
  },
};
