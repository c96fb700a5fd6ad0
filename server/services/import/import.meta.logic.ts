/** The client's metadata schemas, as files need them. */
import type { Tx } from '../../platform/tenancy.ts';
import { getMetadata } from '../account/metadata/metadata.logic.ts';
import type { MetaSchemas } from './import.meta.ts';

/** @returns the schemas of claims and accounts; empty ones where nobody has saved any. */
export async function schemasOf(tx: Tx): Promise<MetaSchemas> {
  return { claim: (await getMetadata(tx, 'claim')).schema, account: (await getMetadata(tx, 'account')).schema };
}
