/** What rules are told of: the events of the log, and that something they name goes. */
import { AWAITED_EVENTS } from '../../../core/events/awaited.ts';
import type { Uuid } from '../../../core/id.ts';
import { onEvents } from '../../platform/events.ts';
import { defineFollower } from '../../platform/follow.ts';
import { followReplacement, refuseUsedBundle, refuseUsedPartner, refuseUsedTree, refuseUsedWorkflow } from './reactions.content.logic.ts';
import { FOLLOWER } from './reactions.edit.logic.ts';
import { answer } from './reactions.fire.logic.ts';

defineFollower({
  name: FOLLOWER,
  types: AWAITED_EVENTS,
  wants: async (tx) => {
    const rows = await tx.prepared<{ type: string }>(
      'select distinct message_type as type from reaction_rule where client_id = $1 and is_enabled',
      [tx.clientId],
    );
    return rows.map(({ type }) => type);
  },
  run: async (tx, events) => void (await answer(tx, events)),
});

// What rules start, ask or send is not deleted without them.
onEvents(['strategyDeleted'], async (tx, events) => {
  for (const { payload } of events)
    await followReplacement(tx, payload.blueprintId as Uuid, (payload.replacementBlueprintId ?? null) as Uuid | null);
});
onEvents(['bundleDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedBundle(tx, String(payload.contentTemplateType), String(payload.fileName));
});
onEvents(['decisionTreeDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedTree(tx, String(payload.treeId));
});
onEvents(['partnerDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedPartner(tx, String(payload.partnerId));
});
onEvents(['workflowBlueprintDeleted'], async (tx, events) => {
  for (const { payload } of events) await refuseUsedWorkflow(tx, String(payload.workflowBlueprintId));
});
