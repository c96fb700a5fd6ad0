import { expect, it } from 'vitest';
import { sentValues } from './values.ts';

const field = (name: string, type: 'text' | 'number' | 'boolean' | 'date') => ({ name, type, required: false });
const trigger = { fields: [field('court', 'text'), field('fee', 'number'), field('appealed', 'boolean'), field('day', 'date')] };

it('sends what was typed as what it is, leaves out what is empty, and keeps what cannot be read', () => {
  expect(sentValues(trigger, { court: '007', fee: '12.5', appealed: 'false', day: '2026-12-01' })).toEqual({
    court: '007',
    fee: 12.5,
    appealed: false,
    day: '2026-12-01',
  });
  expect(sentValues(trigger, { court: '', fee: 'a lot', day: 'soon' })).toEqual({ fee: 'a lot', day: 'soon' });
  expect(sentValues(trigger, { stranger: 'x' })).toEqual({});
});
