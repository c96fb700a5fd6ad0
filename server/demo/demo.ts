/** Fills an empty database with a client that looks lived-in; a production start never comes here. */
import { uuidv7 } from '../../core/id.ts';
import { now } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { allClients, type Database, inClient } from '../platform/tenancy.ts';
import { addClientUser, createClient } from '../services/backoffice/backoffice.logic.ts';
import { putUser } from '../services/identity/identity.logic.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './people.ts';

export { DEMO_PASSWORD, DEMO_USERS };

/** Does nothing when any client exists. */
export async function fillDemo(database: Database, _config: Config): Promise<void> {
  if ((await allClients(database)).length > 0) return;
  console.log('Filling the empty database with a demo client …');
  const clients = [
    { clientId: uuidv7(), name: 'Nordlicht Energie' },
    { clientId: uuidv7(), name: 'Hafenbank' },
  ];
  for (const { clientId, name } of clients)
    await createClient(database, {
      clientId,
      name,
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      countryCode: 'DE',
      isDemo: true,
      createdAt: now(),
    });
  for (const user of DEMO_USERS) {
    const userId = uuidv7();
    const groups = clients.map(({ clientId }) => ({ clientId, role: user.role, partnerId: null }));
    await putUser(database, { userId, email: user.email, name: user.name, password: DEMO_PASSWORD, groups });
    for (const { clientId } of clients)
      await inClient(database, clientId, (tx) => addClientUser(tx, { userId, email: user.email, name: user.name, role: user.role }));
  }
}
