import type { MutationResolvers, QueryResolvers } from './account.graphql.ts';
import {
  checkMetadataSchema,
  getMetadata,
  listMetadata,
  listProductMeta,
  setMetadataSchema,
  setProductMeta,
} from './metadata/metadata.logic.ts';

export const metadataQueries: QueryResolvers = {
  getMetadataSchema: (_, { schemaType }, { tx }) => getMetadata(tx, schemaType),
  getMetadatas: (_, __, { tx }) => listMetadata(tx),
  checkMetadataSchema: (_, { schemaType, schema }, { tx }) => checkMetadataSchema(tx, schemaType, schema),
  getProductMetas: (_, { accountId }, { tx }) => listProductMeta(tx, accountId),
};

export const metadataMutations: MutationResolvers = {
  setMetadataSchema: (_, { schemaType, schema, revision }, { tx, identity, permissions }) =>
    setMetadataSchema(tx, schemaType, schema, revision ?? null, identity.userId, permissions),
  setProductMeta: (_, { accountId, productReference, meta, revision }, { tx }) =>
    setProductMeta(tx, { accountId, productReference }, meta, revision ?? null),
};
