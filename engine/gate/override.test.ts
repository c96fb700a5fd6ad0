import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Instant, instant, MINUTE } from '../../core/time.ts';
import { localMinutes } from '../../core/zone.ts';
import { gateFacts, NOW } from '../testing.ts';
import { lawPacks } from './defaults.ts';
import { situation } from './gate.testing.ts';
import { gate, overriding } from './gate.ts';
import { OVERRIDE_FOR } from './override.ts';
import type { GateFacts } from './types.ts';

const lifted = (facts: GateFacts, rules: ReturnType<typeof overriding>['rules'], now: Instant): GateFacts => ({
  ...facts,
  override: { rules, until: (now + OVERRIDE_FOR) as Instant },
});

test('lifting what is named lets a deferred contact go at once, and nothing lifts a denial', () => {
  fc.assert(
    fc.property(situation, ({ facts, channel, now }) => {
      const decision = gate(facts, channel, now);
      const { rules, law } = overriding(facts, channel, now);
      if (decision.answer === 'defer' && !law) expect(gate(lifted(facts, rules, now), channel, now).answer).toBe('allow');
      else expect(rules).toEqual([]);
      const everything = lifted(facts, ['promise', 'capTotal', 'capChannel', 'capDay', 'sameContent', 'quietHours', 'help'], now);
      if (decision.answer === 'deny') expect(gate(everything, channel, now)).toEqual(decision);
    }),
    { numRuns: 1500 },
  );
});

test('what was lifted holds for an hour: then the gate answers as if nothing had been said', () => {
  fc.assert(
    fc.property(situation, ({ facts, channel, now }) => {
      const { rules } = overriding(facts, channel, now);
      const later = (now + OVERRIDE_FOR) as Instant;
      expect(gate(lifted(facts, rules, now), channel, later)).toEqual(gate(facts, channel, later));
    }),
  );
});

test('a rule that was not named still defers', () => {
  const late = instant('2026-03-16T20:30:00Z');
  const asked: GateFacts = { ...gateFacts, contacts: [{ channel: 'sms', at: (late - MINUTE) as Instant }] };
  const busy: GateFacts = { ...asked, rules: { ...asked.rules, capPerDay: 1 } };
  expect(overriding(busy, 'email', late).rules).toEqual(['capDay', 'quietHours']);
  expect(gate(lifted(busy, ['capDay'], late), 'email', late)).toMatchObject({ answer: 'defer', rule: 'quietHours' });
});

test('in the United States nobody lifts the hours of Regulation F, nor its presumption about calls', () => {
  const american: GateFacts = { ...gateFacts, zone: 'America/New_York', holidayRegion: 'US', rules: lawPacks.US! };
  const narrow: GateFacts = { ...american, rules: { ...american.rules, contactHours: gateFacts.rules.contactHours } };
  const evening = instant('2026-03-16T20:30:00-04:00');
  const night = instant('2026-03-16T21:00:00-04:00');
  expect(overriding(narrow, 'email', evening)).toEqual({ rules: ['quietHours'], law: null });
  expect(overriding(narrow, 'email', night)).toMatchObject({ rules: [], law: { key: 'gate.law.hours' } });
  // Allowed at half past eight, on its way at nine: it waits.
  expect(gate(lifted(narrow, ['quietHours'], evening), 'email', night).answer).toBe('defer');

  const contacts = [1, 2, 3, 4, 5, 6, 7].map((hours) => ({ channel: 'phone' as const, at: (NOW - hours * 60 * MINUTE) as Instant }));
  const noon = instant('2026-03-16T12:00:00-04:00');
  const calls: GateFacts = { ...american, contacts, rules: { ...american.rules, capPerDay: 100 } };
  expect(overriding(calls, 'phone', noon)).toMatchObject({ rules: [], law: { key: 'gate.law.calls' } });
  expect(overriding(calls, 'email', noon).rules).toEqual(['capTotal']);
});

test('no message of an American client leaves between nine in the evening and eight in the morning, whoever lifts what', () => {
  fc.assert(
    fc.property(situation, ({ facts, channel, now }) => {
      const american: GateFacts = {
        ...facts,
        holidayRegion: 'US',
        rules: { ...facts.rules, hoursApplyTo: ['email', 'sms', 'whatsapp', 'phone'] },
      };
      const hours = { start: { hour: 8, minute: 0 }, end: { hour: 21, minute: 0 } };
      const bound: GateFacts = {
        ...american,
        rules: { ...american.rules, contactHours: { weekday: hours, saturday: hours, sunday: hours, holiday: hours } },
      };
      const minutes = localMinutes(now, facts.zone);
      if (channel === 'letter' || (minutes >= 8 * 60 && minutes < 21 * 60)) return;
      expect(
        gate(lifted(bound, ['quietHours', 'capDay', 'capTotal', 'capChannel', 'promise', 'sameContent'], now), channel, now).answer,
      ).not.toBe('allow');
    }),
  );
});
