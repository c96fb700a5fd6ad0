/**
 * Makes the first client and its first administrator, for an installation without a demo:
 * npm run create-client -- --name "Nordlicht Energie" --currency EUR --timezone Europe/Berlin --country DE --email ada@example.com --user "Ada Petersen"
 * The password is asked for, or read from QUITTANCE_PASSWORD.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { uuidv7 } from '../../../core/id.ts';
import { FIXED_ROLE } from '../../../core/roles.ts';
import { now } from '../../platform/clock.ts';
import { connect } from '../../platform/connect.ts';
import { inClient } from '../../platform/tenancy.ts';
import { putPersonWithPassword } from '../identity/identity.logic.ts';
import { setPoolGroups } from '../identity/identity.users.logic.ts';
import { addClientUser, createClient } from './backoffice.logic.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { name: text, currency: text, timezone: text, country: text, email: text, user: text } });
const missing = (['name', 'currency', 'timezone', 'country', 'email', 'user'] as const).filter((key) => !values[key]);
if (missing.length > 0) {
  console.error(`Missing: ${missing.map((key) => `--${key}`).join(', ')}`);
  process.exit(1);
}
if (!/^[A-Z]{3}$/.test(values.currency!)) refuse('--currency is three capital letters, e.g. EUR');
if (!/^[A-Z]{2}(-[A-Z]{1,3})?$/.test(values.country!)) refuse('--country is a two-letter code, e.g. DE');
try {
  new Intl.DateTimeFormat('en', { timeZone: values.timezone });
} catch {
  refuse('--timezone is an IANA name, e.g. Europe/Berlin');
}
const password = process.env.QUITTANCE_PASSWORD ?? (await ask('Password (10 characters or more, shown as you type): '));

const { database, close } = await connect();
try {
  const clientId = uuidv7();
  // The user first: a password that is too short must leave nothing behind.
  const { userId, isNew } = await putPersonWithPassword(database, { email: values.email!, name: values.user!, password });
  await createClient(database, {
    clientId,
    name: values.name!,
    currency: values.currency!,
    timezone: values.timezone!,
    countryCode: values.country!,
    createdAt: now(),
  });
  await inClient(database, clientId, (tx) => addClientUser(tx, { userId, email: values.email!, name: values.user!, role: FIXED_ROLE }));
  await setPoolGroups(database, userId, clientId, [{ roleId: FIXED_ROLE, partnerIds: [] }]);
  console.log(`Client ${values.name} (${clientId}) with administrator ${values.email}${isNew ? '' : ', who keeps their password'}.`);
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
