import { expect, test } from 'vitest';
import { beginEditing, type EditAct, editing } from './editing.ts';
import { changeState, newStep } from './steps.ts';

const wait = newStep('a', 'delay', ['next'], { days: 1 });
const first = beginEditing({ displayName: 'Early', categories: ['Energy'], steps: [wait] });
const after = (...acts: EditAct[]) => acts.reduce(editing, first);
const days = (count: number): EditAct => ({ do: 'edit', steps: changeState([wait], 'a', { days: count }), subject: 'a days' });

test('edits of one field are undone together, and made again', () => {
  const edited = after(days(2), days(23));
  expect(edited.history.present[0]?.stepState).toEqual({ days: 23 });
  const undone = editing(edited, { do: 'undo' });
  expect(undone.history.present).toBe(first.history.present);
  expect(editing(undone, { do: 'redo' }).history.present).toBe(edited.history.present);
});

test('name and categories change without a step in the history', () => {
  const renamed = after({ do: 'rename', displayName: 'Late' }, { do: 'categorise', categories: [] });
  expect(renamed).toEqual({ displayName: 'Late', categories: [], history: first.history });
});

test('a draft that is taken up comes whole, and its steps can be undone', () => {
  const taken = after({ do: 'takeUp', content: { displayName: 'Draft', categories: ['B'], steps: [] } });
  expect(taken).toMatchObject({ displayName: 'Draft', categories: ['B'], history: { present: [] } });
  expect(editing(taken, { do: 'undo' }).history.present).toEqual([wait]);
});
