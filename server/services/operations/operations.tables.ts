import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { SmsSenders } from '../../../core/smsSender.ts';
import type { GateRules } from '../../../engine/gate/types.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}
/** When the house is open on a day of the week; several ranges, in order, without overlap. */
export interface OperationDay {
  readonly day: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';
  readonly timeRanges: readonly { readonly start: TimeOfDay; readonly end: TimeOfDay }[];
}

/** When a client works: hours of the week, and days on which it is closed although they are no public holidays. */
export const clientSchedule = pgTable(
  'client_schedule',
  {
    clientId: clientId(),
    operationHours: jsonb().$type<readonly OperationDay[]>().notNull().default([]),
    closedDays: jsonb().$type<readonly { readonly date: string; readonly label: string }[]>().notNull().default([]),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);

/** How a client contacts people: the gate's rules and the providers by channel (no row: the defaults). */
export const contactSetting = pgTable(
  'contact_setting',
  {
    clientId: clientId(),
    gateRules: jsonb().$type<GateRules>(),
    /** Counts saves of the rules; an editor names the one it read. */
    rulesRevision: integer().notNull().default(1),
    /** {providerName, credentials, sender}; null: the sandbox inbox. */
    emailProvider: jsonb().$type<Record<string, unknown>>(),
    smsProvider: jsonb().$type<Record<string, unknown>>(),
    whatsappProvider: jsonb().$type<Record<string, unknown>>(),
    letterProvider: jsonb().$type<Record<string, unknown>>(),
    phoneProvider: jsonb().$type<Record<string, unknown>>(),
    /** Who text messages are from, by the country of the reader's number, where that isn't the provider's sender. */
    smsSenders: jsonb().$type<SmsSenders>().notNull().default({}),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);

/** How a contact with a debtor ended (specification 3, section 3). Written once. */
export const communicationResolution = pgTable(
  'communication_resolution',
  {
    clientId: clientId(),
    resolutionId: uuid().notNull(),
    accountId: uuid().notNull(),
    externalClaimRef: text(),
    communicationMethod: text().notNull(),
    outcomeDirection: text().$type<'inbound' | 'outbound'>().notNull(),
    category: text().notNull(),
    resolution: text().notNull(),
    delinquencyReason: text().notNull(),
    additionalInformation: text().notNull().default(''),
    /** The message or call it is about; one resolution each. */
    communicationRequestId: text(),
    userId: uuid().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.resolutionId] }),
    index('communication_resolution_account').on(t.clientId, t.accountId, t.createdAt.desc()),
    index('communication_resolution_request').on(t.clientId, t.communicationRequestId),
    clientPolicy(),
  ],
);
