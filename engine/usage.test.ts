import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepDefinition, stepDefinitions } from './steps.ts';
import { fieldsNaming, namingInstead, type UsageKind } from './usage.ts';

const used = (type: string, state: object, kind: UsageKind, value: string) =>
  fieldsNaming(stepDefinition(type)!, state as Record<string, unknown>, { kind, value });

describe('what a step names', () => {
  it('is told by kind: the same text elsewhere in the step is not it', () => {
    expect(used('sendEmail', { bundleName: 'reminder' }, 'email', 'reminder')).toEqual(['bundleName']);
    expect(used('sendEmail', { bundleName: 'reminder' }, 'sms', 'reminder')).toEqual([]);
    expect(used('createCaseManagementTask', { topicId: 'calls', note: 'calls', tags: ['calls'] }, 'topic', 'calls')).toEqual(['topicId']);
    expect(used('sendClientEmail', { userIds: ['a', 'b'] }, 'user', 'b')).toEqual(['userIds']);
  });

  it('is content of the type that the step chose, and what goes in its place', () => {
    const state = { contentType: 'message', bundleName: 'hello', fallback: 'hello' };
    expect(used('sendMessage', state, 'message', 'hello')).toEqual(['bundleName']);
    expect(used('sendMessage', state, 'whatsapp', 'hello')).toEqual([]);
    expect(used('sendMessage', state, 'sms', 'hello')).toEqual(['fallback']);
    expect(used('placeCall', { bundleName: 'hello' }, 'call', 'hello')).toEqual(['bundleName']);
  });

  it('does not count a field that is not shown', () => {
    const waiting = (messageTypes: string[]) => used('waitForEvent', { messageTypes, trigger: 'court' }, 'trigger', 'court');
    expect(waiting(['customTriggerFired'])).toEqual(['trigger']);
    expect(waiting(['linkClicked'])).toEqual([]);
  });

  it('has metadata fields where they are written, asked for and mentioned', () => {
    const tariff = (type: string, state: object) => used(type, state, 'metadata', 'claim.meta.tariff');
    expect(tariff('setClaimMetaFields', { values: { tariff: 'A' } })).toEqual(['values']);
    expect(tariff('setAccountMetaField', { field: 'tariff', value: 'A' })).toEqual([]);
    expect(used('setAccountMetaField', { field: 'vip', value: true }, 'metadata', 'account.meta.vip')).toEqual(['field']);
    expect(tariff('setValues', { values: { tariff: 'A' } })).toEqual([]);
    expect(tariff('evaluateIfCondition', { conditions: [{ variable: 'claim.meta.tariff' }] })).toEqual(['conditions']);
    expect(tariff('evaluateCompoundIfCondition', { groups: [{ conditions: [{ variable: 'claim.meta.tariff' }] }] })).toEqual(['groups']);
    expect(tariff('evaluateIfCondition', { mode: 'advanced', expression: 'claim.meta["tariff"] == "A"' })).toEqual(['expression']);
    expect(tariff('evaluateIfCondition', { mode: 'advanced', expression: 'claim.meta.tariffs == "A"' })).toEqual([]);
    expect(tariff('sendClientEmail', { subject: 'Tariff {{ claim.meta.tariff }}', text: '' })).toEqual(['subject']);
    expect(tariff('evaluateCode', { code: 'return claim.meta.tariff === "A";' })).toEqual(['code']);
  });
});

describe('a step that names something else instead', () => {
  it('keeps everything but what was said of the former thing', () => {
    const tree = stepDefinition('executeDecisionTree')!;
    expect(namingInstead(tree, { treeId: 'a', version: 3, outcomeName: 'way' }, ['treeId'], 'a', 'b')).toEqual({
      treeId: 'b',
      outcomeName: 'way',
    });
    expect(namingInstead(stepDefinition('sendClientEmail')!, { userIds: ['a', 'b'] }, ['userIds'], 'a', 'b')).toEqual({ userIds: ['b'] });
  });

  it('adds up percentages of a partner who takes another one’s place', () => {
    const split = stepDefinition('ADVANCED_OUTSOURCE_CLAIM')!;
    const shares = (parts: Record<string, number>) => ({
      partnerAllocations: Object.entries(parts).map(([partnerId, percentage]) => ({ partnerId, percentage })),
    });
    const state = shares({ a: 33.33, b: 33.33, c: 33.34 });
    expect(used('ADVANCED_OUTSOURCE_CLAIM', state, 'partner', 'b')).toEqual(['partnerAllocations']);
    expect(namingInstead(split, state, ['partnerAllocations'], 'b', 'a')).toEqual(shares({ a: 66.66, c: 33.34 }));
    expect(used('outsourceClaim', { partnerId: 'b' }, 'partner', 'b')).toEqual(['partnerId']);
  });

  it('names it in the same fields, and the former thing nowhere, whatever its type', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stepDefinitions),
        fc.constantFrom<UsageKind>('email', 'sms', 'whatsapp', 'call', 'topic', 'user', 'strategy', 'tree', 'partner'),
        (step, kind) => {
          const state = Object.fromEntries(Object.keys(step.layout).map((name) => [name, 'old']));
          const fields = fieldsNaming(step, state, { kind, value: 'old' });
          const after = namingInstead(step, state, fields, 'old', 'new');
          expect(fieldsNaming(step, after, { kind, value: 'new' })).toEqual(fields);
          expect(fieldsNaming(step, after, { kind, value: 'old' })).toEqual([]);
        },
      ),
    );
  });
});
