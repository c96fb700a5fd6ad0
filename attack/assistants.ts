/** The assistants' door: tools called at random, messages that are none of the protocol's, another client's key and keys that are no good. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { fuzzValues } from '../server/api/api.fuzz.testing.ts';
import { compileAll } from '../server/api/description.ts';
import { isProposable, isReadable } from '../server/api/mcp/proposals.ts';
import { proposingName } from '../server/api/mcp/tools.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { revokeApiKey } from '../server/services/api/api.key.logic.ts';
import { type Attack, tally } from './tally.ts';
import { type Answer, type ClientTarget, keysOf, refsOf, type Target } from './target.ts';

const CALLS = Number(process.env.QUITTANCE_FUZZ ?? 5_000);
/** Each key has a rate of its own; so many are never held back by it. */
const KEYS = 20;
const AT_ONCE = 8;

interface Called {
  readonly structuredContent?: object;
  readonly content?: readonly { readonly text: string }[];
  readonly isError?: boolean;
}
interface Message {
  readonly id?: unknown;
  readonly result?: Called & { readonly tools?: readonly { readonly name: string; readonly outputSchema: object }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

const post = (target: Target, key: string, body: string): Promise<Answer> =>
  target.request('/api/v1/mcp', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
    body,
  });
const message = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
const call = (target: Target, key: string, name: string, values: object) =>
  post(target, key, message('tools/call', { name, arguments: values }));

/** The tools by their endpoints. */
const { compiled, components } = compileAll();
const toolOf = new Map(
  compiled.flatMap(({ endpoint }) =>
    isReadable(endpoint)
      ? [[endpoint.name, endpoint.name] as const]
      : isProposable(endpoint)
        ? [[endpoint.name, proposingName(endpoint.name)] as const]
        : [],
  ),
);
const reached = compiled.filter(({ endpoint }) => toolOf.has(endpoint.name));

/** Several at once, each of a list once. */
async function each<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const go = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
}

/** What nothing but a person who confirms a proposal may change. */
async function stateOf(target: Target, { clientId }: ClientTarget): Promise<string> {
  return inClient(target.database, clientId, async (tx) => {
    const rows = await tx.sql<{ state: string }>(
      `select concat_ws(' ', (select md5(string_agg(t::text, '|' order by t::text)) from account t where client_id = $1),
         (select md5(string_agg(t::text, '|' order by t::text)) from claim t where client_id = $1),
         (select md5(string_agg(t::text, '|' order by t::text)) from debtor t where client_id = $1),
         (select count(*) from note where client_id = $1), (select count(*) from payment where client_id = $1),
         (select count(*) from ledger_entry where client_id = $1), (select count(*) from promise_to_pay where client_id = $1),
         (select count(*) from instalments_plan where client_id = $1), (select count(*) from communication where client_id = $1),
         (select count(*) from api_proposal where client_id = $1 and status <> 'open')) as state`,
      [tx.clientId],
    );
    return rows[0]!.state;
  });
}

export const attacks: readonly Attack[] = [
  {
    name: `${CALLS.toLocaleString('en')} tools called at random, rightly and wrongly: each answer as described, and nothing changed`,
    run: async (target) => {
      const { check, result } = tally();
      const keys = await keysOf(target, target.a, KEYS);
      const refs = await refsOf(target, target.a);
      const { accountIds } = target.a;
      const known = { accountId: accountIds, accountIds, externalClaimRef: refs, externalClaimRefs: refs };
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const listed = (JSON.parse((await post(target, keys[0]!.key, message('tools/list', {}))).text) as Message).result?.tools ?? [];
      check(listed.length > toolOf.size, `${listed.length} tools are listed, of ${toolOf.size} endpoints`);
      const fits = new Map(listed.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
      const before = await stateOf(target, target.a);
      const seed = Math.floor(Math.random() * 2 ** 31);
      await each(fuzzValues(reached, components, known, { count: CALLS, seed }), async ({ each: { endpoint }, values }, index) => {
        const name = toolOf.get(endpoint.name)!;
        const { status, text } = await call(target, keys[index % KEYS]!.key, name, values);
        const { id, result: said, error } = JSON.parse(text || '{}') as Message;
        const words = said?.content?.[0]?.text ?? '';
        // A refusal ends its first line with the name of what is wrong; arguments that are no object are the protocol's own to refuse.
        const isRefused = said?.isError === true && /^[^\n]+ \(\w+\)(\n|$)/.test(words) && !/internal/i.test(words);
        const isRight = said?.isError !== true && said?.structuredContent !== undefined && fits.get(name)!(said.structuredContent);
        const held = status === 200 && id === 7 && error === undefined && (isRefused || isRight);
        check(held, `seed ${seed}: ${name} ${JSON.stringify(values).slice(0, 200)}: ${status} ${text.slice(0, 300)}`);
      });
      check((await stateOf(target, target.a)) === before, `seed ${seed}: something changed without a person`);
      return result();
    },
  },
  {
    name: '1,000 messages that are none of the protocol’s: refused, in JSON',
    run: async (target) => {
      const { check, result } = tally();
      const [own] = await keysOf(target, target.a, 1);
      const odd = fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc
          .record(
            {
              jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
              id: fc.jsonValue(),
              method: fc.oneof(
                fc.constantFrom(
                  'tools/call',
                  'tools/list',
                  'initialize',
                  'resources/read',
                  'prompts/get',
                  'completion/complete',
                  '__proto__',
                ),
                fc.string(),
              ),
              params: fc.jsonValue(),
            },
            { requiredKeys: [] },
          )
          .map((value) => JSON.stringify(value)),
      );
      const seed = Math.floor(Math.random() * 2 ** 31);
      await each(fc.sample(odd, { numRuns: 1_000, seed }), async (body) => {
        const { status, text } = await post(target, own!.key, body);
        let isJson = text === '';
        try {
          JSON.parse(text);
          isJson = true;
        } catch {}
        check(status < 500 && isJson, `seed ${seed}: ${body.slice(0, 200)}: ${status} ${text.slice(0, 200)}`);
      });
      return result();
    },
  },
  {
    name: "another client's key at every tool with this client's accounts and claims, and keys that are no good",
    run: async (target) => {
      const { check, result } = tally();
      const [stranger] = await keysOf(target, target.b, 1);
      const [good, gone] = await keysOf(target, target.a, 2);
      await inClient(target.database, target.a.clientId, (tx) => revokeApiKey(tx, gone!.keyId, target.a.clientId));
      const [ref] = await refsOf(target, target.a);
      const [accountId] = target.a.accountIds;
      const foreign = { accountId, accountIds: [accountId], externalClaimRef: ref, externalClaimRefs: [ref] };
      const proposals = () =>
        inClient(target.database, target.a.clientId, (tx) =>
          tx.sql('select proposal_id from api_proposal where client_id = $1', [tx.clientId]),
        );
      const before = (await proposals()).length;
      for (const { endpoint } of reached) {
        const values = { ...endpoint.example, ...Object.fromEntries(Object.entries(foreign).filter(([name]) => name in endpoint.example)) };
        const name = toolOf.get(endpoint.name)!;
        const { status, text } = await call(target, stranger!.key, name, name === endpoint.name ? values : { ...values, why: 'x' });
        const asked = JSON.stringify(values);
        const told = [accountId!, ref!].find((each) => text.includes(each) && !asked.includes(each));
        check(status < 500 && told === undefined, `${name}: ${status} tells ${told}`);
        for (const bad of [gone!.key, good!.key.slice(0, -1), target.a.token, '']) {
          const refused = await call(target, bad, name, values);
          check([401, 429].includes(refused.status), `${name} with ${bad.slice(0, 12)}…: ${refused.status}`);
        }
      }
      check((await proposals()).length === before, 'somebody else proposed something to this client');
      return result();
    },
  },
];
