/** Signatures of `cognito-srp-helper` 2.3.4, which people sign in to real pools with, for the same secrets and the same answers of a pool. */
import { getDiffieHellman } from 'node:crypto';
import { expect, it } from 'vitest';
import { instant } from '../../../core/time.ts';
import { answerSrp, modularPower, startSrp } from './identity.cognito.srp.ts';

const POOL = {
  SECRET_BLOCK: Buffer.from('a secret block of the pool').toString('base64'),
  USER_ID_FOR_SRP: '4f1c0e5a-8d2b-4a53-9b1e-0c6a7d3e2f10',
};
const PRIME = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const PERSON = { poolName: 'TestPool1', password: 'correct horse battery 1', at: instant('2026-04-07T08:05:00Z') };

it('signs with numbers whose first bit would be a sign, and a salt that begins with a zero', () => {
  const start = startSrp(BigInt(`0x${'c0ffee'.repeat(42)}c0ff`));
  expect(answerSrp(start, { ...POOL, SALT: `0${'b5a1c7'.repeat(5)}`, SRP_B: '9e3779b97f4a7c15'.repeat(48) }, PERSON)).toEqual({
    PASSWORD_CLAIM_SECRET_BLOCK: POOL.SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: 'NPnRtjG8tTHoTVJlL1W+QIvulLWrjbJUabrTgXLkJvk=',
    TIMESTAMP: 'Tue Apr 7 08:05:00 UTC 2026',
  });
});

it('signs with numbers of odd lengths', () => {
  const late = { ...PERSON, at: instant('2026-11-29T23:59:59Z') };
  expect(answerSrp(startSrp(1n), { ...POOL, SALT: 'f'.repeat(31), SRP_B: '7'.repeat(766) }, late)).toMatchObject({
    PASSWORD_CLAIM_SIGNATURE: 'qVfzAJMc4p6MAFp0eWKnEwApv6DR1cdDQ12dYwGlo6E=',
    TIMESTAMP: 'Sun Nov 29 23:59:59 UTC 2026',
  });
});

it('does not sign where anybody would know the key', () => {
  for (const times of [0n, 1n, 2n])
    expect(answerSrp(startSrp(), { ...POOL, SALT: 'a1', SRP_B: (times * PRIME).toString(16) }, PERSON)).toBeNull();
});

it('raises to powers as BigInt does', () => {
  const base = BigInt(`0x${'7f4a7c15'.repeat(96)}`);
  expect(modularPower(base, 1n)).toBe(base);
  expect(modularPower(PRIME - 1n, 2n)).toBe(1n);
  for (const exponent of [2n, 3n, 16n, 255n]) expect(modularPower(base, exponent)).toBe(base ** exponent % PRIME);
  // Fermat's.
  expect(modularPower(base, PRIME - 1n)).toBe(1n);
});
