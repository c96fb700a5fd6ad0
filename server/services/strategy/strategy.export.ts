/** The list of strategies as a file. */
import { defineListExport } from '../../platform/listExport.ts';
import { type ListItem, listBlueprints } from './strategy.list.logic.ts';

interface Wanted {
  readonly filter?: { readonly searchText?: string | null; readonly categories?: readonly string[] | null };
}

defineListExport<Wanted, ListItem, 'strategy'>({
  name: 'strategies',
  permission: { domain: 'strategy', action: 'viewStrategies' },
  service: 'strategy',
  takes: { filter: 'StrategyBlueprintFilter' },
  columns: {
    displayName: { kind: 'text', value: (item) => item.displayName },
    categories: { kind: 'text', value: (item) => item.categories.join(', ') },
    steps: { kind: 'number', value: (item) => item.stepCount },
    running: { kind: 'number', value: (item) => item.runningClaims },
    version: { kind: 'number', value: (item) => item.currentVersion },
    updated: { kind: 'moment', value: (item) => item.updatedAt },
    created: { kind: 'moment', value: (item) => item.createdAt },
  },
  rows: async function* (tx, { filter }) {
    for (let paginationId: string | null = null; ; ) {
      const page = await listBlueprints(tx, { ...filter, showDeleted: false, limit: 200, paginationId });
      yield page.results;
      paginationId = page.paginationId;
      if (paginationId === null) return;
    }
  },
});
