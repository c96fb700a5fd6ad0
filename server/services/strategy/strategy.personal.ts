/** Personal data of strategies: what their steps noted about a claim, which may be anything that code or a decision tree reads. */
import { defineErasable, definePersonalSections } from '../../platform/personal.ts';

defineErasable({
  name: 'strategyValues',
  kind: 'notes',
  table: 'strategy_run',
  left: `t.memory ? 'values'`,
  erase: { memory: `nullif(memory - 'values', '{}'::jsonb)` },
});

definePersonalSections({
  name: 'strategyValues',
  read: async (tx, { accountIds }) => {
    const rows = await tx.sql<{ row: Record<string, unknown> }>(
      `select jsonb_build_object('claim', external_claim_ref, 'values', memory -> 'values') as row from strategy_run
       where client_id = $1 and account_id = any($2::uuid[]) and memory ? 'values' order by external_claim_ref`,
      [tx.clientId, accountIds],
    );
    return rows.map(({ row }) => row);
  },
});
