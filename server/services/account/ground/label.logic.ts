/** The lists of products and portfolios that filters offer. */
import { invalid } from '../../../../core/fault.ts';
import type { Tx } from '../../../platform/tenancy.ts';

const LIMIT = 100;
const MOST_LIMIT = 1000;

/** @param page filter: a part of the name, any case. @returns names in order. @throws Fault INVALID_INPUT for a page that cannot be. */
export async function listLabels(
  tx: Tx,
  kind: 'product' | 'portfolio',
  page: { filter?: string | null; limit?: number | null; offset?: number | null },
): Promise<string[]> {
  const limit = page.limit ?? LIMIT;
  const offset = page.offset ?? 0;
  if (limit < 1 || limit > MOST_LIMIT) throw invalid('limit', 'pageSize', { most: MOST_LIMIT });
  if (offset < 0) throw invalid('offset', 'metaMinimum', { limit: 0 });
  const rows = await tx.sql<{ name: string }>(
    `select name from account_label where client_id = $1 and kind = $2 and ($3::text is null or strpos(lower(name), lower($3)) > 0) order by lower(name), name limit $4 offset $5`,
    [tx.clientId, kind, page.filter?.replaceAll('\0', '') ?? null, limit, offset],
  );
  return rows.map((row) => row.name);
}

/** Keeps names for the filters. */
export async function writeLabels(tx: Tx, products: Iterable<string>, portfolios: Iterable<string>): Promise<void> {
  const labels = [
    ...[...products].map((name) => ['product', name] as const),
    ...[...portfolios].map((name) => ['portfolio', name] as const),
  ];
  if (labels.length === 0) return;
  await tx.sql(
    `insert into account_label (client_id, kind, name) select $1, kind, name from unnest($2::text[], $3::text[]) as label (kind, name)
     order by kind, name on conflict do nothing`,
    [tx.clientId, labels.map(([kind]) => kind), labels.map(([, name]) => name)],
  );
}
