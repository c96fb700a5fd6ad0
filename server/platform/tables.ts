/** How every table of tenant data is declared: client_id first, one policy, and column types that never confuse moments with days. */
import { type SQL, sql } from 'drizzle-orm';
import { customType, date, pgPolicy, pgRole, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate, Instant } from '../../core/time.ts';

/** The application's role: not the tables' owner, no BYPASSRLS. Created by database.sql. */
export const appRole = pgRole('quittance_app').existing();
/** Sign-in's role: reads the user pool and the names of clients, and nothing else. */
export const identityRole = pgRole('quittance_identity').existing();

/** The first column of every tenant table. */
export const clientId = () => uuid().notNull();

/** The client of the running transaction; null (no row matches) when none was named. */
export const currentClient: SQL = sql`nullif(current_setting('app.client_id', true), '')::uuid`;

/** The one row-level rule of tenant data. What is written is compared with one value per statement: asking for it per row costs as much as an index. */
export const clientPolicy = () =>
  pgPolicy('client_isolation', {
    as: 'permissive',
    for: 'all',
    to: appRole,
    using: sql`client_id = ${currentClient}`,
    withCheck: sql`client_id = (select ${currentClient})`,
  });

/** timestamptz as an Instant (milliseconds). */
export const instantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).getTime() as Instant,
  toDriver: (value) => new Date(value).toISOString(),
});

/** date as a CalendarDate. */
export const calendarDateColumn = () => date({ mode: 'string' }).$type<CalendarDate>();

/** bytea as bytes. */
export const bytesColumn = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
