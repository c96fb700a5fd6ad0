import { expect, it } from 'vitest';
import { shortcutOf } from './hotkeys.ts';

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  shortcutOf({ key, metaKey: false, ctrlKey: false, altKey: false, shiftKey: false, ...held });

it('names a key press the way shortcuts are written', () => {
  expect(press('k', { metaKey: true })).toBe('mod+k');
  expect(press('K', { ctrlKey: true })).toBe('mod+k');
  expect(press('Enter', { ctrlKey: true })).toBe('mod+Enter');
  expect(press('X', { shiftKey: true })).toBe('shift+x');
  expect(press('/', { shiftKey: true })).toBe('/');
  expect(press('ArrowDown')).toBe('ArrowDown');
});
