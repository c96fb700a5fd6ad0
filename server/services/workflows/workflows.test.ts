import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { DAY, HOUR, instant } from '../../../core/time.ts';
import { defaultGateRules } from '../../../engine/gate/defaults.ts';
import { setContactRules } from '../operations/operations.logic.ts';
import { saveBlueprint as saveStrategy } from '../strategy/strategy.blueprint.logic.ts';
import { startRuns } from '../strategy/strategy.runs.logic.ts';
import { startWorkflows, stopWorkflows } from './workflows.run.logic.ts';
import { openWorkflowHouse, step, type WorkflowHouse } from './workflows.testing.ts';

let house: WorkflowHouse;
beforeAll(async () => {
  house = await openWorkflowHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

const AGENT = 'agent0@test.example';
const eventsOf = (accountId: string, messageType: string) =>
  house.inA((tx) =>
    tx.sql<{ payload: Record<string, unknown>; actor_type: string }>(
      'select payload, actor_type from event where client_id = $1 and account_id = $2 and message_type = $3 order by message_id',
      [tx.clientId, accountId, messageType],
    ),
  );
const tasksOf = (accountId: string) =>
  house.inA((tx) =>
    tx.sql<{ task_id: string; status: string; tags: string[]; recipient_id: string | null; due_date: string | null }>(
      'select task_id, status, tags, recipient_id, due_date from case_task where client_id = $1 and account_id = $2 order by created_at, task_id',
      [tx.clientId, accountId],
    ),
  );

describe('a blueprint', () => {
  it('names every wrong place at once, and names that mean nothing', async () => {
    const phases = JSON.stringify([{ name: '', steps: [step('a', 'sendMessage'), step('a', 'manualTask', { isInvalid: true })] }]);
    const save =
      'mutation ($clientId: ID!, $phases: String!) { saveWorkflowBlueprint(id: "new", clientId: $clientId, name: "", phases: $phases) { name } }';
    const { errors } = await house.raw('workflows', save, { clientId: house.clientA, phases });
    expect(errors?.[0]?.extensions?.fields?.map(({ field, key }) => `${field} ${key}`)).toEqual([
      'name nameUpTo',
      'phases.0.name charactersFromTo',
      'phases.0.steps.0.bundleName needed',
      'phases.0.steps.1.stepId workflowStepTwice',
      'phases.0.steps.1.isInvalid workflowStepInvalid',
    ]);
    const unknown = [
      step('b', 'manualTask', { assignedTo: { userRole: 'PIRATE', username: null } }),
      step('c', 'manualTask', { groupName: 'Nobody' }),
    ];
    await expect(house.saved([unknown])).rejects.toThrow('There is no role “PIRATE”');
  });

  it('keeps its version for what runs, and is refused on top of an older state', async () => {
    const { accountId } = await house.newAccount();
    const id = await house.saved([[step('first', 'manualTask')]]);
    await house.started(accountId, id);
    await house.saved([[step('other', 'manualTask')]], id);
    expect(await house.shown(accountId)).toMatchObject({ version: 1, phases: [{ steps: [{ stepId: 'first' }] }] });
    const save = `mutation ($clientId: ID!, $id: ID!, $phases: String!) { saveWorkflowBlueprint(id: $id, clientId: $clientId, name: "Mine", phases: $phases, revision: 1) { revision } }`;
    const phases = JSON.stringify([{ name: 'P', steps: [step('x', 'manualTask')] }]);
    expect((await house.raw('workflows', save, { clientId: house.clientA, id, phases })).errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      key: 'workflowChanged',
    });
  });

  it('is deleted without ending what runs by it', async () => {
    const { accountId } = await house.newAccount();
    const id = await house.saved([[step('first', 'manualTask')]]);
    const workflowId = await house.started(accountId, id);
    await house.callWorkflows('mutation ($clientId: ID!, $id: ID!) { deleteWorkflowBlueprint(id: $id, clientId: $clientId) }', { id });
    await house.complete({ accountId, workflowId, stepId: 'first' });
    expect(await house.shown(accountId)).toMatchObject({ status: 'inProgress', awaitsOutcome: true });
  });
});

describe('a workflow', () => {
  it('puts a person’s step into the queue, ends its task with it, and goes on', async () => {
    const { accountId } = await house.newAccount();
    const first = step('call', 'manualTask', {
      assignedTo: { userRole: null, username: AGENT },
      deadline: { hours: 48, minutes: 0 },
      fields: [{ name: 'Income', type: 'number', required: true }],
    });
    const id = await house.saved([[first, step('letter', 'manualTask')], [step('after', 'manualTask')]]);
    const workflowId = await house.started(accountId, id);
    expect(await house.statuses(accountId)).toEqual(['call:inProgress', 'letter:inProgress', 'after:pending']);
    expect(await tasksOf(accountId)).toMatchObject([
      { status: 'new', tags: ['WORKFLOW'], recipient_id: house.agents[0], due_date: '2026-03-05' },
      { status: 'new', recipient_id: null },
    ]);
    const at = { accountId, workflowId, stepId: 'call' };
    await expect(house.complete(at, house.agentTokens[0])).rejects.toThrow('This field is required');
    await expect(house.complete({ ...at, values: { Income: 'much' } }, house.agentTokens[0])).rejects.toThrow('Enter a number');
    const done = { ...at, values: { Income: 1850 }, notes: 'Works part time' };
    expect(await house.complete(done, house.agentTokens[0])).toMatchObject({
      status: 'completed',
      notes: 'Works part time',
      values: { Income: 1850 },
      completedBy: { username: AGENT, userRole: 'AGENT' },
    });
    expect((await tasksOf(accountId))[0]).toMatchObject({ status: 'resolved' });
    await house.complete({ accountId, workflowId, stepId: 'letter' });
    expect(await house.statuses(accountId)).toEqual(['call:completed', 'letter:completed', 'after:inProgress']);
  });

  it('is completed once: the same again is the same, another one names who was faster', async () => {
    const { accountId } = await house.newAccount();
    const workflowId = await house.started(accountId, await house.saved([[step('call', 'manualTask')]]));
    const at = { accountId, workflowId, stepId: 'call' };
    const both = await Promise.allSettled(house.agentTokens.map((token, index) => house.complete({ ...at, notes: `By ${index}` }, token)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String((both.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason)).toMatch(
      /Agent \d has already completed this step/,
    );
    const winner = both.findIndex(({ status }) => status === 'fulfilled');
    await house.complete({ ...at, notes: `By ${winner}` }, house.agentTokens[winner]);
    expect(await eventsOf(accountId, 'workflowStepCompleted')).toHaveLength(1);
  });

  it('follows its task: who takes it has the step, resolving it completes the step unless that needs more', async () => {
    const { accountId } = await house.newAccount();
    const needs = step('needs', 'manualTask', { fields: [{ name: 'Income', type: 'number', required: true }] });
    await house.started(accountId, await house.saved([[step('plain', 'manualTask'), needs]]));
    const steps = (await house.shown(accountId)).phases[0]!.steps;
    const task = (name: string, taskId: string | null) =>
      house.raw(
        'account',
        `mutation ($clientId: ID!, $taskId: ID!) { ${name}(clientId: $clientId, taskId: $taskId) { taskId } }`,
        { clientId: house.clientA, taskId },
        house.agentTokens[0],
      );
    await task('startCaseManagementTask', steps[0]!.taskId);
    expect((await house.shown(accountId)).phases[0]!.steps[0]).toMatchObject({ assignedTo: { username: AGENT } });
    await task('resolveCaseManagementTask', steps[0]!.taskId);
    expect((await task('resolveCaseManagementTask', steps[1]!.taskId)).errors?.[0]?.message).toContain('Complete its step on the account');
    expect(await house.statuses(accountId)).toEqual(['plain:completed', 'needs:inProgress']);
  });

  it('is approved by a second person of the right role, and goes no further when they reject it', async () => {
    const { accountId } = await house.newAccount();
    const approval = step('ok', 'approval', { order: 1, assignedTo: { userRole: 'SUPERVISOR', username: null } });
    const workflowId = await house.started(
      accountId,
      await house.saved([[step('work', 'manualTask'), approval], [step('after', 'manualTask')]]),
    );
    const supervisor = await house.tokenFor(house.clientA, 'SUPERVISOR', uuidv7());
    await house.complete({ accountId, workflowId, stepId: 'work' });
    const ok = { accountId, workflowId, stepId: 'ok' };
    await expect(house.complete({ ...ok, decision: 'approved' })).rejects.toThrow('Someone else has to approve it');
    await expect(house.complete({ ...ok, decision: 'approved' }, house.agentTokens[0])).rejects.toThrow(
      'Only people with the role SUPERVISOR',
    );
    await expect(house.complete(ok, supervisor)).rejects.toThrow('approve or reject');
    await expect(house.complete({ ...ok, decision: 'rejected' }, supervisor)).rejects.toThrow('Explain why');
    await house.complete({ ...ok, decision: 'rejected', notes: 'No proof of income' }, supervisor);
    expect(await house.shown(accountId)).toMatchObject({ awaitsOutcome: true, phases: [{ status: 'rejected' }, { status: 'pending' }] });
  });

  it('ends with one of its outcomes; ending early needs a note and, over an open approval, the right to edit', async () => {
    const { accountId } = await house.newAccount();
    const approval = step('ok', 'approval', { order: 1 });
    const workflowId = await house.started(accountId, await house.saved([[step('work', 'manualTask'), approval]]));
    const submit = (workflowOutcomeOption: string, workflowOutcomeNotes: string | null, token?: string) =>
      house.callWorkflows(
        `mutation ($clientId: ID!, $accountId: ID!, $workflowId: ID!, $workflowOutcomeOption: String!, $workflowOutcomeNotes: String) {
          submitWorkflowOutcome(clientId: $clientId, accountId: $accountId, workflowId: $workflowId, workflowOutcomeOption: $workflowOutcomeOption, workflowOutcomeNotes: $workflowOutcomeNotes) { status } }`,
        { accountId, workflowId, workflowOutcomeOption, workflowOutcomeNotes },
        token,
      );
    await expect(submit('Maybe', null)).rejects.toThrow('Choose one of the workflow’s outcomes');
    await expect(submit('Refused', null)).rejects.toThrow('Explain why the workflow ends early');
    await expect(submit('Refused', 'Withdrawn', house.agentTokens[0])).rejects.toThrow('An approval is still open');
    await submit('Refused', 'Withdrawn');
    await submit('Refused', 'Withdrawn');
    expect(await house.shown(accountId)).toMatchObject({ status: 'completed', workflowOutcomeOption: 'Refused' });
    expect(await house.statuses(accountId)).toEqual(['work:skipped', 'ok:skipped']);
    expect((await tasksOf(accountId)).map(({ status }) => status)).toEqual(['resolved']);
    expect((await eventsOf(accountId, 'workflowCompleted')).map(({ payload }) => payload)).toMatchObject([
      { outcome: 'Refused', requestKey: null },
    ]);
  });

  it('takes the account’s own files with a step, and needs one where it asks for one', async () => {
    const [{ accountId }, other] = [await house.newAccount(), await house.newAccount()];
    const workflowId = await house.started(accountId, await house.saved([[step('proof', 'uploadFile')]]));
    const at = { accountId, workflowId, stepId: 'proof' };
    await expect(house.complete(at)).rejects.toThrow('Add the file first');
    await expect(house.complete({ ...at, fileIds: [await house.storedFile(other.accountId)] })).rejects.toThrow('File not found');
    const done = await house.complete({ ...at, fileIds: [await house.storedFile(accountId)] });
    expect(done).toMatchObject({ status: 'completed', fileNamesWithExtension: ['payslip.txt'] });
  });

  it('is not started twice by hand, and shows what is in progress first', async () => {
    const { accountId } = await house.newAccount();
    const id = await house.saved([[step('call', 'manualTask')]]);
    const first = house.started(accountId, id);
    const second = house.started(accountId, id);
    expect((await Promise.allSettled([first, second])).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('time', () => {
  it('makes a late step somebody else’s, once', async () => {
    const { accountId } = await house.newAccount();
    const late = step('call', 'manualTask', {
      deadline: { hours: 24, minutes: 0 },
      escalateTo: { userRole: null, username: 'agent1@test.example' },
    });
    await house.started(accountId, await house.saved([[late]]));
    house.clock.time = instant(house.clock.time + 25 * HOUR);
    await house.advance();
    house.clock.time = instant(house.clock.time + DAY);
    await house.advance();
    expect((await house.shown(accountId)).phases[0]!.steps[0]).toMatchObject({
      isOverdue: true,
      assignedTo: { username: 'agent1@test.example' },
    });
    expect(await eventsOf(accountId, 'workflowStepOverdue')).toHaveLength(1);
    const notified = await house.inA((tx) =>
      tx.sql<{ type: string }>('select type from notification where client_id = $1 and account_id = $2 and recipient_id = $3', [
        tx.clientId,
        accountId,
        house.agents[1],
      ]),
    );
    expect(notified).toEqual([{ type: 'ACCOUNT_TASK_WORKFLOW' }]);
  });

  it('waits for a deadline in working time', async () => {
    const { accountId } = await house.newAccount();
    await house.started(accountId, await house.saved([[step('rest', 'waitDeadline', { deadline: { hours: 96, minutes: 0 } })]]));
    // Tuesday to Monday: the weekend does not count.
    house.clock.time = instant(house.clock.time + 5 * DAY);
    await house.advance();
    expect(await house.statuses(accountId)).toEqual(['rest:inProgress']);
    house.clock.time = instant(house.clock.time + DAY);
    await house.advance();
    expect(await house.statuses(accountId)).toEqual(['rest:completed']);
  });
});

describe('what completes itself', () => {
  it('is left to a person once it is late, and is not tried again and again', async () => {
    const { accountId } = await house.newAccount();
    const escalateTo = { userRole: null, username: 'agent1@test.example' };
    const late = step('mail', 'sendMessage', { bundleName: 'reminder', deadline: { hours: 1, minutes: 0 }, escalateTo });
    const afternoon = { start: { hour: 16, minute: 0 }, end: { hour: 17, minute: 0 } };
    await house.inA((tx) =>
      setContactRules(tx, { ...defaultGateRules, contactHours: { ...defaultGateRules.contactHours, weekday: afternoon } }),
    );
    await house.started(accountId, await house.saved([[late]]));
    house.clock.time = instant(house.clock.time + 2 * HOUR);
    await house.advance();
    // The moment to try again has come, and a person has it: nothing is left to look at.
    house.clock.time = instant(house.clock.time + DAY);
    await house.advance();
    await house.inA((tx) => setContactRules(tx, null));
    expect((await house.shown(accountId)).phases[0]!.steps[0]).toMatchObject({ status: 'inProgress', taskId: expect.any(String) });
    const due = await house.inA((tx) => tx.sql('select wake_at from workflow where account_id = $1', [accountId]));
    expect(due).toEqual([{ wake_at: null }]);
  });

  it('sends a message through the gate: defers it with its reason, and leaves a refused one to a person', async () => {
    const [deferred, refused] = [await house.newAccount(), await house.newAccount()];
    const id = await house.saved([[step('mail', 'sendMessage', { bundleName: 'reminder' })]]);
    await house.inA((tx) =>
      tx.sql(`update account set opted_out = array['email'] where client_id = $1 and account_id = $2`, [tx.clientId, refused.accountId]),
    );
    const afternoon = { start: { hour: 16, minute: 0 }, end: { hour: 17, minute: 0 } };
    await house.inA((tx) =>
      setContactRules(tx, { ...defaultGateRules, contactHours: { ...defaultGateRules.contactHours, weekday: afternoon } }),
    );
    await house.started(deferred.accountId, id);
    const workflowId = await house.started(refused.accountId, id);
    const queued = (accountId: string) =>
      house.inA((tx) => tx.sql('select 1 from outbox where client_id = $1 and account_id = $2', [tx.clientId, accountId]));
    expect((await house.shown(deferred.accountId)).phases[0]!.steps[0]).toMatchObject({
      status: 'inProgress',
      why: { key: 'gate.quietHours' },
      taskId: null,
    });
    expect((await house.shown(refused.accountId)).phases[0]!.steps[0]).toMatchObject({
      status: 'inProgress',
      why: { key: 'gate.optOut' },
      taskId: expect.any(String),
    });
    // Other rules that still put it off, then hours that are wider: it leaves at once.
    const evening = { start: { hour: 18, minute: 0 }, end: { hour: 19, minute: 0 } };
    for (const weekday of [evening, defaultGateRules.contactHours.weekday]) {
      expect(await queued(deferred.accountId)).toHaveLength(0);
      await house.inA((tx) => setContactRules(tx, { ...defaultGateRules, contactHours: { ...defaultGateRules.contactHours, weekday } }));
      await house.advance();
    }
    await house.inA((tx) => setContactRules(tx, null));
    expect((await house.shown(deferred.accountId)).phases[0]!.steps[0]).toMatchObject({
      status: 'completed',
      contentURL: expect.stringContaining('communication/'),
    });
    expect(await queued(deferred.accountId)).toHaveLength(1);
    await house.complete({ accountId: refused.accountId, workflowId, stepId: 'mail', notes: 'Sent a letter' });
    expect(await queued(refused.accountId)).toHaveLength(0);
  });

  it('pauses the strategies of the account and resumes what it paused', async () => {
    const { accountId, externalClaimRef } = await house.newAccount();
    const steps = JSON.stringify([
      { id: 'w', stepType: 'delay', stepState: { days: 30 }, down: 'end' },
      { id: 'end', stepType: 'expired', stepState: {} },
    ]);
    await house.inA(async (tx) => {
      const { blueprint } = await saveStrategy(tx, { id: 'new', displayName: 'Reminders', steps });
      await startRuns(tx, { blueprintId: blueprint!.id, externalClaimRefs: [externalClaimRef] });
    });
    const status = () =>
      house.inA(
        async (tx) =>
          (
            await tx.sql<{ status: string }>('select status from strategy_run where client_id = $1 and external_claim_ref = $2', [
              tx.clientId,
              externalClaimRef,
            ])
          )[0]!.status,
      );
    const resume = step('resume', 'setStrategies', { strategiesStatus: 'resumed', order: 2 });
    const workflowId = await house.started(
      accountId,
      await house.saved([[step('pause', 'setStrategies'), step('talk', 'manualTask', { order: 1 }), resume]]),
    );
    expect(await status()).toBe('paused');
    await house.complete({ accountId, workflowId, stepId: 'talk' });
    expect(await status()).toBe('waiting');
  });

  it('takes the financial information that somebody saves as the assessment', async () => {
    const { accountId, externalDebtorRef } = await house.newAccount();
    const workflowId = await house.started(accountId, await house.saved([[step('assess', 'financialAssessment')]]));
    await expect(house.complete({ accountId, workflowId, stepId: 'assess' })).rejects.toThrow('financial information');
    await house.call(
      'account',
      `mutation ($clientId: ID!, $accountId: ID!, $ref: String!, $info: DebtorFinancialInformationInput!) {
        setAccountDebtorFinancialInformation(clientId: $clientId, accountId: $accountId, externalDebtorRef: $ref, debtorFinancialInformation: $info) { debtors { externalDebtorRef } } }`,
      {
        clientId: house.clientA,
        accountId,
        ref: externalDebtorRef,
        info: { incomes: [{ source: 'Wage', amount: '1850.00' }], expenses: [] },
      },
    );
    await house.advance();
    expect(await house.statuses(accountId)).toEqual(['assess:completed']);
  });

  it('fills in metadata by the client’s schema', async () => {
    const { accountId } = await house.newAccount();
    const fill = step('fill', 'fillMetadata', { metadataFields: ['hardship'] });
    const workflowId = await house.started(accountId, await house.saved([[fill]]));
    await expect(house.complete({ accountId, workflowId, stepId: 'fill' })).rejects.toThrow('This field is required');
    await house.complete({ accountId, workflowId, stepId: 'fill', values: { hardship: 'granted' } });
    const [row] = await house.inA((tx) =>
      tx.sql<{ meta: object }>('select meta from account where client_id = $1 and account_id = $2', [tx.clientId, accountId]),
    );
    expect(row!.meta).toEqual({ hardship: 'granted' });
  });
});

describe('strategies', () => {
  it('start a workflow once for each key, and stop it by its blueprint', async () => {
    const { accountId, externalClaimRef } = await house.newAccount();
    const workflowBlueprintId = await house.saved([[step('call', 'manualTask')]]);
    const actor = { type: 'strategy', id: uuidv7() };
    const asked = { key: 'run:step:1', accountId, externalClaimRef, workflowBlueprintId, actor };
    const first = await house.inA((tx) => startWorkflows(tx, [asked, { ...asked, key: 'gone', workflowBlueprintId: uuidv7() }]));
    const again = await house.inA((tx) => startWorkflows(tx, [asked]));
    expect([...first.keys()]).toEqual(['run:step:1']);
    expect(again).toEqual(first);
    await house.advance();
    expect(
      (await eventsOf(accountId, 'workflowStarted')).map(({ payload, actor_type }) => ({ key: payload.requestKey, actor_type })),
    ).toEqual([{ key: 'run:step:1', actor_type: 'strategy' }]);
    expect(await house.inA((tx) => stopWorkflows(tx, [{ accountId, workflowBlueprintId, actor }]))).toHaveLength(1);
    expect(await house.inA((tx) => stopWorkflows(tx, [{ accountId, workflowBlueprintId, actor }]))).toEqual([]);
    expect(await house.statuses(accountId)).toEqual(['call:skipped']);
    expect((await eventsOf(accountId, 'workflowStopped')).map(({ payload }) => payload)).toMatchObject([{ requestKey: 'run:step:1' }]);
  });
});
