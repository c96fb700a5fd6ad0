import { uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Cases } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';

export const cases: Cases = {
  seed: async (tx, world) => {
    world.viewId = uuidv7();
    await tx.sql(
      `insert into saved_view (client_id, view_id, user_id, screen, name, state, is_shared, created_at, updated_at) values ($1, $2, $3, 'accounts', 'Late payers', '{"search":"pastDue=10.."}', true, $4, $4)`,
      [tx.clientId, world.viewId, world.userId, isoInstant(now())],
    );
  },
  operations: {
    getSavedViews: ({ clientId }) => ({ clientId, screen: 'accounts' }),
    saveView: ({ clientId, viewId }) => ({ clientId, view: { viewId, screen: 'accounts', name: 'Later payers', search: 'pastDue=60..' } }),
    deleteView: ({ clientId, viewId }) => ({ clientId, viewId }),
    setDefaultView: ({ clientId, viewId }) => ({ clientId, screen: 'accounts', viewId }),
  },
  refused: {
    setDefaultView: 'viewNotFound',
  },
};
