/** Saved versions made ready to run, kept in memory: a version never changes, so neither does what it compiles to. */
import type { Uuid } from '../../../core/id.ts';
import { type CompiledBlueprint, compile } from '../../../engine/compile.ts';
import { reachable } from '../../../engine/graph/graph.ts';
import { fromTree, type TreeStep } from '../../../engine/graph/tree.ts';
import type { Need } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Versions kept; the oldest loaded one goes first. */
const KEPT = 1000;
const kept = new Map<string, CompiledBlueprint>();

export interface VersionRef {
  readonly blueprintId: Uuid;
  readonly version: number;
}

/** @returns the key of a version within one client. */
export function versionKey({ blueprintId, version }: VersionRef): string {
  return `${blueprintId}:${version}`;
}

/** @returns the versions that exist by versionKey; those not in memory come with one query. */
export async function loadCompiled(tx: Tx, wanted: Iterable<VersionRef>): Promise<Map<string, CompiledBlueprint>> {
  const found = new Map<string, CompiledBlueprint>();
  const missing = new Map<string, VersionRef>();
  for (const ref of wanted) {
    const key = versionKey(ref);
    const known = kept.get(`${tx.clientId}:${key}`);
    if (known) found.set(key, known);
    else missing.set(key, ref);
  }
  if (missing.size === 0) return found;
  const refs = [...missing.values()];
  const rows = await tx.sql<{ blueprint_id: Uuid; version: number; steps: TreeStep[] }>(
    `select v.blueprint_id, v.version, v.steps from unnest($2::uuid[], $3::int[]) as w(blueprint_id, version)
     join strategy_version v on v.client_id = $1 and v.blueprint_id = w.blueprint_id and v.version = w.version`,
    [tx.clientId, refs.map((ref) => ref.blueprintId), refs.map((ref) => ref.version)],
  );
  for (const row of rows) {
    const compiled = compile({ blueprintId: row.blueprint_id, version: row.version, steps: fromTree(row.steps) });
    const key = versionKey(compiled);
    found.set(key, compiled);
    kept.set(`${tx.clientId}:${key}`, compiled);
  }
  for (const key of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(key);
  }
  return found;
}

const ahead = new WeakMap<CompiledBlueprint, Map<string, readonly Need[]>>();

/** @returns the facts that the step and everything after it may read; 'claim' is always among them. Computed once per step. */
export function needsFrom(compiled: CompiledBlueprint, stepId: string | null): readonly Need[] {
  const known = ahead.get(compiled) ?? new Map<string, readonly Need[]>();
  ahead.set(compiled, known);
  const from = stepId ?? '';
  let needs = known.get(from);
  if (needs) return needs;
  const collected = new Set<Need>(['claim']);
  for (const id of reachable(compiled.steps, from)) for (const need of compiled.steps.get(id)!.needs) collected.add(need);
  needs = [...collected].sort();
  known.set(from, needs);
  return needs;
}
