/**
 * Makes the first client and its first administrator, for an installation without a demo:
 * npm run create-client -- --name "Nordlicht Energie" --currency EUR --timezone Europe/Berlin --country DE --locale de_DE --email ada@example.com --user "Ada Petersen"
 * Without --locale the client has the language of its country. The password is asked for, or read from QUITTANCE_PASSWORD.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { Fault } from '../../../core/fault.ts';
import { connectOrEnd } from '../../platform/connect.ts';
import { notePurpose, readPurpose, refuseUnlessLive } from '../../platform/installation.ts';
import { putPersonWithPassword } from '../identity/identity.logic.ts';
import { addClient, checkNewClient } from './backoffice.client.logic.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { name: text, currency: text, timezone: text, country: text, locale: text, email: text, user: text },
});
const missing = (['name', 'currency', 'timezone', 'country', 'email', 'user'] as const).filter((key) => !values[key]);
if (missing.length > 0) {
  console.error(`Missing: ${missing.map((key) => `--${key}`).join(', ')}`);
  process.exit(1);
}
const wanted = {
  name: values.name!,
  currency: values.currency!,
  timezone: values.timezone!,
  countryCode: values.country!,
  defaultLocale: values.locale ?? null,
};
// Before anything is written, and before a password is asked for.
try {
  checkNewClient(wanted);
} catch (error) {
  refuse(
    `--${error instanceof Fault ? error.field?.replace('countryCode', 'country').replace('defaultLocale', 'locale') : ''}: ${(error as Error).message}`,
  );
}
const password = process.env.QUITTANCE_PASSWORD ?? (await ask('Password (10 characters or more, shown as you type): '));

const { database, config, close } = await connectOrEnd();
try {
  const before = await readPurpose(database);
  if (config.production) refuseUnlessLive(before ?? 'live', 'This database');
  // The user first: a password that is too short must leave nothing behind.
  const { userId, isNew } = await putPersonWithPassword(database, { email: values.email!, name: values.user!, password });
  const purpose = await notePurpose(database, 'live');
  const { clientId } = await addClient(database, wanted, { userId, email: values.email!, name: values.user! });
  console.log(`Client ${values.name} (${clientId}) with administrator ${values.email}${isNew ? '' : ', who keeps their password'}.`);
  if (purpose !== 'live')
    console.log(`This database was made ${purpose === 'demo' ? 'as a demo' : 'for tests'}: a production start over it is refused.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await close();
}

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) refuse('Nobody is there to be asked for the password: set QUITTANCE_PASSWORD');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return answer;
}
