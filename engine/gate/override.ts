/** Which deferrals a person may override, and where the law leaves nobody a choice. Sources: docs/decisions/gate.md. */
import { type Instant, MINUTE } from '../../core/time.ts';
import { localMinutes } from '../../core/zone.ts';
import type { Reason } from '../types.ts';
import type { Channel, DeferringRule, GateFacts } from './types.ts';

/** A person answers for this moment, not for whatever time the message leaves at after a provider's failure. */
export const OVERRIDE_FOR = 60 * MINUTE;

/** Rules that a client sets for itself. A request for help is not among them: what a person writes is its answer and does not wait. */
const LIFTABLE: readonly DeferringRule[] = ['promise', 'capTotal', 'capChannel', 'capDay', 'sameContent', 'quietHours'];

const [EIGHT, TWENTY_ONE] = [8 * 60, 21 * 60];

/** @returns why the law itself holds the contact back, whatever a client's rules are; null where it does not or none is known. */
export function heldByLaw(rule: DeferringRule, { holidayRegion, zone }: GateFacts, channel: Channel, now: Instant): Reason | null {
  if (holidayRegion?.slice(0, 2) !== 'US') return null;
  const minutes = localMinutes(now, zone);
  // 12 CFR 1006.6(b)(1): before 8:00 and after 21:00 at the consumer's location is inconvenient for any communication but a letter.
  if (rule === 'quietHours' && channel !== 'letter' && (minutes < EIGHT || minutes >= TWENTY_ONE))
    return { key: 'gate.law.hours', values: { zone, start: '08:00', end: '21:00', source: '12 CFR 1006.6(b)(1)' } };
  // 12 CFR 1006.14(b)(2)(i): seven calls in seven days, none in the seven days after a conversation, of which the gate does not know.
  if (channel === 'phone' && (rule === 'capTotal' || rule === 'capChannel' || rule === 'capDay'))
    return { key: 'gate.law.calls', values: { source: '12 CFR 1006.14(b)(2)(i)' } };
  return null;
}

/** @returns whether somebody with the right to override has lifted this rule for this moment, and the law lets them. */
export function isLifted(rule: DeferringRule, facts: GateFacts, channel: Channel, now: Instant): boolean {
  const { override } = facts;
  return !!override && now < override.until && override.rules.includes(rule) && isLiftable(rule) && !heldByLaw(rule, facts, channel, now);
}

/** @returns whether the rule is the client's own, which a person may lift. */
export const isLiftable = (rule: DeferringRule): boolean => LIFTABLE.includes(rule);
