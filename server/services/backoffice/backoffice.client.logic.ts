/** New clients. */
import type { Uuid } from '../../../core/id.ts';
import { uuidv7 } from '../../../core/id.ts';
import { localeOfCountry } from '../../../core/localeOfCountry.ts';
import { FIXED_ROLE } from '../../../core/roles.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { addGroup } from '../identity/identity.logic.ts';
import { checkConfiguration } from './backoffice.configuration.logic.ts';
import type { NewClient } from './backoffice.graphql.ts';
import { addClientUser } from './backoffice.logic.ts';
import { client } from './backoffice.tables.ts';
import { findUser, groupsOf } from './backoffice.user.list.logic.ts';

/** Lets the maker in where the process that made the client ended before it could. */
const creatorJob = defineJob<{ clientId: Uuid; userId: Uuid }>({
  name: 'clients.creator',
  run: ({ clientId, userId }, database) => letIn(database, clientId, userId),
});

/** What a new client must say; without a language it gets its country's. @throws Fault INVALID_INPUT naming the field */
export function checkNewClient({ name, currency, timezone, countryCode, defaultLocale }: NewClient) {
  const checked = checkConfiguration({ name, currency, timezone, countryCode, defaultLocale: defaultLocale ?? null });
  return { name, currency, timezone, countryCode, defaultLocale: localeOfCountry(countryCode), ...checked };
}

/**
 * Adds a client whose administrator the caller is; their next token knows it. Its roles, contact rules, tags and flags are the product's own
 * until it saves others. The user pool lies outside of the client's transaction: a job that commits with the client lets its maker in if this
 * process ends before it has. @throws Fault INVALID_INPUT naming the field
 */
export async function addClient(database: Database, wanted: NewClient, creator: { userId: Uuid; email: string; name: string }) {
  const checked = checkNewClient(wanted);
  const clientId = uuidv7();
  const { userId, email, name } = creator;
  await inClient(
    database,
    clientId,
    async (tx) => {
      // The home page leads whoever has nothing yet through the first steps.
      await tx.db.insert(client).values({ ...checked, clientId, featureFlags: { HOME_PAGE: true }, createdAt: now() });
      await addClientUser(tx, { userId, email, name, role: FIXED_ROLE });
      await appendEvents(tx, [{ messageType: 'clientCreated', payload: { name: checked.name } }]);
      await enqueue(tx, creatorJob, { clientId, userId }, { key: `clients.creator ${clientId}` });
    },
    { actor: { type: 'user', id: userId } },
  );
  await letIn(database, clientId, userId).catch((error) => logger.error({ error, clientId }, 'clients: the maker is let in later'));
  return { clientId, name: checked.name };
}

/** Gives the pool the maker's group, as long as it is still theirs. Sessions go on: nothing was taken. */
async function letIn(database: Database, clientId: Uuid, userId: Uuid): Promise<void> {
  const row = await inClient(database, clientId, (tx) => findUser(tx, userId), { readOnly: true });
  if (!row?.isEnabled || !groupsOf(row).some((group) => group.roleId === FIXED_ROLE)) return;
  await addGroup(database, userId, { clientId, role: FIXED_ROLE, partnerId: null });
}
