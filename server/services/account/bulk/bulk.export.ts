/** What a bulk action did, item by item, as a file: what could be undone, and what could not be done and why. */
import type { Uuid } from '../../../../core/id.ts';
import { defineListExport, fetchRows } from '../../../platform/listExport.ts';
import type { BulkActionItem, BulkItemOutcome } from '../account.graphql.ts';
import { ITEMS_OF } from './bulk.items.logic.ts';
import { getBulkAction } from './bulk.row.logic.ts';

interface Wanted {
  readonly bulkActionId?: Uuid;
  readonly outcome?: BulkItemOutcome;
}

defineListExport<Wanted, BulkActionItem, 'account'>({
  name: 'bulk-action-items',
  permission: { domain: 'account', action: 'bulkAction' },
  service: 'account',
  takes: { bulkActionId: 'ID', outcome: 'BulkItemOutcome' },
  columns: {
    item: { kind: 'text', value: (item) => item.label },
    outcome: { kind: 'words', value: (item) => item.outcome },
    reason: { kind: 'words', value: (item) => item.reason },
  },
  check: async (tx, { bulkActionId }) => void (await getBulkAction(tx, bulkActionId ?? '')),
  rows: (tx, { bulkActionId, outcome }) =>
    fetchRows<BulkActionItem>(tx, 'exported_items', ITEMS_OF, [tx.clientId, bulkActionId, outcome ?? null]),
});
