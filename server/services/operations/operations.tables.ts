import { jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { GateRules } from '../../../engine/gate/types.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

/** How a client contacts people: the gate's rules and the e-mail and SMS providers (no row: the defaults). */
export const contactSetting = pgTable(
  'contact_setting',
  {
    clientId: clientId(),
    gateRules: jsonb().$type<GateRules>(),
    /** {providerName, credentials, sender}; null: the sandbox inbox. */
    emailProvider: jsonb().$type<Record<string, unknown>>(),
    smsProvider: jsonb().$type<Record<string, unknown>>(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId] }), clientPolicy()],
);
