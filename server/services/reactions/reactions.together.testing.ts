/**
 * Strategies that run code, write, fire triggers and wait for workflows, and rules that answer what they do, while workers and the database are killed:
 * what the test of a few kills and the measurement of sixty share. Everything a claim goes through has to be there exactly once.
 */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { newWorkflowStep } from '../../../engine/workflows/blueprint.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { addBundle } from '../cms/cms.testing.ts';
import { readContactSetting, setContactRules } from '../operations/operations.logic.ts';
import { saveBlueprint } from '../strategy/strategy.blueprint.logic.ts';
import { addKilledClient, again, deliveredBy, type KillInput, killing, pause } from '../strategy/strategy.kill.harness.ts';
import { startRuns } from '../strategy/strategy.runs.logic.ts';
import { saveTrigger } from '../strategy/strategy.trigger.logic.ts';
import { saveBlueprint as saveWorkflow } from '../workflows/workflows.blueprint.logic.ts';
import { submitOutcome } from '../workflows/workflows.outcome.logic.ts';
import { addRule } from './reactions.edit.logic.ts';
// What people do wakes runs: whoever listens to it has to be there.
import '../../services.ts';

/** The steps of the strategy, in their order. */
const STEPS = ['grade', 'mail', 'chase', 'flow', 'verdict', 'mark', 'end'];

const strategy = (workflowBlueprintId: Uuid) =>
  JSON.stringify([
    {
      id: 'grade',
      stepType: 'evaluateCode',
      stepState: { code: 'return { result: claim.balance > 0, values: { tier: "A" } };' },
      outputs: { yes: 'mail' },
    },
    { id: 'mail', stepType: 'sendEmail', stepState: { bundleName: 'reminder' }, down: 'chase' },
    { id: 'chase', stepType: 'executeCustomTrigger', stepState: { trigger: 'chased' }, down: 'flow' },
    { id: 'flow', stepType: 'createWorkflow', stepState: { workflowBlueprintId, waits: true }, down: 'verdict' },
    {
      id: 'verdict',
      stepType: 'evaluateCode',
      stepState: { code: 'return strategy.tier === "A" && strategy.workflowOutcome === "Settled";' },
      outputs: { yes: 'mark' },
    },
    { id: 'mark', stepType: 'checkpoint', stepState: { displayName: 'Settled' }, down: 'end' },
    { id: 'end', stepType: 'expired', stepState: {} },
  ]);

export interface TogetherInput extends Omit<KillInput, 'messages'> {
  readonly claims: number;
}

/** How often everything was; each is to be `claims` times a small number. */
export type Together = Readonly<Record<string, number>>;

/** @returns what everything has to be after a run over so many claims. */
export const togetherOf = (claims: number): Together => ({
  runs: claims,
  completedRuns: claims,
  steps: claims * STEPS.length,
  distinctSteps: claims * STEPS.length,
  codeSteps: claims * 2,
  workflows: claims,
  workflowSteps: claims * 3,
  distinctWorkflowSteps: claims * 3,
  workflowsCompleted: claims,
  triggersFired: claims * 2,
  firings: claims * 3,
  firingsTold: claims * 3,
  distinctFirings: claims * 3,
  tasks: claims * 3,
  messages: claims * 3,
  messagesSent: claims * 3,
  delivered: claims * 3,
  deliveredTwice: 0,
});

/** Runs it all and counts. @throws Error when nothing moves for two minutes. */
export function killTogether(input: TogetherInput): Promise<Together> {
  const { database, claims } = input;
  const clientId = uuidv7();
  let blueprintId: Uuid;
  return killing(input, {
    claims,
    prepare: async (port) => {
      blueprintId = await inClient(database, clientId, (tx) => seed(tx, claims, `http://127.0.0.1:${port}/askable`));
      const args = [JSON.stringify(database.addresses), input.lease, clientId];
      return () => startTestProgram('services/reactions/reactions.together.kill.worker.ts', args);
    },
    round: async (from, until) => {
      const externalClaimRefs = Array.from({ length: until - from }, (_, index) => `K-${from + index + 1}`);
      await again(() => inClient(database, clientId, (tx) => startRuns(tx, { blueprintId, externalClaimRefs })));
      const before = await moved(database, clientId);
      await pause(300 + Math.random() * 700);
      // A worker takes a while to begin: kills that only met beginners would prove nothing.
      for (let tries = 0; tries < 100 && (await moved(database, clientId)) === before; tries++) await pause(100);
      await people(database, clientId);
    },
    settle: async (port) => {
      await settle(database, clientId);
      const delivered = Object.values(await deliveredBy(port));
      const twice = delivered.filter((times) => times > 1).length;
      return { ...(await again(() => inClient(database, clientId, count))), delivered: delivered.length, deliveredTwice: twice };
    },
  });
}

async function seed(tx: Tx, claims: number, baseURL: string): Promise<Uuid> {
  await addKilledClient(tx, 'askable', claims, baseURL);
  for (const name of ['notice', 'thanks']) await addBundle(tx, name, { source: `A ${name} about {{ claim.balance }}.` });
  // All messages of a claim on one day, at any hour.
  const { gateRules } = await readContactSetting(tx);
  await setContactRules(tx, { ...gateRules, hoursApplyTo: [], capPerDay: 100, capPer7Days: { total: 100 }, sameContentHours: 0 });
  for (const name of ['chased', 'closed']) await saveTrigger(tx, { name, description: '', fields: [] });
  const step = (stepId: string, more: object) => ({ description: stepId, isInvalid: false, ...more });
  const phases = [
    {
      name: 'Write',
      steps: [
        { ...newWorkflowStep('notice', 'sendMessage'), ...step('notice', { bundleName: 'notice' }) },
        { ...newWorkflowStep('hold', 'setStrategies'), ...step('hold', { order: 1 }) },
      ],
    },
    { name: 'Go on', steps: [{ ...newWorkflowStep('release', 'setStrategies'), ...step('release', { strategiesStatus: 'resumed' }) }] },
  ];
  const { workflowBlueprintId } = await saveWorkflow(tx, {
    id: 'new',
    name: 'Negotiate',
    phases: JSON.stringify(phases),
    outcomes: ['Settled'],
  });
  const rule = (messageType: string, reactions: [type: string, parameters: object][], triggerName?: string) =>
    addRule(tx, null, {
      messageType,
      ...(triggerName !== undefined && { triggerName }),
      reactions: reactions.map(([type, parameters]) => ({ id: type, type, parameters: JSON.stringify(parameters) })),
    });
  const task: [string, object] = ['createCaseManagementTask', { topicId: 'default' }];
  await rule('customTriggerFired', [task, ['sendEmail', { bundleName: 'thanks' }]], 'chased');
  await rule('checkpointReached', [task, ['executeCustomTrigger', { trigger: 'closed' }]]);
  await rule('customTriggerFired', [task], 'closed');
  const { blueprint } = await saveBlueprint(tx, { id: 'new', displayName: 'Everything', steps: strategy(workflowBlueprintId) });
  return blueprint!.id;
}

/** People name the outcome of every workflow whose steps are done. */
async function people(database: Database, clientId: Uuid): Promise<void> {
  const userId = uuidv7();
  await again(() =>
    inClient(
      database,
      clientId,
      async (tx) => {
        const rows = await tx.sql<{ accountId: Uuid; workflowId: Uuid }>(
          `select account_id as "accountId", workflow_id as "workflowId" from workflow w where client_id = $1 and status = 'inProgress'
           and not exists (select 1 from workflow_step s where s.client_id = $1 and s.workflow_id = w.workflow_id and s.status <> 'completed')
           and exists (select 1 from workflow_step s where s.client_id = $1 and s.workflow_id = w.workflow_id) limit 200`,
          [tx.clientId],
        );
        for (const row of rows)
          await submitOutcome(tx, { ...row, workflowOutcomeOption: 'Settled' }, { userId, role: null, permissions: [] });
      },
      { actor: { type: 'user', id: userId } },
    ),
  );
}

/** Grows with whatever happens. */
const moved = async (database: Database, clientId: Uuid): Promise<number> =>
  again(() =>
    inClient(database, clientId, async (tx) => {
      const [row] = await tx.sql<{ number: number }>('select count(*)::int as number from event where client_id = $1', [tx.clientId]);
      return row!.number;
    }),
  );

async function settle(database: Database, clientId: Uuid): Promise<void> {
  let last = -1;
  let since = Date.now();
  for (;;) {
    await people(database, clientId);
    const open = await again(() => inClient(database, clientId, stillOpen));
    if (open.length === 0) return;
    const now = await moved(database, clientId);
    if (now !== last) {
      last = now;
      since = Date.now();
    }
    if (Date.now() - since > 120_000) throw new Error(`${open.length} do not come to an end: ${[...new Set(open)].join(', ')}`);
    await pause(200);
  }
}

/** @returns what has not come to an end, in words. */
async function stillOpen(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ said: string }>(
    `select 'run ' || status || ' at ' || step_id || ': ' || coalesce(reason ->> 'key', '') as said
       from strategy_run where client_id = $1 and status in ('active', 'waiting', 'paused')
     union all select 'workflow in progress' from workflow where client_id = $1 and status = 'inProgress'
     union all select 'message ' || status from outbox where client_id = $1 and status in ('queued', 'sending')
     union all select 'unanswered ' || message_type from event e where client_id = $1 and message_type in ('customTriggerFired', 'checkpointReached')
       and not exists (select 1 from reaction_firing f where f.client_id = $1 and f.message_id = e.message_id)`,
    [tx.clientId],
  );
  return rows.map(({ said }) => said);
}

async function count(tx: Tx): Promise<Together> {
  const [row] = await tx.sql<Record<string, number>>(
    `with told as (select message_type, external_claim_ref, payload from event where client_id = $1),
     steps as (select * from told where payload ->> 'stepType' is not null and message_type like 'strategy%'),
     flow as (select * from told where message_type = 'workflowStepCompleted'),
     fired as (select * from told where message_type = 'reactionFired')
     select (select count(*)::int from strategy_run where client_id = $1) as "runs",
       (select count(*)::int from told where message_type = 'strategyCompleted') as "completedRuns",
       (select count(*)::int from steps) as "steps",
       (select count(distinct (external_claim_ref, payload ->> 'stepId'))::int from steps) as "distinctSteps",
       (select count(*)::int from steps where payload ->> 'stepType' = 'evaluateCode' and payload ->> 'outcome' = 'yes') as "codeSteps",
       (select count(*)::int from workflow where client_id = $1) as "workflows",
       (select count(*)::int from flow) as "workflowSteps",
       (select count(distinct (payload ->> 'workflowId', payload ->> 'stepId'))::int from flow) as "distinctWorkflowSteps",
       (select count(*)::int from told where message_type = 'workflowCompleted') as "workflowsCompleted",
       (select count(*)::int from told where message_type = 'customTriggerFired') as "triggersFired",
       (select count(*)::int from reaction_firing where client_id = $1) as "firings",
       (select count(*)::int from fired) as "firingsTold",
       (select count(distinct (payload ->> 'reactionId', payload ->> 'causeId'))::int from fired) as "distinctFirings",
       (select count(*)::int from case_task where client_id = $1) as "tasks",
       (select count(*)::int from outbox where client_id = $1) as "messages",
       (select count(*)::int from outbox where client_id = $1 and status = 'sent') as "messagesSent"`,
    [tx.clientId],
  );
  return row!;
}
