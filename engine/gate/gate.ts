import { isHoliday } from '../../core/calendar.ts';
import { HELP_DAYS } from '../../core/help.ts';
import { addDays, type CalendarDate, DAY, HOUR, type Instant, isoInstant, type TimeOfDay } from '../../core/time.ts';
import { at, localDate, localMinutes, weekdayOf } from '../../core/zone.ts';
import type { Reason } from '../types.ts';
import { heldByLaw, isLiftable, isLifted } from './override.ts';
import type { Channel, Contact, DeferringRule, GateDecision, GateFacts, GateRuleName } from './types.ts';

/** One rule with its state at a moment, for people. */
export interface GateRuleState {
  readonly rule: Exclude<GateRuleName, 'none'>;
  readonly ok: boolean;
  readonly why: Reason;
}

type Verdict =
  | { readonly answer: 'ok'; readonly why: Reason }
  | { readonly answer: 'deny'; readonly why: Reason }
  /** `until` is the first moment at which this rule alone no longer objects. */
  | { readonly answer: 'defer'; readonly until: Instant; readonly why: Reason };

type Rule = (facts: GateFacts, channel: Channel, now: Instant) => Verdict;

const NEVER = 370;
const ok = (key: string, values?: Reason['values']): Verdict => ({ answer: 'ok', why: values ? { key, values } : { key } });
const deny = (key: string, values?: Reason['values']): Verdict => ({ answer: 'deny', why: values ? { key, values } : { key } });
const defer = (until: Instant, key: string, values: Reason['values']): Verdict => ({
  answer: 'defer',
  until,
  why: { key, values: { ...values, until: isoInstant(until) } },
});

function flag(name: string, denies: (facts: GateFacts) => boolean): Rule {
  return (facts) => (denies(facts) ? deny(`gate.${name}`) : ok(`gate.${name}.ok`));
}

/** @returns the contact hours of a day where the debtor is; null on a day without any. */
export function hoursOn(date: CalendarDate, { rules, holidayRegion }: Pick<GateFacts, 'rules' | 'holidayRegion'>) {
  if (isHoliday(date, holidayRegion)) return rules.contactHours.holiday;
  const weekday = weekdayOf(date);
  return rules.contactHours[weekday === 'Saturday' ? 'saturday' : weekday === 'Sunday' ? 'sunday' : 'weekday'];
}

function clockText({ hour, minute }: TimeOfDay): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function quietHours(facts: GateFacts, channel: Channel, now: Instant): Verdict {
  if (!facts.rules.hoursApplyTo.includes(channel)) return ok('gate.quietHours.free', { channel });
  let date = localDate(now, facts.zone);
  const minutes = localMinutes(now, facts.zone);
  const today = hoursOn(date, facts);
  if (today) {
    const end = today.end.hour * 60 + today.end.minute;
    const start = today.start.hour * 60 + today.start.minute;
    if (minutes >= start && minutes < end)
      return ok('gate.quietHours.ok', { start: clockText(today.start), end: clockText(today.end), zone: facts.zone });
  }
  for (let ahead = 0; ahead < NEVER; ahead++) {
    const hours = hoursOn(date, facts);
    if (hours) {
      const start = at(date, hours.start, facts.zone);
      // A clock change may skip the whole span of a short day: the moment must still lie within its hours.
      const reached = localMinutes(start, facts.zone) < hours.end.hour * 60 + hours.end.minute && localDate(start, facts.zone) === date;
      if (start > now && reached) return defer(start, 'gate.quietHours', { channel, zone: facts.zone });
    }
    date = addDays(date, 1);
  }
  return deny('gate.quietHours.never', { channel });
}

/** A cap over the contacts that `counts` picks: with n contacts in the window, the cap-th newest must leave it first. */
function capPer7Days(name: 'capTotal' | 'capChannel'): Rule {
  return ({ contacts, rules }, channel, now) => {
    const cap = name === 'capTotal' ? rules.capPer7Days.total : rules.capPer7Days[channel];
    if (cap === undefined) return ok(`gate.${name}.free`, { channel });
    if (cap === 0) return deny(`gate.${name}.never`, { channel, cap });
    const inWindow = contacts
      .filter((contact) => (name === 'capTotal' || contact.channel === channel) && contact.at > now - 7 * DAY)
      .map((contact) => contact.at)
      .sort((one, other) => other - one);
    if (inWindow.length < cap) return ok(`gate.${name}.ok`, { channel, cap, count: inWindow.length });
    return defer((inWindow[cap - 1]! + 7 * DAY) as Instant, `gate.${name}`, { channel, cap, count: inWindow.length });
  };
}

function capDay({ contacts, rules, zone }: GateFacts, _channel: Channel, now: Instant): Verdict {
  const cap = rules.capPerDay;
  if (cap === 0) return deny('gate.capDay.never', { cap });
  if (contacts.length === 0) return ok('gate.capDay.ok', { cap, count: 0 });
  const today = localDate(now, zone);
  // A contact dated after `now` comes from a clock a little ahead of ours: it counts on its own day and on every day until then.
  const days = contacts.map((contact) => localDate(contact.at, zone)).sort((one, other) => (one < other ? 1 : -1));
  const count = days.filter((day) => day >= today).length;
  if (count < cap) return ok('gate.capDay.ok', { cap, count });
  return defer(at(addDays(days[cap - 1]!, 1), { hour: 0, minute: 0 }, zone), 'gate.capDay', { cap, count });
}

/** One contact per account, template and purpose in the client's hours; the channel belongs to the template. */
function sameContent({ contacts, rules, bundleName }: GateFacts, channel: Channel, now: Instant): Verdict {
  const hours = rules.sameContentHours;
  if (hours === 0) return ok('gate.sameContent.off');
  if (!bundleName) return ok('gate.sameContent.free', { hours });
  const same = contacts
    .filter((contact) => contact.channel === channel && contact.bundleName === bundleName && contact.purpose !== 'service')
    .map((contact) => contact.at);
  const last = Math.max(...same);
  if (last <= now - hours * HOUR) return ok('gate.sameContent.ok', { bundleName, hours });
  return defer((last + hours * HOUR) as Instant, 'gate.sameContent', { bundleName, hours });
}

function promise({ activePromise, promiseDueDate, rules, zone }: GateFacts, _channel: Channel, now: Instant): Verdict {
  if (!rules.blockDuringPromise || !activePromise) return ok('gate.promise.ok');
  if (!promiseDueDate) return deny('gate.promise.noDueDate');
  if (localDate(now, zone) > promiseDueDate) return ok('gate.promise.past', { dueDate: promiseDueDate });
  return defer(at(addDays(promiseDueDate, 1), { hour: 0, minute: 0 }, zone), 'gate.promise', { dueDate: promiseDueDate });
}

/** While a request for help is open, only people write and call: what goes out by a template waits. */
function help({ helpAskedAt, byPerson, bundleName, zone }: GateFacts, _channel: Channel, now: Instant): Verdict {
  if (helpAskedAt == null) return ok('gate.help.ok');
  const asked = localDate(helpAskedAt, zone);
  const until = at(addDays(asked, HELP_DAYS + 1), { hour: 0, minute: 0 }, zone);
  if (now >= until) return ok('gate.help.past', { asked, days: HELP_DAYS });
  return bundleName && !byPerson ? defer(until, 'gate.help', { asked }) : ok('gate.help.free', { asked });
}

/** A partner collects it: two who write about the same claim contradict each other. What is owed to the debtor goes out all the same. */
function outsourcedToPartner({ outsourcedTo }: GateFacts): Verdict {
  return outsourcedTo ? deny('gate.outsourcedToPartner', { partner: outsourcedTo }) : ok('gate.outsourcedToPartner.ok');
}

/** A rule whose deferral a person may lift (override.ts). */
const unlessLifted =
  (name: DeferringRule, rule: Rule): Rule =>
  (facts, channel, now) => {
    const verdict = rule(facts, channel, now);
    return verdict.answer === 'defer' && isLifted(name, facts, channel, now) ? ok('gate.overridden') : verdict;
  };

/** A rule that binds collecting alone. */
const whenCollecting =
  (rule: Rule): Rule =>
  (facts, channel, now) =>
    facts.purpose === 'service' ? ok('gate.service') : rule(facts, channel, now);

/** The fixed order: what can never be allowed by waiting comes first, the gravest of it first. */
const RULES: readonly (readonly [GateRuleState['rule'], Rule])[] = [
  ['deceased', flag('deceased', (facts) => facts.deceased)],
  ['cease', flag('cease', (facts) => facts.ceaseRequested)],
  ['resolved', flag('resolved', (facts) => facts.claimResolved)],
  ['outsourcedToPartner', whenCollecting(outsourcedToPartner)],
  ['disputed', flag('disputed', (facts) => facts.rules.blockDisputed && facts.claimDisputed)],
  ['optOut', (facts, channel) => (facts.optedOut.includes(channel) ? deny('gate.optOut', { channel }) : ok('gate.optOut.ok', { channel }))],
  [
    'contactData',
    (facts, channel) => {
      const state = facts.contact[channel];
      return state === 'valid' ? ok('gate.contactData.ok', { channel }) : deny('gate.contactData', { channel, state });
    },
  ],
  ['help', whenCollecting(help)],
  ['promise', unlessLifted('promise', whenCollecting(promise))],
  ['capTotal', unlessLifted('capTotal', whenCollecting(capPer7Days('capTotal')))],
  ['capChannel', unlessLifted('capChannel', whenCollecting(capPer7Days('capChannel')))],
  ['capDay', unlessLifted('capDay', whenCollecting(capDay))],
  ['sameContent', unlessLifted('sameContent', whenCollecting(sameContent))],
  ['quietHours', unlessLifted('quietHours', quietHours)],
];

/**
 * May this debtor be contacted on the channel at the moment? Pure; sources of the rules: docs/decisions/gate.md.
 * Deny rules come first, in a fixed order; then the latest of all deferring rules decides. `until` is itself an allowed moment
 * as far as today's facts tell: a cap that ends at night is answered with the morning after.
 */
export function gate(facts: GateFacts, channel: Channel, now: Instant): GateDecision {
  let decided: { rule: GateRuleName; until: Instant; why: Reason } | null = null;
  for (const [rule, ask] of RULES) {
    const verdict = ask(facts, channel, now);
    if (verdict.answer === 'deny') return { answer: 'deny', rule, why: verdict.why };
    if (verdict.answer === 'defer' && (!decided || verdict.until > decided.until)) {
      decided = { rule, until: verdict.until, why: verdict.why };
    }
  }
  if (!decided) return { answer: 'allow', rule: 'none', why: { key: 'gate.allowed', values: { channel } } };
  const until = firstAllowed(facts, channel, decided.until);
  return {
    answer: 'defer',
    rule: decided.rule,
    until,
    why: { ...decided.why, values: { ...decided.why.values, until: isoInstant(until) } },
  };
}

/** Moves a moment on until no rule defers it. Every rule's moment is the first it allows, so no allowed moment is passed over. */
function firstAllowed(facts: GateFacts, channel: Channel, from: Instant): Instant {
  let until = from;
  for (let round = 0; round < NEVER; round++) {
    let next = until;
    for (const [, ask] of RULES) {
      const verdict = ask(facts, channel, until);
      if (verdict.answer === 'defer' && verdict.until > next) next = verdict.until;
    }
    if (next === until) break;
    until = next;
  }
  return until;
}

/** @returns every rule with its state, in the order the gate asks them: why it is, or is not, safe to contact now. */
export function explainGate(facts: GateFacts, channel: Channel, now: Instant): GateRuleState[] {
  return RULES.map(([rule, ask]) => {
    const verdict = ask(facts, channel, now);
    return { rule, ok: verdict.answer === 'ok', why: verdict.why };
  });
}

/** What a person with the right may do about a deferral. */
export interface Overriding {
  /** All rules that defer now: lifting them lets the contact go. Empty where nobody may. */
  readonly rules: DeferringRule[];
  /** Why the law leaves nobody a choice. */
  readonly law: Reason | null;
}

/** @returns which rules somebody would have to lift for the contact to go now; none of a denial, which nobody lifts, and where the law itself defers. */
export function overriding(facts: GateFacts, channel: Channel, now: Instant): Overriding {
  const verdicts = RULES.map(([rule, ask]) => ({ rule, answer: ask(facts, channel, now).answer }));
  const deferring = verdicts.filter(({ answer }) => answer === 'defer').map(({ rule }) => rule as DeferringRule);
  const law = deferring.map((rule) => heldByLaw(rule, facts, channel, now)).find((reason) => reason !== null) ?? null;
  const mayLift = !law && verdicts.every(({ answer }) => answer !== 'deny') && deferring.every(isLiftable);
  return { rules: mayLift ? deferring : [], law };
}

/** @returns the facts after a contact: whoever decides several contacts of one account in a row passes these to the next, so that caps hold. */
export function withContact(facts: GateFacts, contact: Contact): GateFacts {
  return { ...facts, contacts: [contact, ...facts.contacts] };
}
