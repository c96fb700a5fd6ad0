import type { Instant } from '../../core/time.ts';
import type { Reason } from '../types.ts';
import type { Channel, GateDecision, GateFacts, GateRuleName } from './types.ts';

/** One rule with its state at a moment, for people. */
export interface GateRuleState {
  readonly rule: Exclude<GateRuleName, 'none'>;
  readonly ok: boolean;
  readonly why: Reason;
}

/**
 * May this debtor be contacted on the channel at the moment? Pure.
 * Deny rules come first, in a fixed order; then the latest of all deferring rules decides, and `until` is itself an allowed moment.
 */
export function gate(_facts: GateFacts, _channel: Channel, _now: Instant): GateDecision {
  throw new Error('not written yet');
}

/** @returns every rule with its state, in the order the gate asks them: why it is, or is not, safe to contact now. */
export function explainGate(_facts: GateFacts, _channel: Channel, _now: Instant): GateRuleState[] {
  throw new Error('not written yet');
}

/** @returns the facts after a contact: whoever decides several contacts of one account in a row passes these to the next, so that caps hold. */
export function withContact(facts: GateFacts, channel: Channel, at: Instant): GateFacts {
  return { ...facts, contacts: [{ channel, at }, ...facts.contacts] };
}
