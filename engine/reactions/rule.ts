/** A rule that answers an event: which event, under which condition, and what is done then. */
import { z } from 'zod';
import { inSchema } from '../../core/collectFaults.ts';
import { isAwaited } from '../../core/events/awaited.ts';
import { words } from '../../core/fault.ts';
import { conditionBlock, matchType } from '../conditions/blocks.ts';
import { OPERATIONS } from '../conditions/operations.ts';
import { eventName } from '../steps/waits.ts';
import { fieldsOf, isDueEvent, RULE_FIELDS } from './fields.ts';

/** Steps of one rule. */
export const MOST_STEPS = 20;
/** Days before a due date that a rule may ask for. */
export const MOST_DAYS = 365;

const narrowing = z
  .string()
  .trim()
  .max(200)
  .nullish()
  .transform((value) => value || null);

const orNull = <Value>(value: Value | null | undefined): Value | null => value ?? null;

/** The specification's own form: a metadata field of the claim, or of its account. */
const metaCondition = z.object({
  metafield: z.string().trim().min(1).max(200),
  operation: z.enum(OPERATIONS),
  metavalue: z.union([z.string().max(500), z.number(), z.boolean()]).nullish(),
});
/** What the step `evaluateIfCondition` asks. */
const fullCondition = z.object({
  mode: z.enum(['easy', 'advanced']),
  matchType: matchType.default('every'),
  conditions: z.array(conditionBlock).max(50).default([]),
  expression: z.string().max(4000).default(''),
});

export const reactionSchema = z.object({
  id: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  parameters: z.record(z.string(), z.unknown()),
});
/** One thing that a rule does: a step and its fields. */
export type Reaction = z.infer<typeof reactionSchema>;

const shape = z.object({
  displayName: z.string().trim().max(200).default(''),
  messageType: eventName,
  triggerName: narrowing,
  daysBeforeDueDate: z.int().min(0).max(MOST_DAYS).nullish().transform(orNull),
  providerName: narrowing,
  paymentMethod: narrowing,
  cancellationReason: narrowing,
  contactOutcome: z.object({ category: narrowing, resolution: narrowing }).nullish().transform(orNull),
  condition: z.union([metaCondition, fullCondition]).nullish().transform(orNull),
  reactions: z
    .array(reactionSchema)
    .min(1, inSchema(words('reactionSteps')))
    .max(MOST_STEPS),
});

/** Checked whatever else is wrong, so that one answer names everything. */
const always = () => true;

const ofEvent = RULE_FIELDS.reduce(
  (schema, field) =>
    schema.refine((rule) => !rule[field] || fieldsOf(rule.messageType).includes(field), {
      path: [field],
      message: inSchema(words('reactionField')),
      when: always,
    }),
  shape.refine(({ messageType }) => isAwaited(messageType), {
    path: ['messageType'],
    message: inSchema(words('reactionEvent')),
    when: always,
  }),
);

export const ruleSchema = ofEvent
  .refine(({ messageType, daysBeforeDueDate }) => !isDueEvent(messageType) || daysBeforeDueDate !== null, {
    path: ['daysBeforeDueDate'],
    message: inSchema(words('needed')),
    when: always,
  })
  .refine(({ reactions }) => new Set(reactions.map(({ id }) => id)).size === reactions.length, {
    path: ['reactions'],
    message: inSchema(words('reactionStepTwice')),
  });

export type Rule = z.infer<typeof ruleSchema>;
export type RuleCondition = NonNullable<Rule['condition']>;
