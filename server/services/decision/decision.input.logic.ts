/** What is given of a tree besides its nodes. */
import { z } from 'zod';
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** What is null stays as it is. */
export interface Details {
  readonly name: string | null;
  readonly description: string | null;
  readonly categories: readonly string[] | null;
}

const MOST_NAME = 200;
const MOST_DESCRIPTION = 2_000;
const MOST_CATEGORIES = 20;
const MOST_CATEGORY = 60;

/** Of `tree` as JSON; its root and columns are read apart from this. */
const given = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  categories: z.array(z.string()).nullish(),
  version: z.int().nullish(),
  revision: z.int().nullish(),
});

/** @returns a tree as it was given, an object or its text. @throws Fault INVALID_INPUT for a text that is no JSON. */
export function unwrapped(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  try {
    return JSON.parse(raw);
  } catch {
    throw invalid('tree', 'treeMalformed', { place: 'JSON' });
  }
}

/** @throws Fault INVALID_INPUT naming every field of a wrong type. */
export function givenTree(raw: unknown): z.infer<typeof given> {
  const read = given.safeParse(unwrapped(raw));
  if (!read.success) throw faultOfIssues('tree', read.error.issues);
  return read.data;
}

export function readName(raw: string, field: string): string {
  const name = raw.trim();
  if (name === '' || name.length > MOST_NAME) throw invalid(field, 'nameUpTo', { most: MOST_NAME });
  return name;
}

export function readDescription(raw: string | null | undefined, field: string): string | null {
  if (raw != null && raw.length > MOST_DESCRIPTION) throw invalid(field, 'treeDescription', { most: MOST_DESCRIPTION });
  return raw ?? null;
}

export function readCategories(raw: readonly string[] | null | undefined, field: string): readonly string[] | null {
  if (raw == null) return null;
  const list = [...new Set(raw.map((category) => category.trim()).filter((category) => category !== ''))];
  if (list.length > MOST_CATEGORIES || list.some((category) => category.length > MOST_CATEGORY)) throw invalid(field, 'categoriesMost');
  return list;
}

/** @throws Fault CONFLICT when another tree of the client has the name, letters in any case. */
export async function requireName(tx: Tx, name: string, treeId: Uuid | null, field: string): Promise<string> {
  await holdNames(tx);
  const [taken] = await tx.sql(
    'select 1 from decision_tree where client_id = $1 and lower(name) = lower($2) and not is_deleted and tree_id is distinct from $3 limit 1',
    [tx.clientId, name, treeId],
  );
  if (taken) throw fault('CONFLICT', 'treeCalled', { name }, field);
  return name;
}

/** Names are given one after the other: the second of two saves at once finds the first one's name taken. */
const holdNames = (tx: Tx) => tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:treeNames`]);

/** @returns a name that is free: the given one with a number where it is taken. */
export async function freshName(tx: Tx, wanted = 'New decision tree'): Promise<string> {
  await holdNames(tx);
  const rows = await tx.sql<{ name: string }>('select lower(name) as name from decision_tree where client_id = $1 and not is_deleted', [
    tx.clientId,
  ]);
  const taken = new Set(rows.map((row) => row.name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted.slice(0, MOST_NAME - 8)} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
