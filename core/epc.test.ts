import fc from 'fast-check';
import { expect, it } from 'vitest';
import { epcPayload } from './epc.ts';

const transfer = {
  holder: 'Nordlicht Energie GmbH',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  amount: 12_345n,
  reference: 'R-4711',
};

it('writes the lines of EPC069-12 in their order', () => {
  expect(epcPayload(transfer)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'BYLADEM1001',
    'Nordlicht Energie GmbH',
    'DE02120300000000202051',
    'EUR123.45',
    '',
    '',
    'R-4711',
  ]);
  expect(epcPayload({ ...transfer, amount: 1n, bic: null })).toContain('SCT\n\nNordlicht Energie GmbH\nDE02120300000000202051\nEUR0.01');
});

it('returns none for an amount, a name or an account that no code can contain', () => {
  for (const wrong of [{ amount: 0n }, { amount: -5n }, { amount: 100_000_000_000n }, { holder: ' \n ' }, { iban: 'DE02 1203' }])
    expect(epcPayload({ ...transfer, ...wrong })).toBe(null);
});

it('stays within the lines and bytes that readers accept, for any name and reference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 400 }), (holder, reference) => {
      const text = epcPayload({ ...transfer, holder, reference });
      if (text === null) return;
      const lines = text.split('\n');
      expect(lines).toHaveLength(11);
      expect([...(lines[5] ?? '')].length).toBeLessThanOrEqual(70);
      expect([...(lines[10] ?? '')].length).toBeLessThanOrEqual(140);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(331);
      expect(lines[7]).toBe('EUR123.45');
    }),
  );
});
