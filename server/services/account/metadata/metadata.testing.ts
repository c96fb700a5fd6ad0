/** What the tests of metadata share: a house with one account, and how its schemas, values and the search are asked. */
import { afterAll, beforeAll } from 'vitest';
import type { MetaField } from '../../../../core/metadata.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { seedDetail } from '../account.detail.cases.ts';
import { seedMetadata } from '../account.metadata.cases.ts';

export const SAVE = `mutation ($clientId: ID!, $schemaType: MetadataSchemaType!, $schema: JSON!, $revision: Int) {
  setMetadataSchema(clientId: $clientId, schemaType: $schemaType, schema: $schema, revision: $revision) {
    metadata { revision schema updatedBy } fit { checked misfits more fields { name misfits } } bulkActionId } }`;
export const GET = `query ($clientId: ID!) { getMetadatas(clientId: $clientId) { schemaType revision schema } }`;

export interface Saved {
  metadata: { revision: number; schema: { order: string[] }; updatedBy: string };
  fit: { checked: number; misfits: number; fields: { name: string; misfits: number }[] };
  bulkActionId: string | null;
}

/** Opens a house for a test file and closes it after its last test; what it gives may be used inside tests only. */
export function metadataFixture() {
  let house: TestHouse;
  const world: Record<string, string> = {};
  beforeAll(async () => {
    house = await openTestHouse();
    await house.inA(async (tx) => {
      await seedDetail(tx, world);
      await seedMetadata(tx);
    });
  });
  afterAll(() => house.close());

  const save = async (schemaType: string, properties: Record<string, MetaField>, revision?: number) =>
    (
      await house.call<{ setMetadataSchema: Saved }>('account', SAVE, {
        clientId: house.clientA,
        schemaType,
        schema: { type: 'object', properties },
        revision: revision ?? null,
      })
    ).setMetadataSchema;
  const raw = (document: string, variables: object) => house.raw('account', document, { clientId: house.clientA, ...variables });
  const setAccount = async (meta: object) => {
    const answer = await raw(
      'mutation ($clientId: ID!, $accountId: ID!, $meta: JSON!) { setAccountMeta(clientId: $clientId, accountId: $accountId, meta: $meta) { meta } }',
      { accountId: world.accountId, meta },
    );
    return answer.errors
      ? { field: answer.errors[0]?.extensions?.field, key: (answer.errors[0]?.extensions as { key?: string } | undefined)?.key }
      : (answer.data as { setAccountMeta: { meta: Record<string, unknown> } }).setAccountMeta.meta;
  };
  const search = async (queryText: string) =>
    (
      await house.call<{ searchAccounts: { results: { accountId: string }[] } }>(
        'account',
        'query ($clientId: ID!, $queryText: String) { searchAccounts(clientId: $clientId, queryText: $queryText) { results { accountId } } }',
        { clientId: house.clientA, queryText },
      )
    ).searchAccounts.results.length;

  return {
    get house() {
      return house;
    },
    /** The account of client A (account.detail.cases). */
    world,
    save,
    raw,
    setAccount,
    search,
  };
}
