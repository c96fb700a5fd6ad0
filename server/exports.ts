/** The door of exported lists with what it needs of the services above it. */
import type { FastifyInstance } from 'fastify';
import type { Tokens } from './platform/identity.ts';
import { mountListExports } from './platform/listExport.ts';
import type { Database } from './platform/tenancy.ts';
import { readLocality } from './services/backoffice/backoffice.logic.ts';
import { SERVICES } from './services.ts';

/** Adds POST /api/export/<list> for every list that a service has declared. */
export function mountExports(app: FastifyInstance, { database, tokens }: { database: Database; tokens: Tokens }): Promise<void> {
  return mountListExports(app, {
    database,
    tokens,
    schemaOf: (name) => {
      const service = SERVICES.find((each) => each.name === name);
      if (!service) throw new Error(`no service ${name}`);
      return service.schema;
    },
    zoneOf: async (tx) => (await readLocality(tx)).timezone,
  });
}
