/** The metadata schemas of a client: read, saved, and held against what is there. */
import { eq } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import type { Permission } from '../../../../core/holds.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { METADATA_SCHEMA_TYPES, type MetadataSchemaType, type MetaSchema, NO_SCHEMA, searchableFields } from '../../../../core/metadata.ts';
import type { Instant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Reading, Tx } from '../../../platform/tenancy.ts';
import { defineBulkAction } from '../bulk/bulk.definition.logic.ts';
import { scheduleBulkAction } from '../bulk/bulk.logic.ts';
import { metadataSchema } from '../ground/account.tables.ts';
import { requireAccount } from '../ground/lookup.logic.ts';
import { refreshAccounts } from '../ground/projection.logic.ts';
import { checkedChange, checkedSchema, fits } from './metadata.check.ts';

export interface Metadata {
  readonly clientId: Uuid;
  readonly schemaType: MetadataSchemaType;
  readonly schema: MetaSchema;
  readonly revision: number;
  readonly updatedAt: Instant | null;
  readonly updatedBy: Uuid | null;
}

/** Rows that a check looks at, and how many at a time. */
const MOST_CHECKED = 50_000;
const PAGE = 2_000;

/** @returns the schemas of the types, in the order of the specification; the empty one where nobody has saved any. */
export async function listMetadata(tx: Tx): Promise<Metadata[]> {
  const rows = await tx.db.select().from(metadataSchema).where(eq(metadataSchema.clientId, tx.clientId));
  return METADATA_SCHEMA_TYPES.map((schemaType) => {
    const row = rows.find((each) => each.schemaType === schemaType);
    return row
      ? { ...row, schema: row.schema as unknown as MetaSchema }
      : { clientId: tx.clientId, schemaType, schema: NO_SCHEMA, revision: 0, updatedAt: null, updatedBy: null };
  });
}

/** @returns the schema of one type. */
export async function getMetadata(tx: Tx, schemaType: MetadataSchemaType): Promise<Metadata> {
  return (await listMetadata(tx)).find((each) => each.schemaType === schemaType)!;
}

async function schemaOf(tx: Reading, schemaType: MetadataSchemaType): Promise<MetaSchema> {
  const [row] = await tx.sql<{ schema: MetaSchema }>('select schema from metadata_schema where client_id = $1 and schema_type = $2', [
    tx.clientId,
    schemaType,
  ]);
  return row?.schema ?? NO_SCHEMA;
}

/**
 * Holds a change of an account's, a claim's or a product's metadata against the client's schema.
 * @returns the change as it is kept, and whether search knows one of its fields. @throws Fault INVALID_INPUT at the wrong value.
 */
export async function checkMetaChange(
  tx: Reading,
  schemaType: MetadataSchemaType,
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Promise<{ change: Record<string, unknown>; searched: boolean }> {
  const schema = await schemaOf(tx, schemaType);
  const kept = checkedChange(schema, before, change);
  return { change: kept, searched: searchableFields(schema).some(({ name }) => Object.hasOwn(kept, name)) };
}

/**
 * Saves a schema. What is there and does not fit stays and is counted; search learns of searchable fields in the background.
 * @param revision of the state it was made from; null: whatever it is. @throws Fault INVALID_INPUT at the wrong place, CONFLICT
 */
export async function setMetadataSchema(
  tx: Tx,
  schemaType: MetadataSchemaType,
  wanted: unknown,
  revision: number | null,
  userId: Uuid,
  permissions: readonly Permission[],
) {
  const schema = checkedSchema(wanted);
  // One after the other, also when there is no row yet to lock.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`metadata ${tx.clientId} ${schemaType}`]);
  const before = await getMetadata(tx, schemaType);
  if (revision !== null && revision !== before.revision) throw fault('CONFLICT', 'schemaChanged', {}, 'revision');
  const fit = await checkFit(tx, schemaType, schema);
  if (isSameSchema(schema, before.schema)) return { metadata: before, fit, bulkActionId: null };
  const values = { schema: schema as never, revision: before.revision + 1, updatedAt: now(), updatedBy: userId };
  await tx.db
    .insert(metadataSchema)
    .values({ clientId: tx.clientId, schemaType, ...values })
    .onConflictDoUpdate({ target: [metadataSchema.clientId, metadataSchema.schemaType], set: values });
  await appendEvents(tx, [
    {
      messageType: 'metadataSchemaChanged',
      payload: { schemaType, changes: changesOf(before.schema, schema), misfits: fit.misfits, checked: fit.checked },
    },
  ]);
  const searched = JSON.stringify(searchableFields(before.schema)) !== JSON.stringify(searchableFields(schema));
  const action = searched
    ? await scheduleBulkAction(tx, { action: 'indexMetadata', filter: {}, params: { schemaType } }, userId, permissions)
    : null;
  return { metadata: await getMetadata(tx, schemaType), fit, bulkActionId: action?.bulkActionId ?? null };
}

/** @returns whether two schemas say the same. */
export const isSameSchema = (one: MetaSchema, other: MetaSchema): boolean => canonical(one) === canonical(other);

/** The same text for the same schema: JSON in the database has an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** What became of each field, for the audit. */
function changesOf(before: MetaSchema, after: MetaSchema) {
  return [...new Set([...before.order, ...after.order])]
    .map((field) => ({ field, from: before.properties[field] ?? null, to: after.properties[field] ?? null }))
    .filter(({ from, to }) => canonical(from) !== canonical(to));
}

/** What becomes searchable is looked up again for every account; what stays as it was is not written. */
defineBulkAction({
  name: 'indexMetadata',
  permission: { domain: 'account', action: 'editMetadataSchema' },
  accounts: async (tx, accountIds) => {
    await refreshAccounts(tx, accountIds);
    return { done: accountIds.length, failed: 0 };
  },
});

const SOURCES: Readonly<Record<MetadataSchemaType, { table: string; key: string; where: string }>> = {
  account: { table: 'account', key: 'account_id::text', where: '' },
  claim: { table: 'claim', key: 'external_claim_ref', where: `and status <> 'deleted'` },
  product: { table: 'account_product', key: `account_id::text || ' ' || product_reference`, where: '' },
};

/** Counts what a schema does not allow among what is there. @throws Fault INVALID_INPUT for a schema that is none. */
export async function checkMetadataSchema(tx: Reading, schemaType: MetadataSchemaType, wanted: unknown) {
  return checkFit(tx, schemaType, checkedSchema(wanted));
}

async function checkFit(tx: Reading, schemaType: MetadataSchemaType, schema: MetaSchema) {
  const misfitsOf = new Map(schema.order.map((name) => [name, 0]));
  let [checked, misfits, after] = [0, 0, ''];
  let more = false;
  const { table, key, where } = SOURCES[schemaType];
  for (; schema.order.length > 0 && !more; ) {
    const rows = await tx.sql<{ key: string; meta: Record<string, unknown> }>(
      `select ${key} as key, meta from ${table} where client_id = $1 ${where} and ${key} > $2 and meta ?| $3::text[] order by ${key} limit ${PAGE}`,
      [tx.clientId, after, schema.order],
    );
    for (const { meta } of rows) {
      const wrong = schema.order.filter(
        (name) => Object.hasOwn(meta, name) && meta[name] !== null && !fits(schema.properties[name]!, meta[name]),
      );
      for (const name of wrong) misfitsOf.set(name, misfitsOf.get(name)! + 1);
      if (wrong.length > 0) misfits++;
    }
    checked += rows.length;
    after = rows.at(-1)?.key ?? after;
    if (rows.length < PAGE) break;
    more = checked >= MOST_CHECKED;
  }
  return {
    checked,
    misfits,
    more,
    fields: [...misfitsOf].filter(([, count]) => count > 0).map(([name, count]) => ({ name, misfits: count })),
  };
}

interface ProductRow {
  readonly productReference: string;
  readonly name: string | null;
  readonly meta: Record<string, unknown>;
  readonly revision: number;
}

/** @returns what is known of an account's products: those of its claims, and those that something was noted about. */
export async function listProductMeta(tx: Reading, accountId: Uuid): Promise<ProductRow[]> {
  if (!isUuid(accountId)) return [];
  return tx.sql<ProductRow & Record<string, unknown>>(
    `select coalesce(c.reference, p.product_reference) as "productReference", coalesce(p.name, c.name) as name,
       coalesce(p.meta, '{}') as meta, coalesce(p.revision, 0) as revision
     from (select product_reference as reference, min(product_name) as name from claim
           where client_id = $1 and account_id = $2 and status <> 'deleted' and product_reference is not null group by 1) c
     full join (select * from account_product where client_id = $1 and account_id = $2) p on p.product_reference = c.reference
     order by 1`,
    [tx.clientId, accountId],
  );
}

/** Sets metadata of a product of an account. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function setProductMeta(
  tx: Tx,
  target: { accountId: Uuid; productReference: string },
  values: unknown,
  revision: number | null,
): Promise<ProductRow> {
  const { accountId, productReference } = target;
  await requireAccount(tx, accountId);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw invalid('meta', 'metaObject');
  await tx.sql('select 1 from account where client_id = $1 and account_id = $2 for update', [tx.clientId, accountId]);
  const before = (await listProductMeta(tx, accountId)).find((each) => each.productReference === productReference);
  if (!before) throw notFound('productNotFound');
  if (revision !== null && revision !== before.revision) throw fault('CONFLICT', 'productChanged', {}, 'revision');
  const { change, searched } = await checkMetaChange(tx, 'product', before.meta, values as Record<string, unknown>);
  const { merged, changed } = mergeMeta(before.meta, change);
  if (Object.keys(changed).length === 0) return before;
  await tx.sql(
    `insert into account_product (client_id, account_id, product_reference, name, meta, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id, account_id, product_reference) do update set meta = excluded.meta, updated_at = excluded.updated_at, revision = account_product.revision + 1`,
    [tx.clientId, accountId, productReference, before.name, JSON.stringify(merged), new Date(now())],
  );
  if (searched) await refreshAccounts(tx, [accountId]);
  await appendEvents(tx, [
    { messageType: 'productMetaChanged', accountId, payload: { productReference, name: before.name ?? productReference, changed } },
  ]);
  return (await listProductMeta(tx, accountId)).find((each) => each.productReference === productReference)!;
}

/** Characters a metadata object may take as JSON. */
const MAX_META = 100_000;

/** @returns what stands there after a change, and what the change changes. @throws Fault INVALID_INPUT when it is too much. */
export function mergeMeta(before: Readonly<Record<string, unknown>>, change: Readonly<Record<string, unknown>>) {
  const merged: Record<string, unknown> = { ...before };
  const changed: Record<string, { from: unknown; to: unknown }> = {};
  for (const [key, to] of Object.entries(change)) {
    const from = Object.hasOwn(before, key) ? before[key] : null;
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changed[key] = { from, to };
    if (to === null) delete merged[key];
    else Object.defineProperty(merged, key, { value: to, enumerable: true, configurable: true, writable: true });
  }
  if (JSON.stringify(merged).length > MAX_META) throw invalid('meta', 'metaMost', { number: MAX_META });
  return { merged, changed };
}
