import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, instantColumn } from './tables.ts';

/** How far a follower has read a client's log (follow.ts). No row: it has not begun, and begins with the log. */
export const eventFollower = pgTable(
  'event_follower',
  {
    clientId: clientId(),
    follower: text().notNull(),
    /** By the wall clock, as the ids of events are: what was appended before is handled, but for what committed late. */
    lookedUntil: instantColumn().notNull(),
    /** In a row; 0: the last try went well. */
    failures: integer().notNull().default(0),
    /** Not before this is tried again. */
    retryAt: instantColumn(),
    lastError: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.follower] }), clientPolicy()],
);

/** The events of the last days that a follower has handled: what commits late is told from what was handled before. */
export const eventFollowed = pgTable(
  'event_followed',
  { clientId: clientId(), follower: text().notNull(), messageId: uuid().notNull() },
  (t) => [primaryKey({ columns: [t.clientId, t.follower, t.messageId] }), clientPolicy()],
);
