/** What a service lets the others read of its tables (docs/decisions/published.md). */
import { getTableName, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { type PgTable, pgSchema } from 'drizzle-orm/pg-core';

export const published = pgSchema('published');

/**
 * A view of a table that other services read. Rights and row-level security are the reader's, and the planner sees the table itself.
 * @param columns what others may rely on: a change that takes one away needs two releases.
 * @param name the table's, unless it is there for a role that may see less of the table than the application
 */
export const publish = <Table extends PgTable>(
  table: Table,
  columns: readonly (keyof Table['_']['columns'] & string)[],
  name: string = getTableName(table),
) =>
  published
    .view(name, {})
    .with({ securityInvoker: true })
    .as(sql.raw(`select ${columns.map(toSnakeCase).join(', ')} from ${getTableName(table)}`));
