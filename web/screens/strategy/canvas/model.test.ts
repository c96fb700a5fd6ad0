import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateBlueprint } from '../../../../engine/blueprint.ts';
import { flatten, treeOf } from '../../../../engine/graph/graph.ts';
import { type TreeStep, toTree } from '../../../../engine/graph/tree.ts';
import type { Step } from '../../../../engine/types.ts';
import { draw } from '../../../canvas/drawing.ts';
import {
  countChanges,
  deleteNode,
  disconnected,
  goneWith,
  insertNode,
  keptBranch,
  moveNode,
  needsQuestion,
  normalise,
  type Slot,
  START,
  sameSteps,
  slotOf,
  slots,
  subtree,
} from '../../../canvas/model.ts';
import { type Arrow, neighbour } from '../../../canvas/neighbour.ts';
import { begin, type History, record, redo, undo } from '../../../ui/undo.ts';
import { changeState, newStep, opened, type Steps } from './steps.ts';

const wait = (id: string) => newStep(id, 'delay', ['next'], { days: 1, hours: 0, minutes: 0, workingDays: false });
const question = (id: string) =>
  newStep(id, 'evaluateIfCondition', ['no', 'yes'], {
    mode: 'easy',
    matchType: 'every',
    conditions: [{ variable: 'daysPastDue', operation: '>', value: 3 }],
    expression: '',
  });
const end = (id: string) => newStep(id, 'expired', [], { description: '' });
const MAKE = { wait, question, end };

type Edit =
  | { readonly do: 'insert'; readonly kind: keyof typeof MAKE; readonly slot: number }
  | { readonly do: 'delete'; readonly step: number; readonly keep: 'no' | 'yes' | null }
  | { readonly do: 'move'; readonly step: number; readonly slot: number }
  | { readonly do: 'change'; readonly step: number; readonly text: string };

const edits = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('insert' as const), kind: fc.constantFrom('wait', 'question', 'end'), slot: fc.nat() }),
    },
    fc.record({ do: fc.constant('delete' as const), step: fc.nat(), keep: fc.constantFrom('no', 'yes', null) }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), step: fc.nat(), slot: fc.nat() }) },
    fc.record({ do: fc.constant('change' as const), step: fc.nat(), text: fc.string({ maxLength: 5 }) }),
  ),
  { maxLength: 25 },
) as fc.Arbitrary<Edit[]>;

function apply(steps: Steps, edit: Edit, id: string): Steps {
  const places = slots(steps);
  const step = steps[('step' in edit ? edit.step : 0) % Math.max(1, steps.length)];
  if (edit.do === 'insert') return insertNode(steps, places[edit.slot % places.length]!, MAKE[edit.kind](id)) ?? steps;
  if (!step) return steps;
  if (edit.do === 'delete') return deleteNode(steps, step.id, edit.keep);
  if (edit.do === 'move') return moveNode(steps, step.id, places[edit.slot % places.length]!) ?? steps;
  return changeState(steps, step.id, { ...step.stepState, description: edit.text });
}

const run = (list: readonly Edit[]) => list.reduce<Steps>((steps, edit, index) => apply(steps, edit, `s${index}`), []);
const errors = (steps: Steps) => validateBlueprint(steps).filter(({ severity }) => severity === 'error');
const ids = (steps: Steps) => steps.map((step) => step.id);

describe('edits of the canvas', () => {
  test('every edit keeps a valid tree that comes back from its saved form', () => {
    fc.assert(
      fc.property(edits, (list) => {
        let steps: Steps = [];
        list.forEach((edit, index) => {
          steps = apply(steps, edit, `s${index}`);
          expect(errors(steps)).toEqual([]);
          expect(disconnected(steps)).toEqual([]);
          const saved = JSON.parse(JSON.stringify(toTree(steps))) as TreeStep[];
          expect(opened(saved)).toEqual(steps);
          expect(flatten(treeOf(steps))).toEqual(steps);
        });
      }),
      { numRuns: 150 },
    );
  });

  test('a move neither loses nor adds a step, and only the moved ones change their place', () => {
    fc.assert(
      fc.property(edits, fc.nat(), fc.nat(), (list, which, where) => {
        const steps = run(list);
        const step = steps[which % Math.max(1, steps.length)];
        const places = slots(steps);
        const moved = step && moveNode(steps, step.id, places[where % places.length]!);
        if (!moved) return;
        expect(ids(moved).toSorted()).toEqual(ids(steps).toSorted());
        expect(errors(moved)).toEqual([]);
        expect(sameSteps(steps, moved)).toBe(false);
        expect(countChanges(steps, moved)).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  test('undo and redo walk the same way back and forth', () => {
    fc.assert(
      fc.property(edits, (list) => {
        let history: History<readonly Step[]> = begin([]);
        list.forEach((edit, index) => {
          history = record(history, apply(history.present, edit, `s${index}`));
        });
        const last = history.present;
        let back = history;
        while (back.past.length > 0) back = undo(back);
        expect(back.present).toEqual([]);
        let forth = back;
        while (forth.future.length > 0) forth = redo(forth);
        expect(forth.present).toBe(last);
        expect(undo(back)).toBe(back);
      }),
    );
  });

  test('edits of one field are one edit, those of another are not', () => {
    let history: History<readonly Step[]> = begin([wait('a')]);
    for (const text of ['x', 'xy', 'xyz'])
      history = record(history, changeState(history.present, 'a', { description: text }), 'a.description');
    history = record(history, changeState(history.present, 'a', { description: 'xyz', days: 2 }), 'a.days');
    expect(history.past.length).toBe(2);
    expect(undo(history).present[0]?.stepState).toEqual({ description: 'xyz' });
  });
});

describe('where steps go', () => {
  const below = (after: string, output = 'next'): Slot => ({ after, output });
  const chain = insertNode(insertNode([wait('a')], below('a'), wait('b'))!, below('b'), wait('c'))!;
  const branched = insertNode(insertNode(chain, below('a'), question('q'))!, below('q', 'no'), wait('n'))!;

  test('what hung at the place follows the new step, on the yes branch of a question', () => {
    expect(ids(chain)).toEqual(['a', 'b', 'c']);
    expect(slotOf(branched, 'b')).toEqual(below('q', 'yes'));
    expect(slotOf(branched, 'n')).toEqual(below('q', 'no'));
  });

  test('a step that ends the path goes to open ends only', () => {
    expect(insertNode(chain, below('a'), end('e'))).toBe(null);
    expect(ids(insertNode(chain, below('c'), end('e'))!)).toEqual(['a', 'b', 'c', 'e']);
    const ended = insertNode(chain, below('c'), end('e'))!;
    expect(moveNode(ended, 'e', below('a'))).toBe(null);
  });

  test('deleting a question keeps the branch that was named, or none', () => {
    expect(ids(deleteNode(branched, 'q', 'yes'))).toEqual(['a', 'b', 'c']);
    expect(ids(deleteNode(branched, 'q', 'no'))).toEqual(['a', 'n']);
    expect(ids(deleteNode(branched, 'q', null))).toEqual(['a']);
    expect(subtree(branched, 'q').toSorted()).toEqual(['b', 'c', 'n', 'q']);
  });

  test('a step with three outputs is edited like one with two', () => {
    const sorted = insertNode(chain, below('a'), newStep('s', 'sort', ['small', 'medium', 'large'], {}))!;
    expect(slotOf(sorted, 'b')).toEqual(below('s', 'large'));
    expect(slots(sorted)).toEqual([
      START,
      below('a'),
      ...['small', 'medium', 'large'].map((output) => below('s', output)),
      below('b'),
      below('c'),
    ]);
    const full = insertNode(insertNode(sorted, below('s', 'medium'), wait('m'))!, below('s', 'small'), wait('l'))!;
    const sort = full.find(({ id }) => id === 's')!;
    expect([needsQuestion(sort), keptBranch(sort)]).toEqual([true, 'large']);
    expect(goneWith(full, sort, 'medium').toSorted()).toEqual(['b', 'c', 'l', 's']);
    expect(ids(deleteNode(full, 's', 'medium'))).toEqual(['a', 'm']);
    expect(countChanges(full, moveNode(full, 'm', below('c'))!)).toBe(1);
    const drawing = draw(full, () => '');
    expect(drawing.edges.flatMap(({ branch, to }) => (branch ? [[branch, to]] : []))).toEqual([
      ['small', 'l'],
      ['medium', 'm'],
      ['large', 'b'],
    ]);
    const to = (arrow: Arrow) => neighbour(full, drawing, 's', arrow);
    expect([to('ArrowLeft'), to('ArrowDown'), to('ArrowRight'), to('ArrowUp')]).toEqual(['l', 'm', 'b', 'a']);
  });

  test('deleting the first step makes the next one the first; deleting the last one empties the strategy', () => {
    expect(slotOf(deleteNode(chain, 'a'), 'b')).toEqual(START);
    expect(deleteNode([wait('a')], 'a')).toEqual([]);
  });

  test('a step does not move into itself or to where it is', () => {
    expect(moveNode(branched, 'q', below('n'))).toBe(null);
    expect(moveNode(branched, 'b', below('q', 'yes'))).toBe(null);
    expect(moveNode(chain, 'b', below('b'))).toBe(null);
    expect(ids(moveNode(chain, 'a', below('c'))!)).toEqual(['b', 'c', 'a']);
    expect(ids(moveNode(chain, 'c', START)!)).toEqual(['c', 'a', 'b']);
  });

  test('disconnected steps stay, count as a change, and can be connected', () => {
    const loose = [...chain, wait('x')];
    expect(disconnected(loose)).toEqual(['x']);
    expect(ids(normalise(loose))).toEqual(['a', 'b', 'c', 'x']);
    expect(ids(moveNode(loose, 'x', below('a'))!)).toEqual(['a', 'x', 'b', 'c']);
    expect(ids(deleteNode(loose, 'x'))).toEqual(['a', 'b', 'c']);
  });

  test('changes are counted per step, whatever order the keys of a state have', () => {
    const swapped = chain.map((step) => ({ ...step, stepState: Object.fromEntries(Object.entries(step.stepState).reverse()) }));
    expect(countChanges(chain, swapped)).toBe(0);
    expect(countChanges(chain, deleteNode(chain, 'b'))).toBe(1);
    expect(countChanges(chain, moveNode(chain, 'a', below('c'))!)).toBe(1);
    expect(countChanges(chain, insertNode(changeState(chain, 'a', { days: 9 }), below('b'), wait('d'))!)).toBe(2);
    const other = moveNode(branched, 'n', below('q', 'yes'))!;
    expect(countChanges(branched, other)).toBe(1);
  });
});
