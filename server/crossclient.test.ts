/** Two clients, every operation tried with the other one's ids and with bad tokens: nothing read, nothing written, one and the same answer. */
import { parse, subscribe } from 'graphql';
import { exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Fault } from '../core/fault.ts';
import { uuidv7 } from '../core/id.ts';
import { PERMISSIONS } from '../core/permissions.ts';
import { accessOf, notifyRevoked } from './platform/access.ts';
import type { World } from './platform/cases.ts';
import { type Rule, rootFields } from './platform/guard.ts';
import { unseal } from './platform/seal.ts';
import { openTestHouse, type RawAnswer, type TestHouse } from './platform/testing.ts';
import { SERVICES } from './services.ts';
import { CASES as cases, documentOf, fingerprintOf } from './testing.operations.ts';

let house: TestHouse;
const worldA: World = {};
const worldB: World = {};
let before: string;
let badTokens: ReadonlyMap<string, string | null>;

beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(worldA, { clientId: house.clientA, userId: house.userA });
  Object.assign(worldB, { clientId: house.clientB, userId: house.userB });
  for (const seed of [...cases.values()].map((each) => each.seed)) {
    await house.inA(async (tx) => seed?.(tx, worldA));
    await house.inB(async (tx) => seed?.(tx, worldB));
  }
  await addRolesThatLack(operations.flatMap((op) => op.rules));
  before = await fingerprintOf(house.database, house.clientB);
  badTokens = await makeBadTokens();
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
      for (const [what, token] of badTokens) {
        const answer = await house.raw(op.service.name, document, variables(worldA), token);
        expect(answer.errors?.[0]?.extensions?.code, what).toBe('UNAUTHENTICATED');
        expect(answer.status, what).toBe(401);
      }
    });

    it(`${label} is refused to a role that holds nothing`, async () => {
      const answer = await house.raw(op.service.name, document, variables(worldA), await house.tokenFor(house.clientA, 'NOBODY'));
      expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    });

    it(`${label} is refused to a role that holds all but one of its rights, for each of them`, async () => {
      for (const rule of op.rules) {
        const token = await house.tokenFor(house.clientA, roleThatLacks(rule));
        const answer = await house.raw(op.service.name, document, variables(worldA), token);
        expect(answer.errors?.[0], `${rule.domain}/${rule.action}`).toMatchObject({
          message: `Your role doesn’t include ${rule.domain}/${rule.action}`,
          extensions: { code: 'FORBIDDEN' },
        });
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
      const compare = async () => {
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
      };
      // A refusal is written down after its answer: it may come into the log between the two.
      if (op.kind === 'query') await vi.waitFor(compare, { timeout: 60_000 });
      else await compare();
    });

    it(`${label} works on the own client`, async () => {
      const answer = await house.raw(op.service.name, document, variables(worldA));
      const expected = cases.get(op.service.name)?.refused?.[op.name];
      const faults = answer.errors?.map((error) => error.extensions?.key ?? error.message) ?? [];
      expect(faults, JSON.stringify(answer.errors)).toEqual(expected ? [expected] : []);
    });
  }

  for (const op of operations.filter((candidate) => candidate.kind === 'subscription')) {
    const variables = (world: World) => cases.get(op.service.name)?.operations[op.name]?.(world) ?? {};
    const refusal = async (world: World, authorization: string | null) => {
      const contextValue = { database: house.database, tokens: house.tokens, authorization };
      const document = parse(documentOf(op.service.schema, 'subscription', op.name));
      const answer = await subscribe({ schema: op.service.schema, document, variableValues: variables(world), contextValue });
      if (!('errors' in answer)) {
        // Else it goes on listening when its database has gone.
        await (answer as AsyncGenerator).return(undefined);
        return 'heard';
      }
      const fault = answer.errors?.[0]?.originalError;
      return fault instanceof Fault ? fault.code : answer.errors?.[0];
    };

    it(`${op.service.name}.${op.name} is heard with a good token of its client and of a role that may, and by nobody else`, async () => {
      for (const [what, token] of badTokens) expect(await refusal(worldA, token), what).toBe('UNAUTHENTICATED');
      const good = await house.tokenFor(house.clientA);
      for (const world of [worldB, strange()]) expect(await refusal(world, good)).toBe('NOT_FOUND');
      expect(await refusal(worldA, await house.tokenFor(house.clientA, 'NOBODY'))).toBe('FORBIDDEN');
      expect(await refusal(worldA, good)).toBe('heard');
    });
  }

  it('leaves the other client unchanged', async () => {
    expect(await fingerprintOf(house.database, house.clientB)).toBe(before);
  });
});

const roleThatLacks = ({ domain, action }: Rule) => `ALL BUT ${domain}/${action}`;

/** Adds roles to client A that hold every right there is except one. */
async function addRolesThatLack(rules: readonly Rule[]): Promise<void> {
  const every = Object.entries(PERMISSIONS).map(([domain, actions]) => ({ domain, actions: [...actions] as string[] }));
  const roles = new Map(rules.map((rule) => [roleThatLacks(rule), rule]));
  await house.inA(async (tx) => {
    for (const [name, { domain, action }] of roles) {
      const held = every.map((each) =>
        each.domain === domain ? { domain, actions: each.actions.filter((other) => other !== action) } : each,
      );
      await tx.sql(
        `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, $2, 'client', $3, now(), now())`,
        [tx.clientId, name, JSON.stringify(held)],
      );
    }
  });
  accessOf(house.database).forgetRoles(house.clientA);
}

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
      .replace(/"(secret|ending)":"\w+"/g, '"$1":"at random"')
      .replaceAll('-of-nobody', ''),
  );
}

/** Every way of being no good, each with all else right. */
async function makeBadTokens(): Promise<ReadonlyMap<string, string | null>> {
  const groups = [`${worldA.clientId}:ADMINISTRATOR`];
  const claims = { email: 'a@b.example', name: 'A', groups, token_use: 'id' };
  const good = (await house.tokenFor(house.clientA)).split('.');
  const kid = (JSON.parse(Buffer.from(good[0]!, 'base64url').toString()) as { kid: string }).kid;
  const { rows } = await house.database.identity.query<{ private_jwk: string; public_jwk: JWK }>(
    'select private_jwk, public_jwk from pool_key where key_id = $1',
    [kid],
  );
  const place = { column: 'pool_key.private_jwk', scope: 'pool', row: kid };
  const own = (await importJWK(JSON.parse(unseal(rows[0]!.private_jwk, place)) as JWK, 'ES256')) as CryptoKey;
  const known = (await importJWK({ ...rows[0]!.public_jwk, ext: true }, 'ES256', { extractable: true })) as CryptoKey;
  const { privateKey: strangers } = await generateKeyPair('ES256');
  interface Made {
    readonly key?: CryptoKey | Uint8Array;
    readonly header?: object;
    readonly issuer?: string;
    readonly expires?: string;
    readonly claims?: object;
  }
  const sign = ({ key = own, header = {}, issuer = 'quittance', expires = '1h', claims: other = {} }: Made) =>
    new SignJWT({ ...claims, ...other })
      .setProtectedHeader({ alg: 'ES256', kid, ...header })
      .setIssuer(issuer)
      .setSubject(uuidv7())
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  const payload = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(good[1]!, 'base64url').toString()), groups: [`${worldB.clientId}:ADMINISTRATOR`] }),
  ).toString('base64url');
  const sessionId = uuidv7();
  const groupsOfA = [{ clientId: house.clientA, role: 'ADMINISTRATOR', partnerId: null }];
  const ended = await house.tokens.sign({ userId: house.userA, email: 'a@b.example', name: 'A', groups: groupsOfA, sessionId });
  expect((await house.tokens.verify(ended.token)).sessionId).toBe(sessionId);
  // The others would be good with their one fault mended.
  expect((await house.tokens.verify(await sign({}))).email).toBe('a@b.example');
  await notifyRevoked(house.database, { sessionId });
  await vi.waitFor(() => expect(house.tokens.verify(ended.token)).rejects.toThrow('ended'));
  return new Map([
    ['none', null],
    ['the literal of the specification', 'MISSING_TOKEN'],
    ['no token at all', 'nonsense'],
    ["a stranger's key", await sign({ key: strangers })],
    ['a key that nobody knows', await sign({ key: strangers, header: { kid: 'another' } })],
    ['expired', await sign({ expires: '-1s' })],
    ['another issuer', await sign({ issuer: 'elsewhere' })],
    ['for another use', await sign({ claims: { token_use: 'access' } })],
    ['not signed', new UnsecuredJWT(claims).setIssuer('quittance').setSubject(uuidv7()).setExpirationTime('1h').encode()],
    ['signed by the public key as by a secret', await sign({ key: Buffer.from(await exportSPKI(known)), header: { alg: 'HS256' } })],
    ['groups changed after signing', [good[0], payload, good[2]].join('.')],
    ['of a session that has ended', ended.token],
  ]);
}
