/** Personal data: files of persons by guessed and foreign ids, holds that are in the way, and erasing twice at once. */
import { uuidv7 } from '../core/id.ts';
import { type Attack, tally } from './tally.ts';
import type { Target } from './target.ts';

const DEBTORS =
  'query ($clientId: ID!, $accountId: ID!) { getAccountDataV2(clientId: $clientId, accountId: $accountId) { debtors { externalDebtorRef } } }';
const MAKE =
  'mutation ($clientId: ID!, $persons: [PersonInput!]!) { createPersonalDataFile(clientId: $clientId, persons: $persons) { id } }';
const ERASE =
  'mutation ($clientId: ID!, $persons: [PersonInput!]!) { erasePersonalData(clientId: $clientId, persons: $persons) { id kind } }';
const HOLD =
  'mutation ($clientId: ID!, $accountId: ID!) { placeLegalHold(clientId: $clientId, accountId: $accountId, reason: "Attack") { id } }';

/** The main debtor of an account of client A or B. */
async function personOf(target: Target, name: 'a' | 'b', index: number) {
  const { clientId, accountIds, token } = target[name];
  const { json } = await target.query('account', DEBTORS, { clientId, accountId: accountIds[index] }, token);
  const data = json.data as { getAccountDataV2: { debtors: { externalDebtorRef: string }[] } };
  return { accountId: accountIds[index], externalDebtorRef: data.getAccountDataV2.debtors[0]?.externalDebtorRef };
}

const fetchFile = (target: Target, body: object, token: string | null = target.a.token) =>
  target.request('/api/privacy/file', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  });

export const attacks: readonly Attack[] = [
  {
    name: "files of persons: another client's, guessed, without a token, by strange forms",
    run: async (target) => {
      const { check, result } = tally();
      const { a, b } = target;
      const made = await target.query('privacy', MAKE, { clientId: b.clientId, persons: [await personOf(target, 'b', 0)] }, b.token);
      const dataFileId = (made.json.data as { createPersonalDataFile: { id: string } }).createPersonalDataFile.id;
      for (const clientId of [a.clientId, b.clientId, uuidv7(), '*', null])
        for (const id of [dataFileId, uuidv7(), '../../etc/passwd', `${dataFileId}' or 1=1`, { id: dataFileId }, [dataFileId], null])
          for (const part of ['json', 'pdf', 'zip', '__proto__', '../json']) {
            const { status, text } = await fetchFile(target, { clientId, dataFileId: id, part });
            check(status >= 400 && status < 500 && !text.includes('sections'), `${status} ${clientId} ${String(id)} ${part}`);
          }
      check((await fetchFile(target, { clientId: b.clientId, dataFileId, part: 'json' }, null)).status === 401, 'without a token');
      return result();
    },
  },
  {
    name: "another client's people, erased, held and given out under one's own token",
    run: async (target) => {
      const { check, result } = tally();
      const { a, b } = target;
      for (let index = 0; index < 6; index++) {
        const person = await personOf(target, 'b', index);
        for (const clientId of [a.clientId, b.clientId])
          for (const [document, variables] of [
            [ERASE, { clientId, persons: [person] }],
            [MAKE, { clientId, persons: [person] }],
            [HOLD, { clientId, accountId: person.accountId }],
          ] as const) {
            const { json } = await target.query('privacy', document, variables);
            check(json.errors?.[0]?.extensions?.code === 'NOT_FOUND', JSON.stringify(json).slice(0, 200));
          }
      }
      return result();
    },
  },
  {
    name: 'held accounts and open claims, erased many times at once',
    run: async (target) => {
      const { check, result } = tally();
      const { a } = target;
      const person = await personOf(target, 'a', 1);
      await target.query('privacy', HOLD, { clientId: a.clientId, accountId: person.accountId });
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => target.query('privacy', ERASE, { clientId: a.clientId, persons: [person] })),
      );
      for (const { json, text } of answers) {
        const data = json.data as { erasePersonalData?: unknown[] } | null;
        check(data?.erasePersonalData?.length === 0, text.slice(0, 200));
      }
      return result();
    },
  },
];
