/** The file of everything known about a person: made, fetched by right, read, removed. */

import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { closePrinter } from '../../platform/pdf.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { mountDataFiles } from './privacy.download.ts';
import { createTestPerson, type Someone } from './privacy.testing.ts';

let house: TestHouse;
let person: Someone;
let dataFileId = '';
beforeAll(async () => {
  house = await openTestHouse(mountDataFiles);
  person = await house.inA((tx) => createTestPerson(tx, 'D-1', '2020-05-05T10:00:00Z', { second: 'D-2' }));
});
afterAll(async () => {
  await closePrinter();
  await house.close();
});

const call = <Data>(document: string, variables: object = {}) =>
  house.call<Data>('privacy', document, { clientId: house.clientA, ...variables });
async function fetchPart(part: string, options: { role?: string; clientId?: string; id?: string; token?: string | null } = {}) {
  const token = options.token === undefined ? await house.tokenFor(house.clientA, options.role) : options.token;
  return house.app.inject({
    method: 'POST',
    url: '/api/privacy/file',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    payload: { clientId: options.clientId ?? house.clientA, dataFileId: options.id ?? dataFileId, part },
  });
}

describe('the file of a person', () => {
  it('proposes the accounts the person is on', async () => {
    const other = await house.inA((tx) => createTestPerson(tx, 'D-9', '2020-05-05T10:00:00Z'));
    const { findPersonAccounts } = await call<{ findPersonAccounts: { accountId: string; signs: string[]; isSuggested: boolean }[] }>(
      'query ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!) { findPersonAccounts(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef) { accountId signs isSuggested } }',
      person,
    );
    expect(findPersonAccounts[0]).toMatchObject({ accountId: person.accountId, signs: ['sameAccount'] });
    expect(findPersonAccounts[1]).toMatchObject({ accountId: other.accountId, isSuggested: true });
    expect(findPersonAccounts[1]?.signs).toEqual(['sameNameAndBirthday', 'sameEmail', 'samePhone']);
  });

  it('is made as JSON, PDF and ZIP, without other people', async () => {
    const made = await call<{ createPersonalDataFile: { id: string } }>(
      'mutation ($clientId: ID!, $persons: [PersonInput!]!) { createPersonalDataFile(clientId: $clientId, persons: $persons, locale: "de_DE") { id } }',
      { persons: [person] },
    );
    dataFileId = made.createPersonalDataFile.id;
    expect((await fetchPart('json')).statusCode).toBe(409);
    await drainJobs(house.database);
    const json = await fetchPart('json');
    expect(json.statusCode).toBe(200);
    expect(json.headers['cache-control']).toBe('no-store');
    const document = json.json() as { sections: Record<string, Record<string, unknown>[]> };
    const { debtors, ledger, messages, notes, tasks, contacts, files, activity } = document.sections;
    expect(debtors).toHaveLength(1);
    expect(debtors![0]).toMatchObject({ firstName: 'Zebulon', lastName: 'Quastenberg', birthday: '1980-02-03' });
    expect(ledger!.map((entry) => entry.amount)).toEqual(expect.arrayContaining(['100.00', '-100.00']));
    expect(messages!.map((message) => message.textContent ?? message.about)).toEqual(
      expect.arrayContaining(['Dear Zebulon Quastenberg, please pay', '[another person]']),
    );
    expect(notes![0]).toMatchObject({ text: 'Zebulon called; [another person] knows of it', userId: 'staff (ADMINISTRATOR)' });
    for (const section of [tasks, contacts, files, activity]) expect(section!.length).toBeGreaterThan(0);
    for (const word of ['Wilhelmine', 'Otterstein', '+4915100000001']) expect(json.body).not.toContain(word);
    const pdf = await fetchPart('pdf');
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
    for (const word of ['Ihre personenbezogenen Daten', 'Buchungen', 'Quastenberg', 'Speicherdauer']) expect(text).toContain(word);
    const zip = await fetchPart('zip');
    expect(zip.rawPayload.includes('zebulon-quastenberg.txt')).toBe(true);
    expect(zip.rawPayload.includes('personal-data.pdf')).toBe(true);
  });

  it('goes to nobody else', async () => {
    expect((await fetchPart('json', { token: null })).statusCode).toBe(401);
    expect((await fetchPart('json', { role: 'AGENT' })).statusCode).toBe(403);
    expect((await fetchPart('json', { clientId: house.clientB })).statusCode).toBe(404);
    expect((await fetchPart('json', { clientId: house.clientB, token: await house.tokenFor(house.clientB) })).statusCode).toBe(404);
    expect((await fetchPart('json', { id: uuidv7() })).statusCode).toBe(404);
    expect((await fetchPart('exe')).statusCode).toBe(400);
  });

  it('leaves a trace of who made and who fetched it, and goes when it is deleted', async () => {
    const events = await house.inA((tx) =>
      tx.sql<{ message_type: string; actor_id: string }>(
        `select message_type, actor_id from event where client_id = $1 and account_id = $2 and message_type like 'personalDataFile%'`,
        [tx.clientId, person.accountId],
      ),
    );
    expect(new Set(events.map((event) => event.message_type))).toEqual(new Set(['personalDataFileMade', 'personalDataFileDownloaded']));
    expect(new Set(events.map((event) => event.actor_id))).toEqual(new Set([house.userA]));
    await call('mutation ($clientId: ID!, $id: ID!) { deletePersonalDataFile(clientId: $clientId, dataFileId: $id) { id } }', {
      id: dataFileId,
    });
    expect((await fetchPart('json')).statusCode).toBe(404);
  });
});
