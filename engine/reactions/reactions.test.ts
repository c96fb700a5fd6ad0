/** Rules that answer events: what they match, what is wrong with them, and what they do. */
import { describe, expect, it } from 'vitest';
import { AWAITED_EVENTS } from '../../core/events/awaited.ts';
import { EVENTS } from '../../core/events/events.ts';
import type { Surroundings } from '../advance.ts';
import type { CodeAnswer } from '../codeCall.ts';
import { stepDefinitions } from '../steps.ts';
import { claim, facts, gateFacts, surroundings } from '../testing.ts';
import { treeKey } from '../trees/ref.ts';
import { compileRule } from './compile.ts';
import { type ActingClaim, actsOn, advanceClaim, reactedOf } from './decide.ts';
import { fieldsOf, RULE_FIELDS, SAID_IN } from './fields.ts';
import { differs } from './matches.ts';
import { type Rule, ruleSchema } from './rule.ts';
import { reactionStep } from './steps.ts';

const mail = { id: 'mail', type: 'sendEmail', parameters: { bundleName: 'thanks' } };
const task = { id: 'task', type: 'createCaseManagementTask', parameters: { topicId: 'review' } };
const flag = { id: 'flag', type: 'setClaimMetaFields', parameters: { values: { asked: true } } };
const stop = { id: 'stop', type: 'stopRun', parameters: {} };
const ruleOf = (more: object): Rule => ruleSchema.parse({ messageType: 'paymentSettled', reactions: [mail], ...more });
function decide(rule: Rule, claims = [{ externalClaimRef: 'C-1', facts }], more: Partial<Surroundings> = {}) {
  const compiled = compileRule('r', rule);
  const acting = actsOn(compiled, 'r:e', claims, { ...surroundings, ...more });
  if ('refused' in acting) return acting;
  return reactedOf(
    acting,
    acting.map((claim) => advanceClaim(compiled, claim, { ...surroundings, ...more })),
  );
}

describe('a rule', () => {
  it('names all that is wrong with it at once', () => {
    const { error } = ruleSchema.safeParse({ messageType: 'claimImported', triggerName: 'x', daysBeforeDueDate: -1, reactions: [] });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'daysBeforeDueDate',
      'reactions',
      'messageType',
      'triggerName',
      'daysBeforeDueDate',
    ]);
    const later = ruleSchema.safeParse({ messageType: 'claimImported', triggerName: 'x', reactions: [mail, mail] });
    expect(later.error?.issues.map(({ path }) => path.join('.'))).toEqual(['messageType', 'triggerName', 'reactions']);
    const steps = [
      { id: 'a', type: 'delay', parameters: {} },
      { id: 'b', type: 'evaluateIfCondition', parameters: {} },
      { id: 'c', type: 'sendEmail', parameters: {} },
    ];
    const condition = { mode: 'advanced', expression: 'claimBalance >' };
    expect(compileRule('r', ruleOf({ condition, reactions: steps })).problems.map(({ path, why }) => [path, why.key])).toEqual([
      ['condition', 'condition.expressionEnds'],
      ['reactions.0', 'step.unknownType'],
      ['reactions.1', 'step.unknownType'],
      ['reactions.2', 'step.invalidState'],
    ]);
  });

  it('offers no step that waits, branches or is about a run', () => {
    const offered = stepDefinitions.filter(({ type }) => reactionStep(type)).map(({ type }) => type);
    for (const type of ['setClaimMetaFields', 'chargeRecurringPaymentMandate', 'createWorkflow']) expect(offered).toContain(type);
    for (const type of ['evaluateCode', 'executeDecisionTree', 'setValues']) expect(offered).toContain(type);
    for (const type of ['delay', 'waitForEvent', 'checkpoint', 'insertStrategySteps', 'evaluateIfCondition', 'expired'])
      expect(offered).not.toContain(type);
  });

  it('offers for each kind of event the fields that it says', () => {
    for (const messageType of AWAITED_EVENTS) {
      const said = EVENTS[messageType].payload;
      for (const field of fieldsOf(messageType)) {
        const names = field === 'contactOutcome' ? ['category'] : SAID_IN[field];
        expect(
          names.some((name) => name in said),
          `${messageType}.${field}`,
        ).toBe(true);
      }
    }
    expect(RULE_FIELDS.filter((field) => !AWAITED_EVENTS.some((type) => fieldsOf(type).includes(field)))).toEqual([]);
  });
});

describe('an event', () => {
  const event = { messageType: 'paymentSettled', payload: { providerName: 'stripe', method: 'card' } };
  it.each([
    [{}, null],
    [{ providerName: 'stripe', paymentMethod: 'card' }, null],
    [{ messageType: 'paymentDeclined' }, { key: 'reaction.otherEvent', values: { event: 'paymentDeclined', actual: 'paymentSettled' } }],
    [
      { providerName: 'bank', paymentMethod: 'x' },
      { key: 'reaction.otherProvider', values: { wanted: 'bank', actual: 'stripe' } },
    ],
    [{ paymentMethod: 'sepa' }, { key: 'reaction.otherMethod', values: { wanted: 'sepa', actual: 'card' } }],
  ])('is compared field by field: %j', (more, expected) => {
    expect(differs(ruleOf(more), event)).toEqual(expected);
  });

  it('of an outcome is compared by category and resolution, of a date by days', () => {
    const outcome = ruleOf({ messageType: 'communicationResolved', contactOutcome: { category: 'reached', resolution: 'refusal' } });
    const resolved = (resolution: string) => ({ messageType: 'communicationResolved', payload: { category: 'reached', resolution } });
    expect(differs(outcome, resolved('refusal'))).toBe(null);
    expect(differs(outcome, resolved('callBack'))?.key).toBe('reaction.otherOutcome');
    const due = ruleOf({ messageType: 'promiseDue', daysBeforeDueDate: 3 });
    expect(differs(due, { messageType: 'promiseDue', payload: { daysBefore: 2 } })?.values).toEqual({ wanted: 3, actual: '2' });
  });
});

describe('what a rule does', () => {
  it('is its steps in order, on a resolved claim too', () => {
    const resolved = { ...facts, claim: { ...claim, status: 'resolved' } };
    const done = decide(ruleOf({ reactions: [flag, stop, task] }), [{ externalClaimRef: 'C-1', facts: resolved }]);
    expect(done).toMatchObject({
      why: null,
      effects: [
        { effect: { kind: 'setMeta' } },
        { effect: { kind: 'controlStrategy', command: 'stop' } },
        { effect: { kind: 'createTask' } },
      ],
      steps: [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }],
    });
  });

  it('happens once for the account, and on each claim what is of the claim', () => {
    const claims = ['C-0', 'C-1'].map((externalClaimRef) => ({ externalClaimRef, facts }));
    const done = decide(ruleOf({ reactions: [mail, flag, task] }), claims);
    expect('effects' in done && done.effects.map(({ externalClaimRef, effect }) => [externalClaimRef, effect.kind])).toEqual([
      ['C-0', 'sendCommunication'],
      ['C-0', 'setMeta'],
      ['C-0', 'createTask'],
      ['C-1', 'setMeta'],
    ]);
  });

  it('is judged by the gate: a contact that is put off is queued, one that is refused is left out, and the rest is done', () => {
    const rules = { ...gateFacts.rules, capPerDay: 0 };
    const refused = { ...facts, gate: { ...gateFacts, optedOut: ['email' as const] } };
    const deferred = {
      ...facts,
      gate: {
        ...gateFacts,
        claimDisputed: false,
        activePromise: true,
        promiseDueDate: claim.dueDate && surroundings.now ? ('2026-03-20' as never) : null,
      },
    };
    const kinds = (known: typeof facts) => {
      const done = decide(ruleOf({ reactions: [mail, task] }), [{ externalClaimRef: 'C-1', facts: known }]);
      return 'effects' in done && [done.effects.map(({ effect }) => effect.kind), done.steps.map(({ outcome, rule }) => [outcome, rule])];
    };
    expect(kinds(refused)).toEqual([
      ['createTask'],
      [
        ['denied', 'optOut'],
        ['done', undefined],
      ],
    ]);
    expect(kinds({ ...facts, gate: { ...gateFacts, rules } })).toEqual([
      ['createTask'],
      [
        ['denied', 'capDay'],
        ['done', undefined],
      ],
    ]);
    expect(kinds(deferred)).toEqual([
      ['sendCommunication', 'createTask'],
      [
        ['deferred', 'promise'],
        ['done', undefined],
      ],
    ]);
  });

  it('goes on with the next step however one comes out', () => {
    const charge = { id: 'charge', type: 'chargeRecurringPaymentMandate', parameters: {} };
    expect(decide(ruleOf({ reactions: [charge, task] }))).toMatchObject({
      effects: [{ effect: { kind: 'createTask' } }],
      steps: [{ outcome: 'none' }, { outcome: 'done' }],
    });
  });

  const code = { id: 'code', type: 'evaluateCode', parameters: { code: 'return true' } };
  const answers = (of: Readonly<Record<string, CodeAnswer>>) => ({
    answers: new Map(Object.entries(of).map(([ref, answer]) => [`r:e:${ref}:code:0`, answer])),
  });

  it('asks code before anything it does, always with the same seed', () => {
    const compiled = compileRule('r', ruleOf({ reactions: [code, task] }));
    const [claimed] = actsOn(compiled, 'r:e', [{ externalClaimRef: 'C-1', facts }], surroundings) as readonly ActingClaim[];
    const { call, effects } = advanceClaim(compiled, claimed!, surroundings);
    expect([call?.seed, effects]).toEqual(['r:e:C-1:code:0', []]);
  });

  it('ends where code says no, or fails, for that claim; the next one does what the account still waits for', () => {
    const claims = ['C-0', 'C-1', 'C-2', 'C-3'].map((externalClaimRef) => ({ externalClaimRef, facts }));
    const told = answers({
      'C-0': { yes: false, values: {} },
      'C-1': { yes: true, values: { offer: 12 } },
      'C-2': { error: 'x is not defined', line: 1, column: 8 },
      'C-3': { yes: true, values: {} },
    });
    expect(decide(ruleOf({ reactions: [code, mail, flag] }), claims, told)).toEqual({
      why: null,
      effects: [
        { stepId: 'mail', externalClaimRef: 'C-1', effect: expect.objectContaining({ kind: 'sendCommunication' }), values: { offer: 12 } },
        { stepId: 'flag', externalClaimRef: 'C-1', effect: expect.objectContaining({ kind: 'setMeta' }), values: { offer: 12 } },
        { stepId: 'flag', externalClaimRef: 'C-3', effect: expect.objectContaining({ kind: 'setMeta' }) },
      ],
      steps: [
        { stepId: 'code', stepType: 'evaluateCode', outcome: 'no', why: { key: 'step.codeNo' } },
        expect.objectContaining({ stepId: 'mail', outcome: 'done', claimRef: 'C-1' }),
        expect.objectContaining({ stepId: 'flag', outcome: 'done', claimRef: 'C-1' }),
        expect.objectContaining({
          stepId: 'code',
          outcome: 'failed',
          why: expect.objectContaining({ key: 'step.codeFailed' }),
          claimRef: 'C-2',
        }),
      ],
    });
  });

  it('hands values on to later steps, from a decision tree too, and ends where the tree has no leaf', () => {
    const treeId = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e01';
    const tree = { id: 'tree', type: 'executeDecisionTree', parameters: { treeId, outcomeName: 'tone' } };
    const set = { id: 'set', type: 'setValues', parameters: { values: { limit: 3 } } };
    const why = { key: 'condition.true' };
    const treeWith = (leaf: string | null) => ({
      trees: new Map([
        [treeKey({ treeId, version: null }), { problem: null, decide: () => ({ leaf, outcome: leaf && 'firm', values: {}, why }) }],
      ]),
    });
    const rule = ruleOf({ reactions: [set, tree, mail] });
    expect(decide(rule, undefined, treeWith('a'))).toMatchObject({ effects: [{ values: { limit: 3, tone: 'firm' } }] });
    const none = { effects: [], steps: [{ outcome: 'done' }, { outcome: 'noLeaf', why }] };
    expect(decide(rule, undefined, treeWith(null))).toMatchObject(none);
    expect(decide(rule)).toMatchObject({
      effects: [],
      steps: [{ outcome: 'done' }, { outcome: 'failed', why: { key: 'step.treeMissing' } }],
    });
  });

  it('begins what a step of a strategy would wait for, and goes on', () => {
    const workflow = {
      id: 'flow',
      type: 'createWorkflow',
      parameters: { workflowBlueprintId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e01', waits: true },
    };
    expect(decide(ruleOf({ reactions: [workflow, task] }))).toMatchObject({
      effects: [{ effect: { kind: 'startWorkflow' } }, { effect: { kind: 'createTask' } }],
      steps: [{ outcome: 'done' }, { outcome: 'done' }],
    });
  });

  it('needs its condition: blocks, an expression, or a metadata field of the claim or its account', () => {
    const condition = (expression: string) => ({ mode: 'advanced', expression });
    expect(decide(ruleOf({ condition: condition('claimBalance > money("1.00", "EUR")') }))).toMatchObject({
      why: { key: 'condition.expressionTrue' },
    });
    expect(decide(ruleOf({ condition: condition('claimBalance < money("1.00", "EUR")') }))).toMatchObject({
      refused: { key: 'condition.expressionFalse' },
    });
    const meta = (metafield: string, metavalue: unknown) => ruleOf({ condition: { metafield, operation: '=', metavalue } });
    expect(decide(meta('visits', 3))).toMatchObject({ why: { key: 'condition.true' } });
    expect(decide(meta('visits', 4))).toHaveProperty('refused');
  });
});
