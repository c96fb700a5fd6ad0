/**
 * The metadata fields of a client as its configuration shows them: a view of the metadata schemas, which the account service keeps beside
 * what they describe. That service stands above this one, so it fills this place.
 */

import type { Permission } from '../../../core/holds.ts';
import type { Uuid } from '../../../core/id.ts';
import type { MetadataSchemaType, MetaField } from '../../../core/metadata.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Fields by name, in their order, for accounts, claims and products. */
export type MetaFields = Record<MetadataSchemaType, Record<string, MetaField>>;

/** Who changes the configuration, and what they may do. */
export interface Editor {
  readonly userId: Uuid;
  readonly permissions: readonly Permission[];
}

export interface MetaFieldsKeeper {
  readonly read: (tx: Tx) => Promise<MetaFields>;
  /** Replaces the fields of the owners that are named. @throws Fault INVALID_INPUT at the wrong place, FORBIDDEN */
  readonly write: (tx: Tx, wanted: Readonly<Record<string, unknown>>, editor: Editor) => Promise<void>;
  /** @returns values for new records as they are kept, by owner. @throws Fault INVALID_INPUT at the field that does not allow its value */
  readonly checkDefaults: (tx: Tx, values: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>;
}

let known: MetaFieldsKeeper | null = null;

/** Registered once, by a module that the account service's resolvers import. */
export function defineMetaFields(keeper: MetaFieldsKeeper): void {
  if (known) throw new Error('metadata fields are defined twice');
  known = keeper;
}

/** @returns what keeps the fields. */
export function metaFieldsKeeper(): MetaFieldsKeeper {
  if (!known) throw new Error('no service keeps metadata fields');
  return known;
}
