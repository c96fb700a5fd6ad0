/** What a bulk action did to each account or claim, where that can be undone or went wrong. */
import type { BulkReason } from '../../../../core/bulkReasons.ts';
import { invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { BulkActionItemPage, BulkItemOutcome } from '../account.graphql.ts';

export interface BulkItem {
  /** An account's id or a claim's reference. */
  readonly itemId: string;
  readonly outcome: 'done' | 'failed';
  readonly reason?: BulkReason;
  /** What undoing needs. */
  readonly before?: Readonly<Record<string, unknown>> | null;
}

/** @returns an item for each id that could not be done. */
export const failures = (ids: readonly string[], reason: BulkReason): BulkItem[] =>
  ids.map((itemId) => ({ itemId, outcome: 'failed', reason }));

/** Writes items with one statement. */
export async function keepItems(tx: Tx, bulkActionId: Uuid, items: readonly BulkItem[]): Promise<void> {
  if (items.length === 0) return;
  await tx.sql(
    `insert into bulk_action_item (client_id, bulk_action_id, item_id, outcome, reason, before)
     select $1, $2, item, outcome, case when reason <> '' then jsonb_build_object('key', reason) end, before
     from unnest($3::text[], $4::text[], $5::text[], $6::jsonb[]) as t(item, outcome, reason, before) on conflict do nothing`,
    [
      tx.clientId,
      bulkActionId,
      items.map((item) => item.itemId),
      items.map((item) => item.outcome),
      items.map((item) => item.reason ?? ''),
      items.map((item) => (item.before ? JSON.stringify(item.before) : null)),
    ],
  );
}

/** Items of an action that nobody has undone, each with the account or claim it counts for: an action over accounts may have worked on their claims. */
const DONE = `select i.item_id as "itemId", i.outcome, i.before, coalesce(c.account_id::text, i.item_id) as unit
  from bulk_action_item i
  join bulk_action b on b.client_id = i.client_id and b.bulk_action_id = i.bulk_action_id
  left join claim c on b.unit = 'account' and c.client_id = i.client_id and c.external_claim_ref = i.item_id
  where i.client_id = $1 and i.bulk_action_id = $2 and i.outcome = 'done'`;

/** @returns all items of the next accounts or claims that the action did, in the order of these. @param most accounts or claims. */
export async function doneItems(
  tx: Tx,
  bulkActionId: Uuid,
  after: string | null,
  most: number,
): Promise<(BulkItem & { readonly unit: string })[]> {
  return tx.sql<BulkItem & { unit: string }>(
    `with done as (${DONE})
     select * from done where unit in (select distinct unit from done where $3::text is null or unit > $3 order by unit limit ${most})
     order by unit, "itemId"`,
    [tx.clientId, bulkActionId, after],
  );
}

/** @returns how many accounts or claims there are to undo. */
export async function countDone(tx: Tx, bulkActionId: Uuid): Promise<number> {
  const [row] = await tx.sql<{ units: number }>(`select count(distinct unit)::int as units from (${DONE}) done`, [
    tx.clientId,
    bulkActionId,
  ]);
  return row?.units ?? 0;
}

/** Notes that items are as they were before. */
export async function markUndone(tx: Tx, bulkActionId: Uuid, itemIds: readonly string[]): Promise<void> {
  await tx.sql(
    `update bulk_action_item set outcome = 'undone' where client_id = $1 and bulk_action_id = $2 and item_id = any($3::text[])`,
    [tx.clientId, bulkActionId, itemIds],
  );
}

const MOST = 500;
/** An item with the reference that people know it by; an account's item_id is its id. */
const LABELLED = `select i.item_id as "itemId", coalesce(a.external_account_ref, i.item_id) as label, i.outcome, i.reason ->> 'key' as reason
  from bulk_action_item i left join account a on a.client_id = i.client_id and a.account_id::text = i.item_id`;

/** @returns items in the order of their ids. @throws Fault INVALID_INPUT for a page of more than 500. */
export async function listItems(
  tx: Tx,
  bulkActionId: Uuid,
  page: { readonly outcome?: BulkItemOutcome | null; readonly size?: number | null; readonly searchAfter?: string | null },
): Promise<BulkActionItemPage> {
  const size = page.size ?? 50;
  if (size < 1 || size > MOST) throw invalid('size', 'pageSize', { most: MOST });
  const rows = await tx.sql<BulkActionItemPage['results'][number] & Record<string, unknown>>(
    `${LABELLED} where i.client_id = $1 and i.bulk_action_id = $2 and ($3::text is null or i.outcome = $3) and ($4::text is null or i.item_id > $4)
     order by i.item_id limit ${size + 1}`,
    [tx.clientId, bulkActionId, page.outcome ?? null, page.searchAfter ?? null],
  );
  return { results: rows.slice(0, size), searchAfter: rows.length > size ? rows[size - 1]!.itemId : null };
}

/** The statement of all items of an action, for a cursor; $1 is the client, $2 the action, $3 an outcome or null. */
export const ITEMS_OF = `${LABELLED} where i.client_id = $1 and i.bulk_action_id = $2 and ($3::text is null or i.outcome = $3) order by i.item_id`;
