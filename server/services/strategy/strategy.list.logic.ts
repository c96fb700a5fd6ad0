/** Strategies as lists show them: pages, choices, and where the claims of one stand. */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isUuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';

export interface ListItem {
  readonly id: Uuid;
  readonly clientId: Uuid;
  readonly displayName: string;
  readonly categories: string[];
  readonly currentVersion: number;
  readonly stepCount: number;
  readonly previewUrl: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly updatedBy: Uuid | null;
  readonly isDeleted: boolean;
  readonly runningClaims: number;
}

interface ListInput {
  readonly searchText?: string | null | undefined;
  readonly categories?: readonly string[] | null | undefined;
  readonly showDeleted: boolean;
  /** 1 to 200; 50 when absent. */
  readonly limit?: number | null | undefined;
  readonly paginationId?: string | null | undefined;
}

/** @returns one page by name, keyset-paged. @throws Fault INVALID_INPUT for a paginationId that is none. */
export async function listBlueprints(
  tx: Tx,
  { searchText, categories, showDeleted, limit, paginationId }: ListInput,
): Promise<{ results: ListItem[]; paginationId: string | null; total: number; categories: string[] }> {
  const size = Math.min(200, Math.max(1, limit ?? 50));
  const after = paginationId ? readPage(paginationId) : null;
  const pattern = searchText?.trim() ? `%${searchText.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const wanted = categories && categories.length > 0 ? categories : null;
  const matching = `b.client_id = $1 and ($2 or not b.is_deleted) and ($3::text is null or b.display_name ilike $3) and ($4::text[] is null or b.categories && $4::text[])`;
  const values = [tx.clientId, showDeleted, pattern, wanted];
  const rows = await tx.sql<ListItem & Record<string, unknown>>(
    `select b.blueprint_id as id, b.client_id as "clientId", b.display_name as "displayName", b.categories, b.current_version as "currentVersion",
       jsonb_array_length(v.steps) as "stepCount", b.preview as "previewUrl", (extract(epoch from b.created_at) * 1000)::float8 as "createdAt",
       (extract(epoch from b.updated_at) * 1000)::float8 as "updatedAt", b.updated_by as "updatedBy", b.is_deleted as "isDeleted",
       (select count(*)::int from strategy_run r where r.client_id = $1 and r.blueprint_id = b.blueprint_id and r.status in ('active', 'waiting', 'paused')) as "runningClaims"
     from strategy_blueprint b join strategy_version v on v.client_id = $1 and v.blueprint_id = b.blueprint_id and v.version = b.current_version
     where ${matching} and ($5::text is null or (lower(b.display_name), b.blueprint_id) > ($5, $6::uuid))
     order by lower(b.display_name), b.blueprint_id limit $7`,
    [...values, after?.name ?? null, after?.id ?? null, size + 1],
  );
  const [count] = await tx.sql<{ total: number }>(`select count(*)::int as total from strategy_blueprint b where ${matching}`, values);
  const used = await tx.sql<{ category: string }>(
    'select distinct unnest(categories) as category from strategy_blueprint where client_id = $1 and not is_deleted order by 1',
    [tx.clientId],
  );
  const results = rows.slice(0, size);
  const last = results.at(-1);
  return {
    results,
    paginationId:
      rows.length > size && last ? Buffer.from(JSON.stringify([last.displayName.toLowerCase(), last.id])).toString('base64url') : null,
    total: count!.total,
    categories: used.map((row) => row.category),
  };
}

function readPage(paginationId: string): { name: string; id: Uuid } {
  try {
    const [name, id] = JSON.parse(Buffer.from(paginationId, 'base64url').toString()) as unknown[];
    if (typeof name === 'string' && isUuid(id)) return { name, id };
  } catch {
    // answered below
  }
  throw invalid('paginationId', 'pageEndUnknown');
}

/** @returns every living strategy, for choosing one. */
export async function strategyOptions(tx: Tx): Promise<{ id: Uuid; displayName: string; categories: string[] }[]> {
  return tx.sql(
    `select blueprint_id as id, display_name as "displayName", categories from strategy_blueprint
     where client_id = $1 and not is_deleted order by lower(display_name)`,
    [tx.clientId],
  );
}

/** @returns versions with their claims, and where the claims stand now. @throws Fault NOT_FOUND */
export async function blueprintMetadata(tx: Tx, blueprintId: string) {
  const blueprint = await findBlueprint(tx, blueprintId);
  const alive = `status in ('active', 'waiting', 'paused')`;
  const values = [tx.clientId, blueprint.id];
  const versions = await tx.sql<{ version: number; savedAt: Instant; savedBy: Uuid | null; stepCount: number; runningClaims: number }>(
    `select v.version, (extract(epoch from v.saved_at) * 1000)::float8 as "savedAt", v.saved_by as "savedBy", jsonb_array_length(v.steps) as "stepCount",
       (select count(*)::int from strategy_run r where r.client_id = $1 and r.blueprint_id = $2 and r.version = v.version and r.${alive}) as "runningClaims"
     from strategy_version v where v.client_id = $1 and v.blueprint_id = $2 order by v.version desc`,
    values,
  );
  const claimsByStatus = await tx.sql<{ status: string; claims: number }>(
    'select status, count(*)::int as claims from strategy_run where client_id = $1 and blueprint_id = $2 group by status order by status',
    values,
  );
  const claimsByStep = await tx.sql<{ stepId: string; claims: number }>(
    `select step_id as "stepId", count(*)::int as claims from strategy_run
     where client_id = $1 and blueprint_id = $2 and ${alive} and step_id is not null group by step_id order by step_id`,
    values,
  );
  return { ...blueprint, versions, claimsByStatus, claimsByStep };
}
