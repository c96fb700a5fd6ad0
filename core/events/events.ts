/** All that is declared of every kind of event. A browser has no use for it: it loads catalogue.ts. */
import type { z } from 'zod';
import type { RetentionKind } from '../retention.ts';
import { ACCESS_EVENTS } from './access.ts';
import { ACCOUNT_EVENTS } from './account.ts';
import { AGREEMENT_EVENTS } from './agreement.ts';
import { API_KEY_EVENTS } from './apiKey.ts';
import { APPROVAL_EVENTS } from './approval.ts';
import { BANK_EVENTS } from './bank.ts';
import { BULK_EVENTS } from './bulk.ts';
import type { EventType } from './catalogue.ts';
import { CLAIM_EVENTS } from './claim.ts';
import { CONNECTOR_EVENTS } from './connector.ts';
import { CONTENT_EVENTS } from './content.ts';
import { DEBTOR_EVENTS } from './debtor.ts';
import type { EventFacts } from './define.ts';
import { DELIVERY_EVENTS } from './delivery.ts';
import type { IMPORTED } from './fields.ts';
import { FILE_EVENTS } from './file.ts';
import { MANDATE_EVENTS } from './mandate.ts';
import { MESSAGE_EVENTS } from './message.ts';
import { NOTIFICATION_EVENTS } from './notification.ts';
import { OUTSOURCING_EVENTS } from './outsourcing.ts';
import { PARTNER_EVENTS } from './partner.ts';
import { PARTNER_FILE_EVENTS } from './partnerFile.ts';
import { PAYMENT_EVENTS } from './payment.ts';
import { PORTAL_EVENTS } from './portal.ts';
import { PRIVACY_EVENTS } from './privacy.ts';
import { PROPOSAL_EVENTS } from './proposal.ts';
import { REACTION_EVENTS } from './reaction.ts';
import { SETTING_EVENTS } from './setting.ts';
import { STAFF_EVENTS } from './staff.ts';
import { STRATEGY_EVENTS } from './strategy.ts';
import { TASK_EVENTS } from './task.ts';
import { versionOf } from './versions.ts';
import { WEBHOOK_EVENTS } from './webhook.ts';
import { WORKFLOW_EVENTS } from './workflow.ts';

/** The compiler sees to it that none is forgotten. */
const DECLARED = {
  ...CLAIM_EVENTS,
  ...ACCOUNT_EVENTS,
  ...DEBTOR_EVENTS,
  ...FILE_EVENTS,
  ...PRIVACY_EVENTS,
  ...PAYMENT_EVENTS,
  ...OUTSOURCING_EVENTS,
  ...AGREEMENT_EVENTS,
  ...APPROVAL_EVENTS,
  ...MANDATE_EVENTS,
  ...STRATEGY_EVENTS,
  ...REACTION_EVENTS,
  ...MESSAGE_EVENTS,
  ...DELIVERY_EVENTS,
  ...PORTAL_EVENTS,
  ...TASK_EVENTS,
  ...WORKFLOW_EVENTS,
  ...BULK_EVENTS,
  ...BANK_EVENTS,
  ...CONTENT_EVENTS,
  ...SETTING_EVENTS,
  ...STAFF_EVENTS,
  ...ACCESS_EVENTS,
  ...NOTIFICATION_EVENTS,
  ...API_KEY_EVENTS,
  ...PROPOSAL_EVENTS,
  ...PARTNER_FILE_EVENTS,
  ...PARTNER_EVENTS,
  ...WEBHOOK_EVENTS,
  ...CONNECTOR_EVENTS,
} satisfies Readonly<Record<EventType, unknown>>;

export const EVENTS: Readonly<Record<EventType, EventFacts>> = DECLARED;

type Declared = typeof DECLARED;
type Says<Event extends EventFacts> = ReadonlyDeep<z.input<z.ZodObject<Event['payload']>>> &
  (Event extends { readonly rest: true } ? Readonly<Record<string, unknown>> : unknown);
type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }
    : Value;
/** What events of a kind say. */
export type EventPayload<Type extends EventType> = Says<Declared[Type]>;

/** What an event says that a file of past actions brought. */
export type ImportedFact = ReadonlyDeep<z.input<z.ZodObject<typeof IMPORTED>>>;

/** Kinds whose payload has had another shape before, with the version in which it is written now; all others are in version 1. */
export const RAISED: ReadonlyMap<string, number> = new Map(
  Object.entries(EVENTS).flatMap(([type, facts]) => (versionOf(facts) > 1 ? [[type, versionOf(facts)] as const] : [])),
);

/** @returns the kinds whose payload belongs to a kind of personal data. */
export function eventTypesOf(kind: RetentionKind): string[] {
  return Object.entries(EVENTS).flatMap(([type, { retention }]) => (retention === kind ? [type] : []));
}
