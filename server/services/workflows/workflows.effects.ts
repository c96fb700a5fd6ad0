/** What steps of strategies start and stop. */
import type { Uuid } from '../../../core/id.ts';
import { defineEffect } from '../../platform/effects.ts';
import { startWorkflows, stopWorkflows } from './workflows.run.logic.ts';

defineEffect({
  kind: 'startWorkflow',
  perform: (tx, asked) =>
    startWorkflows(
      tx,
      asked.map(({ key, accountId, externalClaimRef, actor, effect }) => ({
        key,
        accountId,
        externalClaimRef,
        actor,
        workflowBlueprintId: effect.workflowBlueprintId as Uuid,
      })),
    ),
});

defineEffect({
  kind: 'stopWorkflow',
  perform: (tx, asked) =>
    stopWorkflows(
      tx,
      asked.map(({ accountId, actor, effect }) => ({ accountId, actor, workflowBlueprintId: effect.workflowBlueprintId as Uuid })),
    ),
});
