import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { LOCALES } from '../../../core/locale.ts';
import { DAY, type Instant } from '../../../core/time.ts';
import { compile } from '../../../engine/advance.ts';
import { validateBlueprint } from '../../../engine/blueprint.ts';
import { fromTree, type TreeStep } from '../../../engine/graph/tree.ts';
import { simulate } from '../../../engine/simulate.ts';
import { claim, day, facts, NOW, runOf, surroundings } from '../../../engine/testing.ts';
import type { Step } from '../../../engine/types.ts';
import { STARTER_IDS } from './strategy.starters.texts.ts';
import { email, end, openStrategyHouse, type StrategyHouse } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());

const stepsOf = async (id: Uuid) =>
  (
    await house.ask<{ getStrategyBlueprint: { version: number; steps: TreeStep[] } }>(
      'query ($clientId: ID, $id: ID!) { getStrategyBlueprint(clientId: $clientId, id: $id) { version steps } }',
      { id },
    )
  ).getStrategyBlueprint;
const sms: TreeStep = { id: 'sms', stepType: 'sendSMS', stepState: { bundleName: 'reminder' }, down: 'end' };
const leadTo = (blueprintId: Uuid): TreeStep[] => [{ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId } }];

describe('content that many strategies name', () => {
  it('is replaced in all of them, in steps of the wanted type, and each that names it gets one version', async () => {
    const [both, other] = [await house.saved([email('a', 'b'), email('b', 'sms'), sms, end]), await house.saved([end])];
    const { replaceStepContentInBlueprints: changed } = await house.ask<{ replaceStepContentInBlueprints: object[] }>(
      `mutation ($clientId: ID!) { replaceStepContentInBlueprints(clientId: $clientId, oldContent: "reminder", newContent: "second", stepType: "sendEmail") { id stepIds } }`,
      {},
    );
    expect(changed).toEqual([{ id: both, stepIds: ['a', 'b'] }]);
    const after = await stepsOf(both);
    expect(after.version).toBe(2);
    expect(after.steps.map((step) => step.stepState.bundleName)).toEqual(['second', 'second', 'reminder', undefined]);
    expect((await stepsOf(other)).version).toBe(1);
  });

  it('is not replaced by what a step cannot have', async () => {
    const target = await house.saved([end]);
    const id = await house.saved(leadTo(target));
    for (const newContent of ['', uuidv7()]) {
      const { errors } = await house.raw(
        'strategy',
        'mutation ($clientId: ID!, $old: String!, $new: String!) { replaceStepContentInBlueprints(clientId: $clientId, oldContent: $old, newContent: $new) { id } }',
        { clientId: house.clientA, old: target, new: newContent },
      );
      expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
    expect(await stepsOf(id)).toMatchObject({ version: 1, steps: [{ stepState: { blueprintId: target } }] });
  });

  it('that is a strategy is replaced by another where steps lead to it', async () => {
    const [old, next] = [await house.saved([end]), await house.saved([end])];
    const id = await house.saved(leadTo(old));
    const { replaceBluePrintIdsByStepContent: changed } = await house.ask<{ replaceBluePrintIdsByStepContent: { id: Uuid }[] }>(
      'mutation ($clientId: ID!, $old: ID!, $next: ID!) { replaceBluePrintIdsByStepContent(clientId: $clientId, blueprintId: $old, replacementBlueprintId: $next) { id } }',
      { old, next },
    );
    expect(changed).toEqual([{ id }]);
    expect(await stepsOf(id)).toMatchObject({ version: 2, steps: [{ stepState: { blueprintId: next } }] });
  });
});

describe('the person a step gives accounts to', () => {
  const fields = 'assignmentId blueprintStepId userId action';
  it('is read, set and taken away by itself, as a new version', async () => {
    const id = await house.saved([{ id: 'give', stepType: 'assignAccount', stepState: {}, down: 'end' }, end]);
    const list = async () =>
      (
        await house.ask<{ getStrategyBlueprintAccountAssignments: object[] }>(
          `query ($clientId: ID!, $id: ID!) { getStrategyBlueprintAccountAssignments(clientId: $clientId, blueprintId: $id) { ${fields} } }`,
          { id },
        )
      ).getStrategyBlueprintAccountAssignments;
    const put = (userId: Uuid, assignmentId = 'give') =>
      house.ask<{ saveStrategyBlueprintAccountAssignment: object }>(
        `mutation ($clientId: ID!, $id: ID!, $step: ID!, $userId: ID!) {
          saveStrategyBlueprintAccountAssignment(clientId: $clientId, blueprintId: $id, assignmentId: $step, userId: $userId) { ${fields} } }`,
        { id, step: assignmentId, userId },
      );
    expect(await list()).toEqual([{ assignmentId: 'give', blueprintStepId: 'give', userId: null, action: null }]);
    expect((await put(house.userA)).saveStrategyBlueprintAccountAssignment).toMatchObject({ userId: house.userA, action: 'CREATE' });
    expect((await stepsOf(id)).version).toBe(2);
    await expect(put(house.userB)).rejects.toThrow(/INVALID_INPUT/);
    await expect(put(house.userA, 'end')).rejects.toThrow(/NOT_FOUND/);
    expect(await list()).toMatchObject([{ userId: house.userA }]);
    const { getAccountAssignments: all } = await house.ask<{ getAccountAssignments: object[] }>(
      'query ($clientId: ID!) { getAccountAssignments(clientId: $clientId) { blueprintId assignmentId description userId } }',
      {},
    );
    expect(all).toEqual([{ blueprintId: id, assignmentId: 'give', description: '', userId: house.userA }]);
    const { deleteStrategyBlueprintAccountAssignment: taken } = await house.ask<{ deleteStrategyBlueprintAccountAssignment: object }>(
      `mutation ($clientId: ID!, $id: ID!) { deleteStrategyBlueprintAccountAssignment(clientId: $clientId, blueprintId: $id, assignmentId: "give") { ${fields} } }`,
      { id },
    );
    expect(taken).toMatchObject({ userId: null, action: 'DELETE' });
    expect(await stepsOf(id)).toMatchObject({ version: 3, steps: [{ stepState: { userId: null } }, {}] });
  });
});

describe('what conditions can ask', () => {
  it("holds the client's own metadata fields with their types", async () => {
    const metaFields = { claim: { tariff: 'STRING', readings: { type: 'number' } }, account: { vip: 'BOOLEAN' } };
    await house.call(
      'backoffice',
      'mutation ($c: ID!, $in: ClientConfigurationInput!) { setClientConfiguration(clientId: $c, clientConfiguration: $in) { revision } }',
      { c: house.clientA, in: { metaFields } },
    );
    const { getConditionalVariablesAndHelperFunctionNames: known, getScoreModels: scores } = await house.ask<{
      getConditionalVariablesAndHelperFunctionNames: {
        variables: { name: string; description: string | null; valueType: string; operations: string[] }[];
        functionDescriptions: { name: string; signature: string; description: string }[];
      };
      getScoreModels: { model: string; description: string }[];
    }>(
      `query ($clientId: ID!) { getConditionalVariablesAndHelperFunctionNames(clientId: $clientId) { variables { name description valueType operations } functions functionDescriptions { name signature description } }
        getScoreModels(clientId: $clientId) { type model description } }`,
      {},
    );
    const types = Object.fromEntries(known.variables.map(({ name, valueType }) => [name, valueType]));
    expect(types).toMatchObject({
      claimBalance: 'CURRENCY',
      'claim.meta.tariff': 'STRING',
      'claim.meta.readings': 'NUMBER',
      'account.meta.vip': 'BOOLEAN',
      claimReference: 'STRING',
      debtorLastName: 'STRING',
      'account.isAssigned': 'BOOLEAN',
    });
    const meanings = Object.fromEntries(known.variables.map(({ name, description }) => [name, description]));
    expect(meanings.daysPastDue).toBe('Days since the claim fell due; negative before the due date');
    expect(meanings['claim.meta.tariff']).toBe(null);
    expect(known.functionDescriptions.find(({ name }) => name === 'bucket')?.description).toMatch(/percentage of claims/);
    for (const { model, description } of scores) expect([types[model], meanings[model]]).toEqual(['NUMBER', description]);
    expect(scores).toHaveLength(3);
  });
});

describe('a starter strategy', () => {
  interface Made {
    readonly id: Uuid;
    readonly displayName: string;
    readonly version: number;
    readonly steps: TreeStep[];
  }
  const create = async (starterId: string, locale?: string) =>
    (
      await house.ask<{ createStarterStrategy: Made }>(
        'mutation ($clientId: ID!, $starterId: ID!, $locale: String) { createStarterStrategy(clientId: $clientId, starterId: $starterId, locale: $locale) { id displayName version steps } }',
        { starterId, locale },
      )
    ).createStarterStrategy;
  interface Bundle {
    readonly displayName: string;
    readonly version: number;
    readonly contentTemplates: { readonly locale: string; readonly subject: string; readonly content: string }[];
  }
  const bundleOf = async ({ stepType, stepState }: TreeStep) =>
    (
      await house.call<{ getTemplateBundleV2: Bundle }>(
        'cms',
        `query ($clientId: ID!, $fileName: String!, $type: ContentTemplateType!) {
          getTemplateBundleV2(clientId: $clientId, fileName: $fileName, contentTemplateType: $type) { displayName version contentTemplates { locale subject content } } }`,
        { clientId: house.clientA, fileName: stepState.bundleName, type: stepType === 'sendEmail' ? 'email' : 'sms' },
      )
    ).getTemplateBundleV2;
  const sends = ({ stepType }: TreeStep) => stepType === 'sendEmail' || stepType === 'sendSMS';

  /** Every way a claim can take: large or small, due or not yet, with a promise that comes on some day or never. */
  function walkedSteps(steps: readonly Step[]): Set<string> {
    const compiled = compile({ blueprintId: 'b', version: 1, steps });
    const met = new Set<string>();
    for (const balance of [5_000n, 500_000n])
      for (const dueDate of [day('2026-04-20'), day('2026-01-10')])
        for (let promisedOn = 0; promisedOn <= 150; promisedOn += 5) {
          const at = (now: Instant) => ({
            ...facts,
            claim: { ...claim, balance, dueDate, externalDueDate: null },
            money: { ...facts.money!, lastSettledPayment: null, promiseDueDate: now >= NOW + promisedOn * DAY ? day('2026-12-01') : null },
          });
          const { stopped, run, traces } = simulate({ run: runOf(compiled), compiled, facts: at, surroundings });
          expect([stopped, run.status, run.reason?.key]).toEqual(['ended', 'completed', 'run.expired']);
          for (const { stepId } of traces) met.add(stepId);
        }
    return met;
  }

  it.each(STARTER_IDS)('%s is saved whole, runs to an end on every way, and sends lawful messages in every language', async (id) => {
    const made = await create(id, 'de-DE');
    expect(validateBlueprint(fromTree(made.steps))).toEqual([]);
    expect(walkedSteps(fromTree(made.steps))).toEqual(new Set(made.steps.map((step) => step.id)));
    const { email: known } = await house.call<{ email: { tag: string }[] }>(
      'cms',
      'query ($clientId: ID!) { email: getPlaceholders(clientId: $clientId, contentTemplateType: email) { tag } }',
      { clientId: house.clientA },
    );
    const tags = new Set(known.map(({ tag }) => tag));
    expect(made.steps.filter(sends).length).toBeGreaterThan(1);
    for (const step of made.steps.filter(sends)) {
      const bundle = await bundleOf(step);
      expect(step.stepState.description).toBe(bundle.displayName);
      expect(bundle.contentTemplates.map(({ locale }) => locale).toSorted()).toEqual([...LOCALES].toSorted());
      for (const { subject, content } of bundle.contentTemplates) {
        const used = [...`${subject} ${content}`.matchAll(/{{ ([\w.]+) }}/g)].map(([, tag]) => tag!);
        expect(used.filter((tag) => !tags.has(tag))).toEqual([]);
        // Who writes, the way to the debtor's own page, where a claim is disputed too, and the way to hear no more.
        expect(used).toEqual(expect.arrayContaining(['account.creditor', 'claim.reference', 'link.pay']));
        expect(step.stepType === 'sendEmail' ? used.includes('link.unsubscribe') : content.includes('STOP')).toBe(true);
      }
    }
  });

  it('is listed in the reader’s language with what it does', async () => {
    const list = async (locale?: string) =>
      (
        await house.ask<{
          getStarterStrategies: { id: string; displayName: string; stepCount: number; days: number; channels: string[] }[];
        }>(
          'query ($clientId: ID!, $locale: String) { getStarterStrategies(clientId: $clientId, locale: $locale) { id displayName description stepCount days channels previewUrl } }',
          { locale },
        )
      ).getStarterStrategies;
    expect(await list('en_US')).toMatchObject([
      { displayName: 'Gentle consumer reminders', days: 38, channels: ['email', 'sms', 'task'] },
      { displayName: 'Business invoices', days: 51, channels: ['email', 'task'] },
      { displayName: 'Missed promises and plans', days: 39 },
      { displayName: 'High balances: call first', days: 32 },
      { displayName: 'Late stage: formal notice', days: 31 },
    ]);
    // Without a language, the client's own.
    await house.inA((tx) => tx.sql("update client set default_locale = 'de_DE' where client_id = $1", [tx.clientId]));
    expect((await list())[0]?.displayName).toBe('Freundliche Erinnerungen für Privatkunden');
    for (const locale of LOCALES) expect(new Set((await list(locale)).map(({ displayName }) => displayName)).size).toBe(5);
  });

  it('is made once until somebody changes it, runs no claim, and leaves messages that are there as they are', async () => {
    const first = await create('formal-notice', 'nl_NL');
    expect((await create('formal-notice', 'nl_NL')).id).toBe(first.id);
    const mail = first.steps.find(({ stepType }) => stepType === 'sendEmail')!;
    const before = await bundleOf(mail);
    await house.saved([end], first.id, { displayName: first.displayName });
    const second = await create('formal-notice', 'nl_NL');
    expect(second).toMatchObject({ displayName: `${first.displayName} 2`, version: 1, steps: first.steps });
    expect(await bundleOf(mail)).toEqual(before);
    const { errors } = await house.raw(
      'strategy',
      'mutation ($clientId: ID!) { createStarterStrategy(clientId: $clientId, starterId: "unheard-of") { id } }',
      { clientId: house.clientA },
    );
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    const runs = await house.inA((tx) => tx.sql('select 1 from strategy_run where client_id = $1', [tx.clientId]));
    expect(runs).toEqual([]);
  });
});
