/** New clients. */
import { uuidv7 } from '../../../core/id.ts';
import { FIXED_ROLE } from '../../../core/roles.ts';
import type { Identity } from '../../platform/caller.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { addGroup } from '../identity/identity.logic.ts';
import { checkConfiguration } from './backoffice.configuration.logic.ts';
import type { NewClient } from './backoffice.graphql.ts';
import { addClientUser } from './backoffice.logic.ts';
import { client } from './backoffice.tables.ts';

/** Adds a client whose administrator the caller is; their next token knows it. @throws Fault INVALID_INPUT naming the field */
export async function addClient(database: Database, wanted: NewClient, creator: Identity) {
  const { name, currency, timezone, countryCode } = wanted;
  const checked = checkConfiguration({ name, currency, timezone, countryCode, defaultLocale: wanted.defaultLocale ?? null });
  const clientId = uuidv7();
  await inClient(
    database,
    clientId,
    async (tx) => {
      await tx.db.insert(client).values({ name, currency, timezone, countryCode, ...checked, clientId, createdAt: now() });
      await addClientUser(tx, { userId: creator.userId, email: creator.email, name: creator.name, role: FIXED_ROLE });
      await appendEvents(tx, [{ messageType: 'clientCreated', payload: { name: checked.name } }]);
    },
    { actor: { type: 'user', id: creator.userId } },
  );
  await addGroup(database, creator.userId, { clientId, role: FIXED_ROLE, partnerId: null });
  return { clientId, name: checked.name ?? name };
}
