import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR, type Instant, instant, isoInstant } from '../../core/time.ts';
import { localDate } from '../../core/zone.ts';
import { day, gateFacts, NOW } from '../testing.ts';
import { defaultGateRules, gateRulesFor, gateRulesSchema, lawPacks } from './defaults.ts';
import { situation } from './gate.testing.ts';
import { explainGate, gate, withContact } from './gate.ts';
import type { Channel, GateFacts } from './types.ts';

test('what is owed to the debtor waits for no promise and no cap, but for everything else', () => {
  const agreed: GateFacts = { ...gateFacts, activePromise: true, promiseDueDate: localDate((NOW + 5 * DAY) as Instant, 'UTC') };
  expect(gate(agreed, 'email', NOW)).toMatchObject({ answer: 'defer', rule: 'promise' });
  expect(gate({ ...agreed, purpose: 'service' }, 'email', NOW).answer).toBe('allow');
  fc.assert(
    fc.property(situation, ({ facts, channel, now }) => {
      const service = gate({ ...facts, purpose: 'service' }, channel, now);
      const alone: GateFacts = {
        ...facts,
        activePromise: false,
        contacts: [],
        rules: { ...facts.rules, capPerDay: 1, capPer7Days: { total: 1 } },
      };
      expect(service.answer).toBe(gate(alone, channel, now).answer);
    }),
  );
});

test('a deferred contact is allowed at the moment it is deferred to, which lies ahead', () => {
  fc.assert(
    fc.property(situation, ({ facts, channel, now }) => {
      const decision = gate(facts, channel, now);
      if (decision.answer !== 'defer') return;
      expect(decision.until).toBeGreaterThan(now);
      expect(gate(facts, channel, decision.until).answer).toBe('allow');
      expect(decision.why.values?.until).toBe(isoInstant(decision.until));
    }),
    { numRuns: 1500 },
  );
});

test('no moment before the one deferred to is allowed', () => {
  fc.assert(
    fc.property(situation, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ facts, channel, now }, share) => {
      const decision = gate(facts, channel, now);
      if (decision.answer !== 'defer') return;
      const before = Math.floor(now + (decision.until - now) * share) as Instant;
      expect(gate(facts, channel, before).answer).toBe('defer');
    }),
    { numRuns: 800 },
  );
});

test('the answer is allow exactly when every rule is content, and the rule named is one that is not', () => {
  fc.assert(
    fc.property(situation, ({ facts, channel, now }) => {
      const decision = gate(facts, channel, now);
      const states = explainGate(facts, channel, now);
      expect(decision.answer === 'allow').toBe(states.every(({ ok }) => ok));
      if (decision.answer !== 'allow') expect(states.find(({ rule }) => rule === decision.rule)?.ok).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('whatever is asked, no more contacts than the caps pass in any seven days and on any day', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom<Channel>('email', 'sms', 'phone'), fc.integer({ min: 1, max: 20 })), {
        minLength: 30,
        maxLength: 60,
      }),
      (asked) => {
        let facts: GateFacts = gateFacts;
        let moment = NOW;
        for (const [channel, hours] of asked) {
          moment = (moment + hours * HOUR) as Instant;
          const decision = gate(facts, channel, moment);
          if (decision.answer === 'defer') moment = decision.until;
          facts = withContact(facts, { channel, at: moment });
        }
        const { total, sms } = defaultGateRules.capPer7Days;
        for (const { at } of facts.contacts) {
          const week = facts.contacts.filter((other) => other.at > at - 7 * DAY && other.at <= at);
          expect(week.length).toBeLessThanOrEqual(total);
          expect(week.filter((other) => other.channel === 'sms').length).toBeLessThanOrEqual(sms!);
          const date = localDate(at, facts.zone);
          expect(facts.contacts.filter((other) => localDate(other.at, facts.zone) === date).length).toBeLessThanOrEqual(
            defaultGateRules.capPerDay,
          );
        }
      },
    ),
    { numRuns: 100 },
  );
});

const sentAgo = (bundleName: string, hours: number) => [{ channel: 'email' as const, at: (NOW - hours * HOUR) as Instant, bundleName }];
const contactsAgo = (channel: Channel, ...hours: number[]) => hours.map((ago) => ({ channel, at: (NOW - ago * HOUR) as Instant }));

test.each<[string, Partial<GateFacts>, Channel, string, string, string, string | null]>([
  ['nothing objects', {}, 'sms', '2026-03-16T09:00:00Z', 'allow', 'none', null],
  ['before eight', {}, 'sms', '2026-03-16T06:59:59Z', 'defer', 'quietHours', '2026-03-16T07:00:00.000Z'],
  ['at eight sharp in the evening', {}, 'sms', '2026-03-16T19:00:00Z', 'defer', 'quietHours', '2026-03-17T07:00:00.000Z'],
  ['Saturday evening waits for Monday', {}, 'sms', '2026-03-14T17:30:00Z', 'defer', 'quietHours', '2026-03-16T07:00:00.000Z'],
  ['Easter waits for Tuesday', {}, 'phone', '2026-04-04T17:30:00Z', 'defer', 'quietHours', '2026-04-07T06:00:00.000Z'],
  [
    'the debtor is elsewhere',
    { zone: 'America/New_York', holidayRegion: 'US' },
    'sms',
    '2026-03-16T09:00:00Z',
    'defer',
    'quietHours',
    '2026-03-16T12:00:00.000Z',
  ],
  ['a letter knows no hours', {}, 'letter', '2026-03-15T02:00:00Z', 'allow', 'none', null],
  ['two a day', { contacts: contactsAgo('email', 1, 2) }, 'sms', '2026-03-16T09:00:00Z', 'defer', 'capDay', '2026-03-17T07:00:00.000Z'],
  [
    'three text messages a week',
    { contacts: contactsAgo('sms', 30, 60, 90) },
    'sms',
    '2026-03-16T09:00:00Z',
    'defer',
    'capChannel',
    '2026-03-19T15:00:00.000Z',
  ],
  [
    'three text messages do not stop an e-mail',
    { contacts: contactsAgo('sms', 30, 60, 90) },
    'email',
    '2026-03-16T09:00:00Z',
    'allow',
    'none',
    null,
  ],
  [
    'the same template within a day',
    { bundleName: 'reminder', contacts: sentAgo('reminder', 2) },
    'email',
    '2026-03-16T09:00:00Z',
    'defer',
    'sameContent',
    '2026-03-17T07:00:00.000Z',
  ],
  [
    'another template',
    { bundleName: 'statement', contacts: sentAgo('reminder', 2) },
    'email',
    '2026-03-16T09:00:00Z',
    'allow',
    'none',
    null,
  ],
  [
    'the same template a day later',
    { bundleName: 'reminder', contacts: sentAgo('reminder', 24) },
    'email',
    '2026-03-16T09:00:00Z',
    'allow',
    'none',
    null,
  ],
  [
    'a template of the same name on another channel',
    { bundleName: 'reminder', contacts: sentAgo('reminder', 2) },
    'sms',
    '2026-03-16T09:00:00Z',
    'allow',
    'none',
    null,
  ],
  [
    'a client without the rule',
    { bundleName: 'reminder', contacts: sentAgo('reminder', 2), rules: { ...defaultGateRules, sameContentHours: 0 } },
    'email',
    '2026-03-16T09:00:00Z',
    'allow',
    'none',
    null,
  ],
  ['a cease request', { ceaseRequested: true }, 'letter', '2026-03-16T09:00:00Z', 'deny', 'cease', null],
  [
    'death before everything else',
    { deceased: true, ceaseRequested: true, claimResolved: true },
    'sms',
    '2026-03-16T02:00:00Z',
    'deny',
    'deceased',
    null,
  ],
  ['opted out of the channel', { optedOut: ['sms'] }, 'sms', '2026-03-16T02:00:00Z', 'deny', 'optOut', null],
  ['opted out of another channel', { optedOut: ['phone'] }, 'sms', '2026-03-16T09:00:00Z', 'allow', 'none', null],
  ['no address', { contact: { ...gateFacts.contact, sms: 'missing' } }, 'sms', '2026-03-16T09:00:00Z', 'deny', 'contactData', null],
  [
    'a bounced address',
    { contact: { ...gateFacts.contact, email: 'wrong' } },
    'email',
    '2026-03-16T09:00:00Z',
    'deny',
    'contactData',
    null,
  ],
  ['disputed', { claimDisputed: true }, 'sms', '2026-03-16T09:00:00Z', 'deny', 'disputed', null],
  ['resolved', { claimResolved: true }, 'sms', '2026-03-16T09:00:00Z', 'deny', 'resolved', null],
  [
    'promised until Saturday',
    { activePromise: true, promiseDueDate: day('2026-03-21') },
    'sms',
    '2026-03-16T09:00:00Z',
    'defer',
    'promise',
    '2026-03-23T07:00:00.000Z',
  ],
  [
    'promised for a day that has passed',
    { activePromise: true, promiseDueDate: day('2026-03-15') },
    'sms',
    '2026-03-16T09:00:00Z',
    'allow',
    'none',
    null,
  ],
  ['promised without a day', { activePromise: true }, 'sms', '2026-03-16T09:00:00Z', 'deny', 'promise', null],
])('%s', (_name, changes, channel, moment, answer, rule, until) => {
  const decision = gate({ ...gateFacts, ...changes }, channel, instant(moment));
  expect(decision).toMatchObject({ answer, rule });
  expect(decision.answer === 'defer' ? isoInstant(decision.until) : null).toBe(until);
});

test('a channel that may never be used is denied, not deferred for ever', () => {
  const never = { weekday: null, saturday: null, sunday: null, holiday: null };
  const silent = { ...gateFacts, rules: { ...defaultGateRules, contactHours: never } };
  expect(gate(silent, 'sms', NOW)).toMatchObject({ answer: 'deny', rule: 'quietHours' });
  const capped = { ...gateFacts, rules: { ...defaultGateRules, capPer7Days: { total: 7, sms: 0 } } };
  expect(gate(capped, 'sms', NOW)).toMatchObject({ answer: 'deny', rule: 'capChannel' });
});

test('rules are validated strictly, and every pack is valid', () => {
  for (const pack of [defaultGateRules, ...Object.values(lawPacks)]) expect(gateRulesSchema.parse(pack)).toEqual(pack);
  const wrong = [
    { ...defaultGateRules, capPerDay: -1 },
    { ...defaultGateRules, quiet: true },
    { ...defaultGateRules, capPer7Days: { total: 7, fax: 1 } },
    {
      ...defaultGateRules,
      contactHours: { ...defaultGateRules.contactHours, weekday: { start: { hour: 20, minute: 0 }, end: { hour: 8, minute: 0 } } },
    },
  ];
  for (const candidate of wrong) expect(gateRulesSchema.safeParse(candidate).success).toBe(false);
  expect(gateRulesFor('DE-BE')).toBe(lawPacks.DE);
  expect(gateRulesFor(null)).toBe(defaultGateRules);
});
