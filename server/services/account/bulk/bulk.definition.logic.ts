/** Which actions there are over many accounts or claims: each is declared by the service that knows how to do it. */

import { invalid, missingPermission } from '../../../../core/fault.ts';
import { holds, type Permission } from '../../../../core/holds.ts';
import type { MessageChannel } from '../../../../core/messageChannels.ts';
import type { Instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { BulkItem } from './bulk.items.logic.ts';

export type Params = Readonly<Record<string, unknown>>;

export interface BulkResult {
  /** How many of the chunk were worked on, and how many could not be. */
  readonly done: number;
  readonly failed: number;
  /** Those that can be undone, with what was there before, and those that could not be done, with the reason. */
  readonly items?: readonly BulkItem[];
  /** Messages that had left when it was undone: these nobody takes back. */
  readonly messagesSent?: number;
}

/** Messages and calls by channel. */
export type BulkForecast = Readonly<Record<MessageChannel, number>>;

/** Works on a chunk of account ids or claim references in one transaction, together with its progress: after a crash it is done whole or not at all. */
type Run = (tx: Tx, ids: readonly string[], params: Params) => Promise<BulkResult>;

/** One action, over accounts, claims or both. */
export interface BulkActionDefinition {
  readonly name: string;
  /** What the person who schedules it must hold, besides account/bulkAction. */
  readonly permission: { readonly domain: string; readonly action: string };
  /** Refuses wrong parameters when it is scheduled. @throws Fault naming the field. */
  readonly check?: (tx: Tx, params: Params) => Promise<void>;
  readonly accounts?: Run;
  readonly claims?: Run;
  /** What it would send within its first hour. */
  readonly forecast?: (tx: Tx, unit: 'account' | 'claim', ids: readonly string[], params: Params) => Promise<BulkForecast>;
  /** Puts items back as they were, those that have not changed since. The params are the action's own. @param since when the action was asked for. */
  readonly undo?: (tx: Tx, items: readonly BulkItem[], params: Params, since: Instant) => Promise<BulkResult>;
}

const definitions = new Map<string, BulkActionDefinition>();

/** Declares an action. It must be declared in every process: a service does so in a module that its resolvers import. */
export function defineBulkAction(definition: BulkActionDefinition): void {
  if (definitions.has(definition.name)) throw new Error(`bulk action ${definition.name} is defined twice`);
  definitions.set(definition.name, definition);
}

/** @returns the action of that name; undefined where this version knows none. */
export const findBulkAction = (name: string): BulkActionDefinition | undefined => definitions.get(name);

/** @throws Fault INVALID_INPUT naming the actions there are. */
export function definitionOf(name: string): BulkActionDefinition {
  const definition = definitions.get(name);
  if (definition) return definition;
  throw invalid('action', 'unknownOf', { name: name.slice(0, 60), choices: [...definitions.keys()].sort().join(', ') });
}

/** @throws Fault FORBIDDEN without the action's own permission. */
export function demand({ permission: { domain, action } }: BulkActionDefinition, permissions: readonly Permission[]): void {
  if (!holds(permissions, domain, action)) throw missingPermission(`${domain}/${action}`);
}
