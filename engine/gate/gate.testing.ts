/** Situations for property tests of the gate: clients' rules, facts and moments of every kind. */
import fc from 'fast-check';
import { MESSAGE_CHANNELS } from '../../core/messageChannels.ts';
import { DAY, type Instant, instant, MINUTE } from '../../core/time.ts';
import { localDate } from '../../core/zone.ts';
import { gateFacts } from '../testing.ts';
import { defaultGateRules, lawPacks } from './defaults.ts';
import type { Channel, GateRules } from './types.ts';

const channel = fc.constantFrom<Channel>(...MESSAGE_CHANNELS);
const span = fc.tuple(fc.integer({ min: 0, max: 24 * 60 - 1 }), fc.integer({ min: 1, max: 24 * 60 })).map(([start, length]) => {
  const end = Math.min(start + length, 24 * 60);
  return { start: { hour: Math.floor(start / 60), minute: start % 60 }, end: { hour: Math.floor(end / 60), minute: end % 60 } };
});
const hours = fc.option(span, { freq: 3 });
const rules: fc.Arbitrary<GateRules> = fc.record({
  contactHours: fc.record({ weekday: hours, saturday: hours, sunday: hours, holiday: hours }),
  hoursApplyTo: fc.uniqueArray(channel),
  capPer7Days: fc.record(
    { total: fc.integer({ min: 0, max: 8 }), email: fc.integer({ min: 0, max: 4 }), sms: fc.integer({ min: 0, max: 4 }) },
    { requiredKeys: ['total'] },
  ),
  capPerDay: fc.integer({ min: 0, max: 4 }),
  sameContentHours: fc.integer({ min: 0, max: 168 }),
  blockDisputed: fc.boolean(),
  blockDuringPromise: fc.boolean(),
});
const now = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }).map((value) => instant(value));
const bundleName = fc.constantFrom('reminder', 'statement', null);
const rarely = fc.integer({ min: 0, max: 9 }).map((value) => value === 0);
export const situation = now.chain((moment) =>
  fc.record({
    now: fc.constant(moment),
    channel,
    facts: fc.record({
      zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
      holidayRegion: fc.constantFrom('DE', 'US', null),
      optedOut: fc.uniqueArray(channel, { maxLength: 1 }),
      ceaseRequested: rarely,
      deceased: rarely,
      contact: fc.constant(gateFacts.contact),
      claimResolved: rarely,
      claimDisputed: rarely,
      activePromise: fc.boolean(),
      promiseDueDate: fc.option(fc.integer({ min: -5, max: 40 }).map((days) => localDate((moment + days * DAY) as Instant, 'UTC'))),
      contacts: fc.array(
        fc.record({
          channel,
          at: fc.integer({ min: 0, max: 8 * 24 * 60 }).map((ago) => (moment - ago * MINUTE) as Instant),
          bundleName,
          purpose: fc.constantFrom('collection', 'service', null),
        }),
        { maxLength: 12 },
      ),
      bundleName,
      rules: fc.oneof(rules, fc.constantFrom(defaultGateRules, ...Object.values(lawPacks))),
    }),
  }),
);
