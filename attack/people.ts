/** People and debtors who prove who they are: guessed passwords and answers, floods of requests, and rights that one does not hold. */
import { randomBytes } from 'node:crypto';
import type { Uuid } from '../core/id.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { createTinyLink } from '../server/services/landing-page/landing-page.logic.ts';
import { type Attack, tally } from './tally.ts';
import type { Answer, Target } from './target.ts';

const SIGN_IN = 'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { session { token } } }';
const SAVE_ROLE = 'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }';

const codeOf = ({ json }: Answer) => json.errors?.[0]?.extensions?.code ?? '';
const tokenIn = ({ json }: Answer) => (json.data as { signIn?: { session?: { token: string } } } | undefined)?.signIn?.session?.token;

/** Signs in from a network, as the proxy in front of the product names it. */
const signIn = (target: Target, email: string, password: string, from: string, cookie = '') =>
  target.request('/api/identity', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ query: SIGN_IN, variables: { email, password } }),
  });

const cookiesOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');

/** Somebody of client A with a role of their own. @returns a token of theirs. */
async function addPerson(target: Target, role: string, actions: readonly string[]): Promise<string> {
  const { clientId } = target.a;
  await target.query('backoffice', SAVE_ROLE, { clientId, role: { name: role, permissions: [{ domain: 'backoffice', actions }] } });
  const userId = crypto.randomUUID() as Uuid;
  const [email, password] = [`${userId}@a.example`, randomBytes(16).toString('base64url')];
  await putUser(target.database, { userId, email, name: role, password, groups: [{ clientId, role, partnerId: null }] });
  return tokenIn(await signIn(target, email, password, '192.0.2.77'))!;
}

/** Knocks on a debtor's page and answers its question wrongly. @returns the answer to the answer. */
async function guess(target: Target, link: string, from: string): Promise<Answer> {
  const page = await target.request(link, { headers: { 'x-forwarded-for': from } });
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
  const fields = { token: value('token'), key: value('key'), answer: '99999', day: '1', month: '1', year: '1901' };
  return target.request(`${link}/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesOf(page), 'x-forwarded-for': from },
    body: new URLSearchParams(fields).toString(),
  });
}

export const attacks: readonly Attack[] = [
  {
    name: 'one network tries a password on sixty people, at once',
    run: async (target) => {
      const { check, result } = tally();
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => signIn(target, `person${index}@a.example`, 'Sommer2026!!', '203.0.113.1')),
      );
      let made = 0;
      for (const answer of answers) {
        if (codeOf(answer) === 'UNAUTHENTICATED') made += 1;
        check(codeOf(answer) === 'RATE_LIMITED' || made <= 30, `try ${made} was made: ${answer.text.slice(0, 120)}`);
      }
      return result();
    },
  },
  {
    name: 'forty networks guess the administrator’s password, who signs in all the same',
    run: async (target) => {
      const { check, result } = tally();
      const { email, password } = target.a;
      const own = await signIn(target, email, password, '192.0.2.1');
      const browser = cookiesOf(own);
      let made = 0;
      for (let network = 0; network < 40; network++)
        for (const answer of await Promise.all([1, 2, 3].map(() => signIn(target, email, 'wrong wrong', `198.51.100.${network}`)))) {
          if (codeOf(answer) === 'UNAUTHENTICATED') made += 1;
          check(codeOf(answer) === 'RATE_LIMITED' || made <= 25, `guess ${made} was made`);
        }
      check(
        Boolean(tokenIn(await signIn(target, email, password, '198.51.100.1', browser))),
        'the administrator is locked out of a known browser',
      );
      return result();
    },
  },
  {
    name: 'passwords that are easy to guess',
    run: async (target) => {
      const { check, result } = tally();
      const CHANGE = 'mutation ($c: String!, $p: String!) { changePassword(currentPassword: $c, password: $p) }';
      const easy = [
        '1234567890',
        'password12',
        'qwertyuiop',
        'iloveyou12',
        'Sommer2026!',
        target.a.email,
        'Quittance2026',
        'Client a 2026',
      ];
      const endings = ['', '!', '1', '99', '2026', '!!!'];
      for (const word of easy)
        for (const ending of endings) {
          const { json } = await target.query('identity', CHANGE, { c: target.a.password, p: word + ending });
          check(json.errors?.[0]?.extensions?.code === 'INVALID_INPUT', `${word + ending} was taken`);
        }
      return result();
    },
  },
  {
    name: 'a debtor’s answer is guessed by six links at once',
    run: async (target) => {
      const { check, result } = tally();
      const { clientId, accountIds } = target.a;
      const links = await inClient(target.database, clientId, async (tx) => {
        const made = [];
        for (let each = 0; each < 6; each++)
          made.push(
            new URL((await createTinyLink(tx, { accountId: accountIds[0]!, externalClaimRef: null, publicUrl: target.url })).url).pathname,
          );
        return made;
      });
      const answers = await Promise.all(
        links.flatMap((link) => [1, 2, 3, 4].map((network) => guess(target, link, `203.0.113.${100 + network}`))),
      );
      let made = 0;
      for (const { status } of answers) {
        if (status === 422) made += 1;
        check(status === 429 || status === 404 || made <= 4, `guess ${made} was made (${status})`);
      }
      const [row] = await inClient(target.database, clientId, (tx) =>
        tx.sql<{ failures: number }>(
          `select count(*)::int as failures from event where client_id = $1 and account_id = $2 and message_type = 'portalIdentityFailed'`,
          [clientId, accountIds[0]],
        ),
      );
      check(row?.failures === 5, `${row?.failures} wrong answers were looked at`);
      return result();
    },
  },
  {
    name: 'rights that the author does not hold, and names that every object has',
    run: async (target) => {
      const { check, result } = tally();
      const { clientId } = target.a;
      const roles = await addPerson(target, 'Roles only', ['viewClient', 'viewRole', 'editRoles']);
      const users = await addPerson(target, 'Users only', ['viewClient', 'viewUsers', 'editUsers']);
      for (const name of ['SUPERVISOR', 'CLIENT_ADMIN', 'AGENT', 'READ_ONLY'])
        for (const actions of [[], ['viewClient'], ['editUsers'], ['*']]) {
          const answer = await target.query(
            'backoffice',
            SAVE_ROLE,
            { clientId, role: { name, permissions: [{ domain: 'backoffice', actions }] } },
            roles,
          );
          check(codeOf(answer) === 'FORBIDDEN', `${name} was saved by who edits roles alone: ${answer.text.slice(0, 120)}`);
        }
      const { json } = await target.query('backoffice', 'query ($c: ID!) { listUsersV2(clientId: $c) { id email } }', { c: clientId });
      const people = (json.data as { listUsersV2: { id: string; email: string }[] }).listUsersV2;
      const administrator = people.find(({ email }) => email === target.a.email)!.id;
      const SAVE = 'mutation ($c: ID!, $u: BackofficeUserInput!) { saveUser(clientId: $c, backofficeUser: $u) { id } }';
      for (const change of [
        { name: 'Eve' },
        { familyName: 'Eve' },
        { phoneNumber: '+4915123456789' },
        { authGroups: [{ roleId: 'READ_ONLY' }] },
      ]) {
        const answer = await target.query('backoffice', SAVE, { c: clientId, u: { id: administrator, ...change } }, users);
        check(codeOf(answer) === 'FORBIDDEN', `the administrator was changed: ${answer.text.slice(0, 120)}`);
      }
      for (const domain of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
        for (const action of ['*', '__proto__', 'constructor', 'length', 'includes']) {
          const role = { name: 'Strange', permissions: [{ domain, actions: [action] }] };
          const answer = await target.query('backoffice', SAVE_ROLE, { clientId, role });
          check(codeOf(answer) === 'INVALID_INPUT', `${domain}/${action}: ${answer.text.slice(0, 120)}`);
        }
      return result();
    },
  },
];
