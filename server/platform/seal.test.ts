import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { createKeyRing, isSignedBy, keyRing, sign } from './keyRing.ts';
import { digestOf, digestsOf, isSealed, opened, seal, unseal } from './seal.ts';

const place = { column: 'debtor.iban', scope: 'client a', row: 'row 1' };
const before = process.env.QUITTANCE_SECRET;
afterEach(() => {
  process.env.QUITTANCE_SECRET = before ?? '';
  if (before === undefined) delete process.env.QUITTANCE_SECRET;
  delete process.env.QUITTANCE_SECRET_PREVIOUS;
});

it('opens what it sealed, and nothing that was altered, cut or moved', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.integer({ min: 1, max: 255 }), (text, at, mask) => {
      const sealed = seal(text, place);
      expect(isSealed(sealed)).toBe(true);
      expect(unseal(sealed, place)).toBe(text);
      const bytes = Buffer.from(sealed.slice(12), 'base64url');
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ mask;
      expect(() => unseal(`${sealed.slice(0, 12)}${bytes.toString('base64url')}`, place)).toThrow('was changed');
      expect(() => unseal(sealed.slice(0, -2), place)).toThrow();
      for (const other of [{ column: 'debtor.ssn' }, { scope: 'client b' }, { row: 'row 2' }])
        expect(() => unseal(sealed, { ...place, ...other })).toThrow('another row or client');
    }),
  );
});

it('opens and verifies with earlier secrets, and says whose key is missing', () => {
  process.env.QUITTANCE_SECRET = 'old';
  const [sealed, signature, digest] = [seal('DE1', place), sign('files', 'a'), digestOf('iban', 'a', 'DE1')];
  const { id } = keyRing().newest;
  process.env.QUITTANCE_SECRET = 'new';
  expect(() => unseal(sealed, place)).toThrow(`sealed with the key ${id}, which is of none of the secrets given`);
  expect(isSignedBy('files', 'a', signature)).toBe(false);
  process.env.QUITTANCE_SECRET_PREVIOUS = 'older, old';
  expect(unseal(sealed, place)).toBe('DE1');
  expect(isSignedBy('files', 'a', signature)).toBe(true);
  expect(isSignedBy('other', 'a', signature)).toBe(false);
  expect(digestsOf('iban', 'a', 'DE1')).toContain(digest);
  expect(digestsOf('iban', 'b', 'DE1')).not.toContain(digest);
});

it('reads what an earlier release stored clear, and never seals the same twice alike', () => {
  expect(opened('DE02500105170137075030', place)).toBe('DE02500105170137075030');
  expect(opened(null, place)).toBeNull();
  expect(seal('x', place)).not.toBe(seal('x', place));
  expect(createKeyRing(['a', 'b', 'a']).keys).toHaveLength(2);
});
