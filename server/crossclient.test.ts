/** Two clients, every operation tried with the other one's ids and with bad tokens: nothing read, nothing written, one and the same answer. */
import { globSync } from 'node:fs';
import path from 'node:path';
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import type { Cases, World } from './platform/cases.ts';
import { rootFields } from './platform/guard.ts';
import { openTestHouse, type RawAnswer, type TestHouse } from './platform/testing.ts';
import { SERVICES } from './services.ts';

const FIRST = ['account', 'finance'];
const folder = path.join(import.meta.dirname, 'services');
const names = globSync('*/*.cases.ts', { cwd: folder })
  .map((file) => path.dirname(file))
  .sort((a, b) => (FIRST.indexOf(a) + 1 || 99) - (FIRST.indexOf(b) + 1 || 99) || a.localeCompare(b));
const cases = new Map<string, Cases>();
for (const name of names) cases.set(name, ((await import(path.join(folder, name, `${name}.cases.ts`))) as { cases: Cases }).cases);

let house: TestHouse;
const worldA: World = {};
const worldB: World = {};
let before: string;

beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(worldA, { clientId: house.clientA, userId: house.userA });
  Object.assign(worldB, { clientId: house.clientB, userId: house.userB });
  for (const seed of [...cases.values()].map((each) => each.seed)) {
    await house.inA(async (tx) => seed?.(tx, worldA));
    await house.inB(async (tx) => seed?.(tx, worldB));
  }
  before = await fingerprintOfB();
});
afterAll(() => house.close());

const operations = SERVICES.flatMap((service) => rootFields(service.schema).map((field) => ({ service, ...field })));

describe('every operation', () => {
  it('has a cross-client case', () => {
    const missing = operations.filter((op) => op.namesClient && !op.isPublic && !cases.get(op.service.name)?.operations[op.name]);
    expect(missing.map((op) => `${op.service.name}.${op.name}`)).toEqual([]);
  });

  for (const op of operations.filter((candidate) => !candidate.isPublic && candidate.kind !== 'subscription')) {
    const label = `${op.service.name}.${op.name}`;
    const variables = (world: World) => cases.get(op.service.name)?.operations[op.name]?.(world) ?? {};
    const document = documentOf(op.service.schema, op.kind as 'query' | 'mutation', op.name);

    it(`${label} is refused without a good token, before its resolver runs`, async () => {
      for (const token of await badTokens()) {
        const answer = await house.raw(op.service.name, document, variables(worldA), token);
        expect(answer.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
        expect(answer.status).toBe(401);
      }
    });

    if (!op.namesClient) continue;

    it(`${label} answers "not found" for another client, as for one that does not exist`, async () => {
      const foreign = await house.raw(op.service.name, document, variables(worldB));
      const nowhere = await house.raw(op.service.name, document, variables(strange()));
      expect(foreign.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
      expect(plain(foreign)).toEqual(plain(nowhere));
    });

    it(`${label} finds nothing by another client's ids inside the own client`, async () => {
      const foreign = await house.raw(
        op.service.name,
        document,
        variables({ ...worldB, clientId: worldA.clientId!, userId: worldA.userId! }),
      );
      const nowhere = await house.raw(
        op.service.name,
        document,
        variables({ ...strange(), clientId: worldA.clientId!, userId: worldA.userId! }),
      );
      expect(plain(foreign)).toEqual(plain(nowhere));
    });

    it(`${label} works on the own client`, async () => {
      const answer = await house.raw(op.service.name, document, variables(worldA));
      const codes = answer.errors?.map((error) => `${error.extensions?.code}: ${error.message}`) ?? [];
      if (op.kind === 'query') expect(codes).toEqual([]);
      else expect(codes.filter((code) => !/^(CONFLICT|INVALID_INPUT|NOT_FOUND)/.test(code))).toEqual([]);
    });
  }

  it('has left the other client as it was', async () => {
    expect(await fingerprintOfB()).toBe(before);
  });
});

/** Ids that no client has, of the same kind as the real ones. */
function strange(): World {
  return Object.fromEntries(
    Object.entries(worldB).map(([key, value]) => [key, /^[0-9a-f]{8}-/.test(value) ? uuidv7() : `${value}-of-nobody`]),
  );
}

/** An answer without the ids and times that differ by nature. */
function plain(answer: RawAnswer): unknown {
  return JSON.parse(
    JSON.stringify(answer)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
      .replaceAll('-of-nobody', ''),
  );
}

async function badTokens(): Promise<(string | null)[]> {
  const groups = [`${worldA.clientId}:ADMINISTRATOR`];
  const claims = { email: 'a@b.example', name: 'A', groups, token_use: 'id' };
  const { privateKey } = await generateKeyPair('ES256');
  const good = (await house.tokenFor(house.clientA)).split('.');
  const kid = (JSON.parse(Buffer.from(good[0]!, 'base64url').toString()) as { kid: string }).kid;
  const sign = (expires: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer('quittance')
      .setSubject(uuidv7())
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(privateKey);
  const payload = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(good[1]!, 'base64url').toString()), groups: [`${worldB.clientId}:ADMINISTRATOR`] }),
  ).toString('base64url');
  return [
    null,
    'MISSING_TOKEN',
    'nonsense',
    await sign('1h'), // right form, wrong key
    await sign('-1h'), // expired
    new UnsecuredJWT(claims).setIssuer('quittance').setSubject(uuidv7()).setExpirationTime('1h').encode(), // alg none
    [good[0], payload, good[2]].join('.'), // the groups changed after signing
  ];
}

/** A document that selects every leaf of the answer, three levels deep. */
function documentOf(schema: GraphQLSchema, kind: 'query' | 'mutation', name: string): string {
  const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields()[name] as GraphQLField<unknown, unknown>;
  const select = (type: GraphQLOutputType, depth: number): string => {
    const inner = getNamedType(type);
    if (isLeafType(inner)) return '';
    if (isUnionType(inner)) return ' { __typename }';
    if (!isObjectType(inner)) return '';
    const fields = Object.values(inner.getFields())
      .filter((each) => isLeafType(getNamedType(each.type)) || depth < 3)
      .map((each) => each.name + select(each.type, depth + 1));
    return ` { ${fields.join(' ')} }`;
  };
  const declared = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return `${kind}${declared ? ` (${declared})` : ''} { ${name}${passed ? `(${passed})` : ''}${select(field.type, 1)} }`;
}

/** A digest of every row of client B in every table. */
async function fingerprintOfB(): Promise<string> {
  const { rows: tables } = await house.database.owner.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'client_id' order by 1`,
  );
  const parts: string[] = [];
  for (const { table_name } of tables) {
    const { rows } = await house.database.owner.query<{ digest: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as digest from "${table_name}" t where client_id = $1`,
      [house.clientB],
    );
    parts.push(`${table_name}:${rows[0]?.digest ?? ''}`);
  }
  return parts.join('\n');
}
