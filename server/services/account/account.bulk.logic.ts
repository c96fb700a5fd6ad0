/** Actions over many accounts: chosen ones or all of a search, in the background, with progress, resumable after a crash. */
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';

export interface BulkResult {
  readonly done: number;
  readonly failed: number;
}

/** One action. `run` gets a chunk of account ids in one transaction and may get a chunk again: it must be idempotent. */
export interface BulkActionDefinition {
  readonly name: string;
  /** What the person who schedules it must hold, besides account/bulkAction. */
  readonly permission: { readonly domain: string; readonly action: string };
  /** Refuses wrong parameters when it is scheduled. @throws Fault naming the field. */
  readonly check?: (tx: Tx, params: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly run: (tx: Tx, accountIds: readonly Uuid[], params: Readonly<Record<string, unknown>>) => Promise<BulkResult>;
}

const definitions = new Map<string, BulkActionDefinition>();

/** Declares an action; a service does it where its resolvers are loaded. */
export function defineBulkAction(definition: BulkActionDefinition): void {
  if (definitions.has(definition.name)) throw new Error(`bulk action ${definition.name} is defined twice`);
  definitions.set(definition.name, definition);
}

/** @returns the action of that name, or undefined. */
export function bulkActionNamed(name: string): BulkActionDefinition | undefined {
  return definitions.get(name);
}
