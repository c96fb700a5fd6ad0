/**
 * Partners' people, every operation tried: one whose partner has nothing reads and changes nothing of any account, whatever rights the role
 * holds; one whose partner has the account works with it; and rights beyond what partners see are refused, not failed at.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holds } from '../core/holds.ts';
import { uuidv7 } from '../core/id.ts';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import type { World } from './platform/cases.ts';
import { rootFields } from './platform/guard.ts';
import { openTestHouse, type RawAnswer, type TestHouse } from './platform/testing.ts';
import { SERVICES } from './services.ts';
import { CASES as cases, documentOf } from './testing.operations.ts';

let house: TestHouse;
const world: World = {};
const other = uuidv7();
let marks: readonly string[];
let before: string;

beforeAll(async () => {
  house = await openTestHouse();
  Object.assign(world, { clientId: house.clientA, userId: house.userA });
  for (const { seed } of cases.values()) await house.inA(async (tx) => seed?.(tx, world));
  await house.inA(async (tx) => {
    await tx.sql(
      `insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, 'Südkreuz Inkasso', now(), now())`,
      [tx.clientId, other],
    );
    await tx.sql(`delete from claim_assignment where client_id = $1`, [tx.clientId]);
    await tx.sql(
      `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, outsource_method, created_at, updated_at)
       select client_id, gen_random_uuid(), $2, account_id, external_claim_ref, currency, balance, 'manual', now(), now() from claim
       where client_id = $1 and account_id = $3`,
      [tx.clientId, world.partnerId, world.accountId],
    );
  });
  marks = await marksOfAccounts();
  before = await fingerprint();
});
afterAll(() => house.close());

/** What partners' roles hold a right for that is about more than accounts. */
const CLOSED = new Set(['cms.listPrintBatches', 'cms.getPrintBatchFiles', 'partner.getPartnerAllocations', 'partner.getOutsourcingConfig']);
/** What says the same to everybody, examples that seeds say too. */
const EVERYBODYS = new Set(['events.getEventTypes', 'webhook-subscription.getWebhookMessageTypes']);

const operations = SERVICES.flatMap((service) => rootFields(service.schema).map((field) => ({ service, ...field }))).filter(
  ({ namesClient, isPublic, kind }) => namesClient && !isPublic && kind !== 'subscription',
);

function ask({ service, kind, name }: (typeof operations)[number], token: string): Promise<RawAnswer> {
  const document = documentOf(service.schema, kind as 'query' | 'mutation', name);
  return house.raw(service.name, document, variablesOf(service.name, name), token);
}
const variablesOf = (service: string, name: string) => cases.get(service)?.operations[name]?.(world) ?? {};

describe('somebody of a partner that has nothing', () => {
  for (const op of operations)
    it(`reads nothing of an account by ${op.service.name}.${op.name}`, async () => {
      const answer = await ask(op, await house.tokenFor(house.clientA, 'ADMINISTRATOR', uuidv7(), other));
      if (EVERYBODYS.has(`${op.service.name}.${op.name}`)) return;
      const told = JSON.stringify(answer.data ?? null);
      const asked = JSON.stringify(variablesOf(op.service.name, op.name));
      expect(marks.filter((mark) => told.includes(mark) && !asked.includes(mark))).toEqual([]);
      expect(answer.errors?.filter(({ extensions }) => extensions?.code === 'INTERNAL') ?? []).toEqual([]);
    });

  it('has changed nothing of any account', async () => {
    expect(await fingerprint()).toBe(before);
  });
});

describe('somebody of the partner that has the account', () => {
  for (const { name: role, permissions } of BUILT_IN_ROLES.filter(({ roleType }) => roleType === 'PARTNER'))
    for (const op of operations.filter(({ rules }) => rules.every((rule) => holds(permissions, rule.domain, rule.action))))
      it(`works with it as ${role} by ${op.service.name}.${op.name}`, async () => {
        const answer = await ask(op, await house.tokenFor(house.clientA, role, house.userA, world.partnerId));
        const faults = answer.errors?.map(({ extensions, message }) => extensions?.key ?? message) ?? [];
        if (CLOSED.has(`${op.service.name}.${op.name}`)) expect(faults).toEqual(['partnerReach']);
        // What an operation before has changed may stand in the way; what they see must not.
        else expect(faults.filter((key) => key === 'partnerReach' || key === 'accountNotFound')).toEqual([]);
        expect(answer.errors?.filter(({ extensions }) => extensions?.code === 'INTERNAL') ?? []).toEqual([]);
      });

  for (const op of operations)
    it(`is answered or refused by ${op.service.name}.${op.name}`, async () => {
      const answer = await ask(op, await house.tokenFor(house.clientA, 'ADMINISTRATOR', house.userA, world.partnerId));
      expect(answer.errors?.filter(({ extensions }) => extensions?.code === 'INTERNAL') ?? []).toEqual([]);
    });
});

/** What only rows of accounts say: ids, references, names, texts; not what settings say too, nor words that stand anywhere. */
async function marksOfAccounts(): Promise<readonly string[]> {
  const { owner } = house.database;
  const { rows: tables } = await owner.query<{ name: string; bound: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as bound
     from pg_class c join pg_attribute k on k.attrelid = c.oid and k.attname = 'client_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const found = { bound: new Set<string>(), open: new Set<string>() };
  for (const { name, bound } of tables) {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${name}" t where client_id = $1 ${bound ? 'and account_id is not null' : ''}`,
      [house.clientA],
    );
    for (const { row } of rows) for (const text of textsOf(row)) found[bound ? 'bound' : 'open'].add(text);
  }
  const open = [...found.open].join('\n');
  const said = [...found.bound].filter((text) => !open.includes(text) && text.length >= 6 && /\d|@|\s/.test(text));
  // Moments, days, amounts and this server's own address are nobody's.
  return said.filter((text) => !/^\d{4}-\d{2}-\d{2}|^127\.0\.0\.1|^-?[\d.]+$/.test(text));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

/** A digest of every row of an account. */
async function fingerprint(): Promise<string> {
  const { rows: tables } = await house.database.owner.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const parts: string[] = [];
  for (const { table_name } of tables) {
    const { rows } = await house.database.owner.query<{ digest: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as digest from "${table_name}" t where client_id = $1 and account_id is not null`,
      [house.clientA],
    );
    parts.push(`${table_name}:${rows[0]?.digest ?? ''}`);
  }
  return parts.join('\n');
}
