import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITED_KINDS, limitOf, needsApproval, type RoleLimits } from './approval.ts';

const minorOf = (decimal: string) => BigInt(Math.round(Number(decimal) * 100));
const amount = fc.option(
  fc.integer({ min: 0, max: 100_000 }).map((minor) => (minor / 100).toFixed(2)),
  { freq: 3 },
);
const NAMES = ['AGENT', 'SENIOR', 'SUPERVISOR', 'OTHER'];
const limits = fc.uniqueArray(
  fc.record<RoleLimits>({ role: fc.constantFrom(...NAMES), writeOff: amount, settlement: amount, refund: amount }),
  { selector: ({ role }) => role },
);
const roles = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });
const kind = fc.constantFrom(...LIMITED_KINDS);

test('another role never lowers what somebody may do alone', () => {
  fc.assert(
    fc.property(limits, roles, fc.constantFrom(...NAMES), kind, fc.bigInt({ min: 0n, max: 20_000_000n }), (all, held, more, what, sum) => {
      const alone = limitOf(all, held, what, minorOf);
      const together = limitOf(all, [...held, more], what, minorOf);
      if (!needsApproval(alone, sum)) expect(needsApproval(together, sum)).toBe(false);
    }),
  );
});

test('a role without a limit books freely, one with 0 books nothing alone, and the limit itself is allowed', () => {
  const set: RoleLimits[] = [
    { role: 'AGENT', writeOff: '50.00', settlement: '0', refund: null },
    { role: 'SENIOR', writeOff: '500.00', settlement: '0', refund: '1' },
  ];
  expect(limitOf(set, ['AGENT'], 'writeOff', minorOf)).toBe(5_000n);
  expect(limitOf(set, ['AGENT', 'SENIOR'], 'writeOff', minorOf)).toBe(50_000n);
  expect(limitOf(set, ['AGENT', 'SENIOR'], 'refund', minorOf)).toBeNull();
  expect(limitOf(set, ['AGENT', 'SUPERVISOR'], 'settlement', minorOf)).toBeNull();
  expect(limitOf(set, [], 'refund', minorOf)).toBe(0n);
  expect([needsApproval(5_000n, 5_000n), needsApproval(5_000n, 5_001n), needsApproval(0n, 1n), needsApproval(null, 1n)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
