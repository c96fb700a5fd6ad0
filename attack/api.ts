/** The REST API: 20,000 requests at random by its description, keys that are no good, and another client's key at every endpoint. */
import { API_SCOPES } from '../core/apiScopes.ts';
import { fuzz } from '../server/api/api.fuzz.testing.ts';
import { answersByDescription, keyFor, requestOf } from '../server/api/api.testing.ts';
import { compileAll } from '../server/api/description.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { revokeApiKey } from '../server/services/api/api.key.logic.ts';
import { type Attack, tally } from './tally.ts';
import type { ClientTarget, Target } from './target.ts';

const REQUESTS = Number(process.env.QUITTANCE_FUZZ ?? 20_000);
/** Each key has a rate of its own; so many are never held back by it. */
const KEYS = 60;
const AT_ONCE = 8;

async function keysOf({ database }: Target, { clientId }: ClientTarget, count: number, scopes: readonly string[] = API_SCOPES) {
  const keys: { key: string; keyId: string }[] = [];
  for (let each = 0; each < count; each += 1) keys.push(await keyFor(database, clientId, { userId: clientId, scopes }));
  return keys;
}

const authorized = (key: string) => ({ authorization: `Bearer ${key}` });

export const attacks: readonly Attack[] = [
  {
    name: `${REQUESTS.toLocaleString('en')} requests at random, right and wrong: no answer of 500 or more, none that the description doesn't tell of`,
    run: async (target) => {
      const { check, result } = tally();
      const { compiled, components } = compileAll();
      const wrong = answersByDescription();
      const keys = await keysOf(target, target.a, KEYS);
      const claims = await inClient(target.database, target.a.clientId, (tx) =>
        tx.sql<{ ref: string }>('select external_claim_ref as ref from published.claim where client_id = $1', [tx.clientId]),
      );
      const refs = claims.map(({ ref }) => ref);
      const known = {
        accountId: target.a.accountIds,
        accountIds: target.a.accountIds,
        externalClaimRef: refs,
        externalClaimRefs: refs,
        interval: ['monthly', 'weekly'],
      };
      const seed = Math.floor(Math.random() * 2 ** 31);
      const requests = fuzz(compiled, components, known, { count: REQUESTS, seed });
      let next = 0;
      const send = async () => {
        for (let index = next++; index < requests.length; index = next++) {
          const { name, request } = requests[index]!;
          const { url, method, headers, payload } = request;
          const answer = await target
            .request(url, {
              method,
              headers: { ...headers, ...authorized(keys[index % KEYS]!.key) },
              ...(payload === undefined ? {} : { body: payload }),
            })
            .catch((error: Error) => error);
          const what = `seed ${seed}: ${method} ${url.slice(0, 200)} ${payload?.slice(0, 200) ?? ''}`;
          if (answer instanceof Error) {
            check(false, `${what}: ${answer.message}`);
            continue;
          }
          const { status, text } = answer;
          const why = status >= 500 ? text : wrong(name, { status, contentType: answer.headers.get('content-type') ?? '', body: text });
          check(why === null, `${what}: ${why}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, send));
      return result();
    },
  },
  {
    name: 'keys that are no good, and one that was just revoked, at every endpoint',
    run: async (target) => {
      const { check, result } = tally();
      const [good, gone] = await keysOf(target, target.a, 2);
      await inClient(target.database, target.a.clientId, (tx) => revokeApiKey(tx, gone!.keyId, target.a.clientId));
      const { key } = good!;
      const bad = [gone!.key, key.slice(0, -1), `${key}x`, key.toUpperCase(), key.replace(/_[^_]+$/, `_${'0'.repeat(43)}`), target.a.token];
      for (const each of compileAll().compiled)
        for (const [index, one] of bad.entries()) {
          const { url, method, headers, payload } = requestOf(each, each.endpoint.example);
          const sent = { method, headers: { ...headers, ...authorized(one) }, ...(payload === undefined ? {} : { body: payload }) };
          const answer = await target.request(url, sent);
          check([401, 429].includes(answer.status), `${method} ${url} with bad key ${index}: ${answer.status}`);
        }
      return result();
    },
  },
  {
    name: "another client's key at every endpoint with this client's accounts and claims",
    run: async (target) => {
      const { check, result } = tally();
      const [own] = await keysOf(target, target.b, 1);
      const [claim] = await inClient(target.database, target.a.clientId, (tx) =>
        tx.sql<{ ref: string }>('select external_claim_ref as ref from published.claim where client_id = $1 limit 1', [tx.clientId]),
      );
      const foreign = {
        accountId: target.a.accountIds[0],
        externalClaimRef: claim!.ref,
        externalClaimRefs: [claim!.ref],
        accountIds: [target.a.accountIds[0]],
      };
      const names = [target.a.accountIds[0]!, claim!.ref];
      for (const each of compileAll().compiled) {
        if (each.endpoint.takes) continue;
        const { url, method, headers, payload } = requestOf(each, { ...each.endpoint.example, ...only(each.endpoint.example, foreign) });
        const sent = { method, headers: { ...headers, ...authorized(own!.key) }, ...(payload === undefined ? {} : { body: payload }) };
        const { status, text } = await target.request(url, sent);
        const asked = decodeURIComponent(url) + (payload ?? '');
        const told = names.find((name) => text.includes(name) && !asked.includes(name));
        check(status < 500 && told === undefined, `${method} ${url}: ${status} tells ${told}`);
      }
      return result();
    },
  },
];

/** Of some values those that an example names as well. */
const only = (example: object, values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => name in example));
