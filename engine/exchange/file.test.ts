import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateBlueprint } from '../blueprint.ts';
import { stepsOf } from '../testing.ts';
import { type Names, readFile, takeIn, writeFile } from './file.ts';

const NONE: Names = { strategy: new Map(), tree: new Map(), workflow: new Map(), topic: new Map(), user: new Map(), bundle: new Map() };
const id = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;
const counter = () => {
  let last = 0;
  return () => `new-${++last}`;
};

const steps = stepsOf(
  ['task', 'createCaseManagementTask', { topicId: 'billing', assigneeUserId: id(1), note: 'Call' }],
  ['if', 'evaluateIfCondition', { mode: 'advanced', expression: 'claimBalance > money(1, "EUR")' }, { no: 'end', yes: 'mail' }],
  ['mail', 'sendClientEmail', { userIds: [id(1), id(2)], emails: [], subject: 'S', text: 'T' }, { next: 'switch' }],
  ['switch', 'replaceStrategySteps', { blueprintId: id(3) }, {}],
  ['end', 'expired', {}, {}],
);
const ours: Names = {
  ...NONE,
  topic: new Map([['billing', 'Billing questions']]),
  user: new Map([
    [id(1), 'Ada'],
    [id(2), 'Ben'],
  ]),
  strategy: new Map([[id(3), 'Late stage']]),
};

test('steps point at what is called the same elsewhere, and at nothing where nothing is', () => {
  const read = readFile(writeFile({ displayName: 'First', categories: ['b2c'], steps }, ours));
  if (!('file' in read)) throw new Error(read.refusal);
  const theirs: Names = { ...NONE, topic: new Map([['t-9', 'billing QUESTIONS']]), user: new Map([['u-9', 'Ben']]) };
  const taken = takeIn(read.file, theirs, counter());
  expect(taken.unknown).toEqual([
    { kind: 'user', name: 'Ada' },
    { kind: 'strategy', name: 'Late stage' },
  ]);
  expect(taken.steps.map(({ id: own, stepState, outputs }) => [own, stepState, outputs])).toMatchObject([
    ['new-1', { topicId: 't-9', assigneeUserId: null, note: 'Call' }, { next: 'new-2' }],
    ['new-2', {}, { no: 'new-5', yes: 'new-3' }],
    ['new-3', { userIds: ['u-9'] }, { next: 'new-4' }],
    ['new-4', { blueprintId: null }, {}],
    ['new-5', {}, {}],
  ]);
  expect(read.file).toMatchObject({ displayName: 'First', categories: ['b2c'] });
});

test('the same client takes its own file in unchanged but for the ids of steps', () => {
  const read = readFile(writeFile({ displayName: '', categories: [], steps }, ours));
  if (!('file' in read)) throw new Error(read.refusal);
  const taken = takeIn(read.file, ours, counter());
  expect(taken).toMatchObject({ unknown: [], standIns: [] });
  expect(taken.steps.map(({ stepState }) => stepState)).toEqual(steps.map(({ stepState }) => stepState));
});

test('a type of step that the product does not have becomes a stand-in, and goes on where it led', () => {
  const text = JSON.stringify({
    format: 'quittance.strategy',
    version: 1,
    steps: [
      { id: 'a', stepType: 'sendPigeon', stepState: { bird: 'Ada' }, down: 'b' },
      { id: 'b', stepType: 'expired', stepState: {} },
    ],
  });
  const read = readFile(text);
  if (!('file' in read)) throw new Error(read.refusal);
  const taken = takeIn(read.file, NONE, counter());
  expect(taken.standIns).toEqual(['sendPigeon']);
  expect(taken.steps[0]).toMatchObject({ stepType: 'dummy', stepState: { mask: 'sendPigeon' }, outputs: { next: 'new-2' } });
  expect(validateBlueprint(taken.steps).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each([
  ['tooLong', ' '.repeat(5 * 2 ** 20 + 1)],
  ['noJson', '{"format":'],
  ['otherFormat', '{"format":"something.else"}'],
  ['otherFormat', '[]'],
  ['otherFormat', 'null'],
  [
    'tooDeep',
    `{"format":"quittance.strategy","version":1,"steps":[{"id":"a","stepType":"expired","stepState":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}]}`,
  ],
  ['wrongSteps', '{"format":"quittance.strategy","version":1,"steps":[]}'],
  ['wrongSteps', '{"format":"quittance.strategy","version":1,"steps":[{"id":1}]}'],
  ['wrongSteps', '{"format":"quittance.strategy","version":9,"steps":[{"id":"a","stepType":"expired","stepState":{}}]}'],
] as const)('%s: refused', (refusal, text) => {
  expect(readFile(text)).toEqual({ refusal });
});

test('whatever a file says, it is refused or taken in, and what is wrong with its steps is found before saving', () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    stepType: fc.constantFrom('expired', 'delay', 'evaluateIfCondition', 'unheardOf', '__proto__', 'constructor'),
    stepState: fc.dictionary(fc.string(), fc.jsonValue()),
    down: fc.constantFrom('a', 'b', 'c', 'nowhere', null),
    outputs: fc.dictionary(fc.string({ maxLength: 5 }), fc.constantFrom('a', null)),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), fc.jsonValue(), (given, names) => {
      const read = readFile(JSON.stringify({ format: 'quittance.strategy', version: 1, steps: given, names }));
      if ('file' in read) validateBlueprint(takeIn(read.file, NONE, counter()).steps);
    }),
    { numRuns: 500 },
  );
});
