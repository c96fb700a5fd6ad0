/** The REST API: 20,000 requests at random by its description, keys that are no good, and another client's key at every endpoint. */
import { fuzz } from '../server/api/api.fuzz.testing.ts';
import { answersByDescription, requestOf } from '../server/api/api.testing.ts';
import { compileAll } from '../server/api/description.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { revokeApiKey } from '../server/services/api/api.key.logic.ts';
import { type Attack, tally } from './tally.ts';
import { keysOf, refsOf } from './target.ts';

const REQUESTS = Number(process.env.QUITTANCE_FUZZ ?? 20_000);
/** Each key has a rate of its own; so many are never held back by it. */
const KEYS = 60;
const AT_ONCE = 8;

const authorized = (key: string) => ({ authorization: `Bearer ${key}` });

export const attacks: readonly Attack[] = [
  {
    name: `${REQUESTS.toLocaleString('en')} requests at random, right and wrong: no answer of 500 or more, none that the description doesn't tell of`,
    run: async (target) => {
      const { check, result } = tally();
      const { compiled, components } = compileAll();
      const wrong = answersByDescription();
      const keys = await keysOf(target, target.a, KEYS);
      const refs = await refsOf(target, target.a);
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
      const [ref] = await refsOf(target, target.a);
      const foreign = {
        accountId: target.a.accountIds[0],
        externalClaimRef: ref!,
        externalClaimRefs: [ref!],
        accountIds: [target.a.accountIds[0]],
      };
      const names = [target.a.accountIds[0]!, ref!];
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
