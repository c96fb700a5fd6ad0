/** Names that every object has, given where people may type anything: no operation breaks on them, and none is changed by them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUuid } from '../core/id.ts';
import type { World } from './platform/cases.ts';
import { rootFields } from './platform/guard.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import { SERVICES } from './services.ts';
import { CASES, documentOf } from './testing.operations.ts';

const NAMES = ['__proto__', 'constructor', 'toString'];

let house: TestHouse;
const world: World = {};
beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(world, { clientId: house.clientA, userId: house.userA });
  for (const { seed } of CASES.values()) await house.inA(async (tx) => seed?.(tx, world));
});
afterAll(() => house.close());

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** An object with a key of its own of any name, "__proto__" too. */
const own = (entries: Iterable<readonly [string, Json]>): Json => {
  const parts = [...entries].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return JSON.parse(`{${parts.join(',')}}`) as Json;
};

/** Each variant has one text replaced by the name, or the name as one more key of one object. */
function variants(value: Json, name: string): Json[] {
  if (typeof value === 'string') return isUuid(value) ? [] : [name];
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      variants(each, name).map((changed) => [...value.slice(0, index), changed, ...value.slice(index + 1)]),
    );
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value as Record<string, Json>);
  return [
    own([...entries, [name, { polluted: 'yes' }]]),
    own([...entries, [name, name]]),
    ...entries.flatMap(([key, inner]) =>
      variants(inner, name).map((changed) => own(entries.map(([each, before]) => [each, each === key ? changed : before]))),
    ),
  ];
}

describe('a name that every object has', () => {
  for (const service of SERVICES)
    for (const { kind, name: operation, isPublic } of rootFields(service.schema)) {
      const make = CASES.get(service.name)?.operations[operation];
      if (isPublic || kind === 'subscription' || !make) continue;
      it(`is text like any other in ${service.name}.${operation}`, async () => {
        const document = documentOf(service.schema, kind, operation);
        const given = Object.entries(JSON.parse(JSON.stringify(make(world))) as Record<string, Json>);
        for (const [key, value] of given)
          for (const name of NAMES)
            for (const changed of variants(value, name)) {
              const variables = Object.fromEntries(given.map(([each, before]) => [each, each === key ? changed : before]));
              const answer = await house.raw(service.name, document, variables);
              const codes = answer.errors?.map((error) => error.extensions?.code) ?? [];
              expect(
                codes.filter((code) => code === 'INTERNAL'),
                JSON.stringify(variables),
              ).toEqual([]);
              expect(answer.status, JSON.stringify(variables)).not.toBe(500);
            }
        expect(({} as { polluted?: string }).polluted).toBeUndefined();
      });
    }

  it('grants no right and is none', async () => {
    const save = 'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }';
    for (const domain of NAMES)
      for (const actions of [['*'], ['constructor'], ['length']]) {
        const answer = await house.raw('backoffice', save, {
          clientId: house.clientA,
          role: { name: 'Strange', permissions: [{ domain, actions }] },
        });
        expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'role.permissions' });
      }
  });
});
