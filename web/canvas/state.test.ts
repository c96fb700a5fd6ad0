import { expect, test } from 'vitest';
import { type CanvasAct, type CanvasState, canvasState, RESTING, selectionOf } from './state.ts';

const after = (...acts: CanvasAct[]): CanvasState => acts.reduce(canvasState, RESTING);
const slot = { after: 'a', output: 'next' };

test('selecting takes the mark from a place; opening shows the panel too', () => {
  expect(after({ do: 'choose', slot }, { do: 'select', id: 'b' })).toEqual({ ...RESTING, selected: 'b' });
  expect(after({ do: 'choose', slot }, { do: 'open', id: 'b' })).toEqual({ ...RESTING, selected: 'b', panelOpen: true });
});

test('a place is marked once and unmarked again, and what was open makes room for the palette', () => {
  const marked = after({ do: 'open', id: 'a' }, { do: 'palette', open: false }, { do: 'choose', slot });
  expect(marked).toEqual({ ...RESTING, chosen: slot });
  expect(canvasState(marked, { do: 'choose', slot: { ...slot } }).chosen).toBe(null);
  expect(canvasState(marked, { do: 'choose', slot: { after: 'a', output: 'yes' } }).chosen).toEqual({ after: 'a', output: 'yes' });
});

test('giving up closes the innermost thing: the panel, then the mark, then the selection', () => {
  const open = after({ do: 'open', id: 'a' });
  const closed = canvasState(open, { do: 'giveUp', panel: true });
  expect(closed).toEqual({ ...RESTING, selected: 'a' });
  expect(canvasState(closed, { do: 'giveUp', panel: false })).toEqual(RESTING);
  expect(canvasState(after({ do: 'choose', slot }), { do: 'giveUp', panel: false })).toEqual(RESTING);
});

test('a deleted node hands its selection on, asked about or not; a kept one keeps it', () => {
  const asked = after({ do: 'open', id: 'a' }, { do: 'askDelete', ids: ['a'] });
  expect(asked.deleting).toEqual(['a']);
  expect(canvasState(asked, { do: 'askDelete', ids: [] })).toEqual({ ...RESTING, selected: 'a', panelOpen: true });
  expect(canvasState(asked, { do: 'deleted', next: 'b' })).toEqual({ ...RESTING, selected: 'b' });
});

test('the palette that is opened closes the panel, and leaving lets go of everything', () => {
  const open = after({ do: 'open', id: 'a' });
  expect(canvasState(open, { do: 'palette', open: true })).toEqual({ ...RESTING, selected: 'a' });
  expect(canvasState(open, { do: 'palette', open: false })).toEqual({ ...open, palette: false });
  expect(canvasState(open, { do: 'leave' })).toEqual(RESTING);
});

test('a node is added to the selection and taken out of it; the panel of one closes for several', () => {
  const two = after({ do: 'open', id: 'a' }, { do: 'toggle', id: 'b' });
  expect(selectionOf(two)).toEqual(['a', 'b']);
  expect(two.panelOpen).toBe(false);
  expect(canvasState(two, { do: 'toggle', id: 'b' })).toEqual({ ...RESTING, selected: 'a' });
  expect(selectionOf(canvasState(two, { do: 'toggle', id: 'a' }))).toEqual(['b']);
  expect(canvasState(after({ do: 'toggle', id: 'a' }), { do: 'toggle', id: 'a' })).toEqual(RESTING);
});

test('going on with the keyboard adds what one comes to, and going back lets go of it again', () => {
  const three = after({ do: 'select', id: 'a' }, { do: 'extend', id: 'b' }, { do: 'extend', id: 'c' });
  expect(selectionOf(three)).toEqual(['a', 'b', 'c']);
  expect(selectionOf(canvasState(three, { do: 'extend', id: 'b' }))).toEqual(['a', 'b']);
  expect(canvasState(three, { do: 'select', id: 'b' })).toEqual({ ...RESTING, selected: 'b' });
});

test('several are let go at once, by Escape, by the ground and by a place for the next node', () => {
  const all = after({ do: 'selectSeveral', ids: ['a', 'b', 'c'] });
  expect(selectionOf(all)).toEqual(['a', 'b', 'c']);
  expect(canvasState(all, { do: 'giveUp', panel: false })).toEqual(RESTING);
  expect(canvasState(all, { do: 'leave' })).toEqual(RESTING);
  expect(canvasState(all, { do: 'choose', slot })).toEqual({ ...RESTING, chosen: slot });
  expect(after({ do: 'selectSeveral', ids: [] })).toEqual(RESTING);
});
