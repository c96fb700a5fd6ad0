/** Rules that answer events, and what they did. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { count, flag, id, reason, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0a';

const RULE = { reactionId: id, displayName: text, messageType: text };
const rule = { reactionId: ID, displayName: 'Thank for payments', messageType: 'paymentSettled' };
/** The event that was answered. */
const CAUSE = {
  ...RULE,
  causeId: id,
  /** It is the account's own rule. */
  ofAccount: flag.optional(),
};
const cause = { ...rule, causeId: ID };

const step = z.strictObject({
  stepId: text,
  stepType: text,
  outcome: text,
  why: reason.nullable(),
  /** Of a contact that was put off or refused: the rule of the gate. */
  rule: text.optional(),
  /** Of an event about several claims: the claim, unless it is the first. */
  claimRef: text.optional(),
});

export const REACTION_EVENTS = defineEvents({
  reactionFired: {
    audit: ['reactions', 'run'],
    retention: null,
    description: 'A rule answered an event.',
    payload: { ...CAUSE, depth: count, why: reason, steps: z.array(step) },
    example: {
      ...cause,
      depth: 1,
      why: { key: 'reaction.fired', values: { event: 'paymentSettled' } },
      steps: [{ stepId: 'mail', stepType: 'sendEmail', outcome: 'done', why: null }],
    },
  },
  reactionChainStopped: {
    audit: ['reactions', 'run', 'failure'],
    retention: null,
    description: 'A rule did not fire because rules kept answering each other, or because it had fired too often on the account.',
    payload: { ...CAUSE, why: reason },
    example: { ...cause, why: { key: 'reaction.chain', values: { limit: 10 } } },
  },
  reactionSaved: {
    audit: ['reactions', 'update'],
    retention: null,
    description: 'A rule was made or changed, enabled or disabled, or rules were put in another order.',
    payload: { ...RULE, reactionId: id.nullable(), revision: count.optional() },
    example: { ...rule, revision: 2 },
  },
  reactionDeleted: {
    audit: ['reactions', 'delete'],
    retention: null,
    description: 'A rule was deleted.',
    payload: RULE,
    example: rule,
  },
});
