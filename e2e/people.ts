/** More people and clients for a house, and their way in. */
import type { Page } from 'playwright-core';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { now } from '../server/platform/clock.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addClientUser, createClient } from '../server/services/backoffice/backoffice.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import type { WholeHouse } from './house.ts';
import { signInBy } from './signIn.ts';

const PASSWORD = 'another long password';

export interface Person {
  readonly userId: Uuid;
  readonly email: string;
}

/** @param roles by client, the first one first. */
export async function addPerson(house: WholeHouse, name: string, roles: Readonly<Record<Uuid, string>>): Promise<Person> {
  const person = { userId: uuidv7(), email: `${name.toLowerCase().replaceAll(' ', '.')}@nordlicht.example` };
  const groups = Object.entries(roles).map(([clientId, role]) => ({ clientId, role, partnerId: null }));
  await putUser(house.database, { ...person, name, password: PASSWORD, groups });
  for (const { clientId, role } of groups) await inClient(house.database, clientId, (tx) => addClientUser(tx, { ...person, name, role }));
  return person;
}

/** @returns the id of a new client. */
export async function addClient(house: WholeHouse, name: string): Promise<Uuid> {
  const clientId = uuidv7();
  await createClient(house.database, {
    clientId,
    name,
    currency: 'EUR',
    defaultLocale: 'en_US',
    timezone: 'Europe/Berlin',
    countryCode: 'DE',
    createdAt: now(),
  });
  return clientId;
}

/** Fills the sign-in page that is open. */
export async function enter(page: Page, person: Person): Promise<void> {
  await page.fill('input[name=email]', person.email);
  await page.fill('input[name=password]', PASSWORD);
  await page.keyboard.press('Enter');
}

/** Signs in from nowhere, and opens an address or where the house sends the person. */
export const signInAs = (page: Page, house: WholeHouse, person: Person, at?: string): Promise<void> =>
  signInBy(page, house.url, person.email, PASSWORD, at);

/** Calls an operation as somebody else's program would, as the house's administrator. @throws Error with what the server refused. */
export async function call(house: WholeHouse, service: string, query: string, variables: object): Promise<unknown> {
  const send = async (name: string, text: string, given: object, token: string) => {
    const answer = await fetch(`${house.url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query: text, variables: given }),
    });
    const { data, errors } = (await answer.json()) as { data: unknown; errors?: { message: string }[] };
    if (errors) throw new Error(errors.map((error) => error.message).join('; '));
    return data;
  };
  const { signIn } = (await send(
    'identity',
    'mutation { signIn(email: "ada@nordlicht.example", password: "a long enough password") { session { token } } }',
    {},
    'MISSING_TOKEN',
  )) as { signIn: { session: { token: string } } };
  return send(service, query, variables, signIn.session.token);
}
