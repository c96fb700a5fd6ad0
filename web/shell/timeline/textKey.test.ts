import { expect, it } from 'vitest';
import { textKey } from './textKey.ts';

it('tells an assignment as one, also a strategy’s as an earlier release wrote it', () => {
  expect(textKey('accountAssigned', { from: null, userId: 'ada' })).toBe('accountAssigned');
  expect(textKey('accountAssigned', { assigneeUserId: 'ada', previousAssigneeUserId: null })).toBe('accountAssigned');
  expect(textKey('accountAssigned', { from: 'ada', userId: null })).toBe('accountUnassigned');
  expect(textKey('accountAssigned', { assigneeUserId: null, previousAssigneeUserId: 'ada' })).toBe('accountUnassigned');
});

it('tells a condition’s answer, also as an earlier release wrote it; another branch is told as a step', () => {
  const told = (outcome: string) => textKey('strategyStep', { outcome, stepType: 'evaluateIfCondition' });
  expect(['yes', 'right'].map(told)).toEqual(['strategyStepYes', 'strategyStepYes']);
  expect(['no', 'left'].map(told)).toEqual(['strategyStepNo', 'strategyStepNo']);
  expect(told('medium')).toBe('strategyStep');
});
