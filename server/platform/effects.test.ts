import { afterAll, beforeAll, expect, it } from 'vitest';
import { EFFECT_KINDS, type EffectKind } from '../../engine/effects.ts';
import { type AskedEffect, defineEffect, performEffects, requireEffects } from './effects.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

it('is performed by a service, whatever its kind: a process does not start without', () => {
  expect(() => requireEffects()).not.toThrow();
  expect(() => requireEffects([...EFFECT_KINDS, 'fly' as EffectKind])).toThrow('no service performs the effect fly');
  expect(() => defineEffect({ kind: EFFECT_KINDS[0]!, perform: async () => undefined })).toThrow('is defined twice');
});

it('is not lost when nobody performs it: the batch fails', async () => {
  const asked = [{ effect: { kind: 'fly' } }] as unknown as AskedEffect[];
  await expect(house.inA((tx) => performEffects(tx, asked, 0 as never, { last: false }))).rejects.toThrow(
    'no service performs the effect fly',
  );
});
