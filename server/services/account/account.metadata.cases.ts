import type { Cases } from '../../platform/cases.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Gives the seeded claim a product. */
export async function seedMetadata(tx: Tx): Promise<void> {
  await tx.sql(`update claim set product_reference = 'PRODUCT-1', product_name = 'Gas' where client_id = $1`, [tx.clientId]);
}

const schema = { properties: { contract: { type: 'string', maxLength: 40 } } };

export const metadataOperations: Cases['operations'] = {
  getMetadataSchema: ({ clientId }) => ({ clientId, schemaType: 'account' }),
  getMetadatas: ({ clientId }) => ({ clientId }),
  checkMetadataSchema: ({ clientId }) => ({ clientId, schemaType: 'account', schema }),
  setMetadataSchema: ({ clientId }) => ({ clientId, schemaType: 'account', schema }),
  getProductMetas: ({ clientId, accountId }) => ({ clientId, accountId }),
  setProductMeta: ({ clientId, accountId }) => ({ clientId, accountId, productReference: 'PRODUCT-1', meta: { contract: 'A' } }),
};
