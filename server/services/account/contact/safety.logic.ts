/** Why it is, or is not, safe to contact a debtor now: the gate's own answer, rule by rule. */
import { MESSAGE_CHANNELS } from '../../../../core/messageChannels.ts';
import type { Instant } from '../../../../core/time.ts';
import { explainGate, gate } from '../../../../engine/gate/gate.ts';
import type { Channel } from '../../../../engine/gate/types.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { KnownContactSetting } from '../../operations/operations.logic.ts';
import type { ClaimRef } from '../ground/facts.logic.ts';
import { loadGateFacts } from './gate.logic.ts';

/** The telephone first: that is what somebody on this screen holds. */
const CHANNELS: readonly Channel[] = ['phone', ...MESSAGE_CHANNELS.filter((channel) => channel !== 'phone')];

/** @param known the client's contact setting, when the caller has read it already. @returns one answer per channel; none for an unknown claim. */
export async function readContactSafety(tx: Tx, ref: ClaimRef, now: Instant, known?: KnownContactSetting) {
  const facts = (await loadGateFacts(tx, [ref], 'queued', known)).get(ref.externalClaimRef);
  if (!facts) return [];
  return CHANNELS.map((channel) => {
    const decision = gate(facts, channel, now);
    return {
      channel,
      answer: decision.answer,
      until: decision.answer === 'defer' ? decision.until : null,
      rule: decision.rule,
      why: decision.why,
      rules: explainGate(facts, channel, now),
    };
  });
}
