/** The chain over the log: what is sealed, by how many processes at once, and that every kind of tampering is named. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import { HOUR, type Instant, isoInstant, MINUTE } from '../../core/time.ts';
import { DIGESTED, sealClient } from './events.seal.ts';
import { appendAnyEvents, appendEventsFrom } from './events.ts';
import { type Finding, verifyClient } from './events.verify.ts';
import { appendHistory } from './history.ts';
import { drainJobs } from './jobs.ts';
import { inClient } from './tenancy.ts';
import { startProgram } from './testing.programs.ts';
import { openTestHouse, type TestHouse } from './testing.ts';
import { idAt, momentOf } from './timedIds.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const owner = (text: string, values: unknown[] = []) => house.database.owner.query(text, values);

/** A new client with events in links of three. @returns its id and those of its events in the order of the chain. */
async function sealedClient(count = 8): Promise<{ clientId: Uuid; ids: Uuid[] }> {
  const clientId = uuidv7();
  await inClient(house.database, clientId, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'C', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01Z')`,
      [clientId],
    );
    await appendAnyEvents(
      tx,
      Array.from({ length: count }, (_, index) => ({
        messageType: 'noteAdded',
        accountId: uuidv7(),
        externalClaimRef: `C-${index}`,
        payload: { index, text: `note "${index}" – ü` },
      })),
    );
  });
  expect(await sealClient(house.database, clientId, { size: 3 })).toBe(count);
  const { rows } = await owner('select message_id from event where client_id = $1 order by message_id', [clientId]);
  return { clientId, ids: rows.map((row) => row.message_id) };
}

async function verify(clientId: Uuid, expected: string[] = []) {
  const findings: Finding[] = [];
  const chain = await verifyClient(house.database, clientId, expected, (finding) => findings.push(finding));
  return { ...chain, found: findings.map(({ link, event, what }) => ({ link, event, what })) };
}

describe('the log and its seals', () => {
  it('are append-only for the application', async () => {
    const { clientId } = await sealedClient();
    for (const statement of [
      `update event set payload = '{}'`,
      'delete from event',
      'truncate event',
      `update event_seal set hash = ''`,
      'delete from event_seal',
      'truncate event_seal',
    ])
      await expect(inClient(house.database, clientId, (tx) => tx.sql(statement))).rejects.toThrow('permission denied');
  });

  it('are sealed with every column of the table', async () => {
    const { rows } = await owner(
      `select column_name from information_schema.columns where table_name = 'event' and table_schema = 'public'`,
    );
    expect(rows.map((row) => row.column_name).sort()).toEqual([...DIGESTED].sort());
  });

  it('grow link by link; nothing new makes no link', async () => {
    const { clientId } = await sealedClient();
    expect(await verify(clientId)).toMatchObject({ links: 3, events: 8, waiting: 0, found: [] });
    expect(await sealClient(house.database, clientId)).toBe(0);
    await inClient(house.database, clientId, (tx) => appendAnyEvents(tx, [{ messageType: 'noteAdded' }]));
    expect(await verify(clientId)).toMatchObject({ links: 3, waiting: 1, found: [] });
    expect(await sealClient(house.database, clientId)).toBe(1);
    expect(await verify(clientId)).toMatchObject({ links: 4, events: 9, waiting: 0, found: [] });
  });

  it('hold what bulk writes and imports append, whose ids carry no time', async () => {
    const { clientId } = await sealedClient();
    await inClient(house.database, clientId, async (tx) => {
      await appendEventsFrom(
        tx,
        ['noteAdded'],
        `select ('${uuidv7().slice(0, 24)}' || lpad(n::text, 12, '0'))::uuid as message_id, 'noteAdded' as message_type, '2026-01-01Z'::timestamptz as emit_time,
           null::uuid as account_id, null::text as external_claim_ref, '{"source": "import", "text": ""}'::json as payload from generate_series(1, 50) n`,
      );
      const past = (id: string) => ({
        messageId: id,
        messageType: 'noteAdded' as const,
        accountId: uuidv7(),
        externalClaimRef: null,
        emitTime: '2020-01-01T00:00:00Z',
        payload: { source: 'import' as const, text: '' },
      });
      await appendHistory(tx, [past('00000000-0000-8000-8000-000000000001'), past('ffffffff-ffff-8fff-8fff-ffffffffffff')]);
    });
    expect(await sealClient(house.database, clientId)).toBe(50);
    expect(await verify(clientId)).toMatchObject({ waiting: 2, found: [] });
    await owner(`update graphile_worker._private_jobs set run_at = '2020-01-01Z'`);
    await drainJobs(house.database);
    expect(await verify(clientId)).toMatchObject({ waiting: 0, events: 60, found: [] });
  });

  it('find an event of a transaction that lasted longer than its neighbours', async () => {
    const { clientId } = await sealedClient();
    const append = (id: Uuid) =>
      owner(
        `insert into event (client_id, message_id, message_type, emit_time, actor_type, payload) values ($1, $2, 'noteAdded', '2026-01-01Z', 'system', '{}')`,
        [clientId, id],
      );
    await append(idAt(Date.now() - 2 * MINUTE));
    expect(await sealClient(house.database, clientId)).toBe(1);
    await append(idAt(Date.now() - HOUR));
    expect(await sealClient(house.database, clientId)).toBe(0);
    expect(await sealClient(house.database, clientId, { whole: true })).toBe(1);
    expect(await verify(clientId)).toMatchObject({ waiting: 0, found: [] });
  });

  it('make one chain however many processes seal', async () => {
    const { clientId } = await sealedClient(40);
    for (let round = 0; round < 3; round++) {
      const write = () =>
        inClient(house.database, clientId, (tx) =>
          appendAnyEvents(
            tx,
            Array.from({ length: 25 }, () => ({ messageType: 'noteAdded' })),
          ),
        );
      await Promise.all([write(), write(), ...Array.from({ length: 4 }, () => sealClient(house.database, clientId, { size: 7 }))]);
    }
    await sealClient(house.database, clientId);
    const chain = await verify(clientId);
    expect(chain).toMatchObject({ events: 190, waiting: 0, found: [] });
  });
});

describe('what is found', () => {
  it.each([
    ['message_type', `'nothingHappened'`],
    ['message_version', '2'],
    ['emit_time', `emit_time + interval '1 millisecond'`],
    ['account_id', 'null'],
    ['external_claim_ref', `external_claim_ref || ' '`],
    ['correlation_id', 'gen_random_uuid()'],
    ['actor_type', `'user'`],
    ['actor_id', `''`],
    ['payload', `replace(payload::text, '"index":', '"index": ')::json`],
    ['payload', `replace(payload::text, 'note', 'Note')::json`],
  ])('an altered %s', async (column, value) => {
    const { clientId, ids } = await sealedClient();
    await owner(`update event set ${column} = ${value} where client_id = $1 and message_id = $2`, [clientId, ids[4]]);
    expect((await verify(clientId)).found).toEqual([{ link: 2, event: ids[4], what: 'the event was altered' }]);
  });

  it('a removed event, and one that got another id', async () => {
    const { clientId, ids } = await sealedClient();
    await owner('delete from event where client_id = $1 and message_id = $2', [clientId, ids[0]]);
    await owner('update event set message_id = $3 where client_id = $1 and message_id = $2', [clientId, ids[7], idAt(Date.now() - HOUR)]);
    expect((await verify(clientId)).found).toEqual([
      { link: 1, event: ids[0], what: 'the event is gone' },
      { link: 3, event: ids[7], what: 'the event is gone' },
      { link: null, event: expect.stringMatching(/^[0-9a-f-]{36}$/), what: expect.stringContaining('is in no link') },
    ]);
  });

  it.each([
    ['first', 0, 1],
    ['one in the middle', 4, 2],
    ['last', -1, 3],
  ])('the %s removed', async (_which, place, link) => {
    const { clientId, ids } = await sealedClient();
    await owner('delete from event where client_id = $1 and message_id = $2', [clientId, ids.at(place)]);
    expect((await verify(clientId)).found).toEqual([{ link, event: ids.at(place), what: 'the event is gone' }]);
  });

  it.each([
    ['of one link', 3, 4],
    ['of two links', 1, 7],
  ])('two events %s that changed places', async (_where, one, other) => {
    const { clientId, ids } = await sealedClient();
    const move = (from: string, to: string) =>
      owner('update event set message_id = $3 where client_id = $1 and message_id = $2', [clientId, from, to]);
    const aside = uuidv7();
    await move(ids[one]!, aside);
    await move(ids[other]!, ids[one]!);
    await move(aside, ids[other]!);
    expect((await verify(clientId)).found.map(({ event, what }) => [event, what])).toEqual([
      [ids[one], 'the event was altered'],
      [ids[other], 'the event was altered'],
    ]);
  });

  it('an event moved to another client', async () => {
    const [one, other] = [await sealedClient(), await sealedClient()];
    await owner('update event set client_id = $3 where client_id = $1 and message_id = $2', [one.clientId, one.ids[2], other.clientId]);
    expect((await verify(one.clientId)).found).toEqual([{ link: 1, event: one.ids[2], what: 'the event is gone' }]);
  });

  it('an old event that was slipped in, which no later sealing takes in', async () => {
    const { clientId } = await sealedClient();
    const id = idAt(Date.now() - 72 * HOUR);
    await owner(
      `insert into event (client_id, message_id, message_type, emit_time, actor_type, payload) values ($1, $2, 'noteAdded', '2026-01-01Z', 'system', '{}')`,
      [clientId, id],
    );
    await sealClient(house.database, clientId, { whole: true });
    expect((await verify(clientId)).found).toEqual([{ link: null, event: id, what: expect.stringContaining('is in no link') }]);
  });

  it('a link that is gone, in the middle and at the end', async () => {
    const { clientId } = await sealedClient();
    const { newest } = await verify(clientId);
    await owner('delete from event_seal where client_id = $1 and seal_no = 2', [clientId]);
    const found = (await verify(clientId)).found;
    expect(found[0]).toEqual({ link: 2, event: null, what: 'links 2 to 2 are gone' });
    expect(found[1]).toMatchObject({ link: 3, event: null });
    await owner('delete from event_seal where client_id = $1 and seal_no = 3', [clientId]);
    // The end may be cut off unseen, but not from who noted its hash.
    expect((await verify(clientId)).found).toEqual([]);
    expect((await verify(clientId, [newest!])).found).toEqual([
      { link: null, event: null, what: expect.stringContaining(`does not contain ${newest}`) },
    ]);
  });

  it.each([
    ['hash', `hash = repeat('0', 64)`, [2, 3]],
    ['moment', `sealed_at = sealed_at - interval '1 hour'`, [2]],
    ['order', 'message_ids = array[message_ids[2], message_ids[1], message_ids[3]]', [2, 2]],
    ['copy of the digests', `digests = set_byte(digests, 3, 255 - get_byte(digests, 3))`, [2]],
  ])('a link whose %s was changed', async (_what, change, links) => {
    const { clientId } = await sealedClient();
    await owner(`update event_seal set ${change} where client_id = $1 and seal_no = 2`, [clientId]);
    expect((await verify(clientId)).found.map(({ link }) => link)).toEqual(links);
  });

  it('links that changed places', async () => {
    const { clientId } = await sealedClient();
    await owner('update event_seal set seal_no = case seal_no when 1 then -2 else -1 end where client_id = $1 and seal_no < 3', [clientId]);
    await owner('update event_seal set seal_no = -seal_no where client_id = $1 and seal_no < 0', [clientId]);
    expect((await verify(clientId)).found.map(({ link }) => link)).toEqual([1, 2, 3]);
  });

  it('a chain that was rewritten as a whole, by who noted a hash before', async () => {
    const { clientId, ids } = await sealedClient();
    const { newest } = await verify(clientId);
    await inClient(house.database, clientId, (tx) => appendAnyEvents(tx, [{ messageType: 'noteAdded' }]));
    await sealClient(house.database, clientId);
    expect((await verify(clientId, [newest!])).found).toEqual([]);
    await owner(`update event set payload = '{}' where client_id = $1 and message_id = $2`, [clientId, ids[4]]);
    await owner('delete from event_seal where client_id = $1', [clientId]);
    await sealClient(house.database, clientId, { size: 3 });
    expect((await verify(clientId)).found).toEqual([]);
    expect((await verify(clientId, [newest!])).found).toHaveLength(1);
  });

  it('seals that were all thrown away', async () => {
    const { clientId } = await sealedClient();
    await owner('delete from event_seal where client_id = $1', [clientId]);
    await owner(
      `insert into event (client_id, message_id, message_type, emit_time, actor_type, payload) values ($1, $2, 'noteAdded', '2026-01-01Z', 'system', '{}')`,
      [clientId, idAt(Date.now() - 2 * HOUR)],
    );
    expect((await verify(clientId)).found.map(({ what }) => what)).toEqual(['nothing is sealed']);
  });
});

it('any events at all are sealed and verified, and any one byte of any of them matters', async () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', ''));
  const event = fc.record({
    messageType: word,
    externalClaimRef: fc.option(word),
    payload: fc
      .dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
      .map((payload) => JSON.parse(JSON.stringify(payload).replaceAll('\\u0000', ''))),
    actor: fc.record({ type: fc.constantFrom('user', 'system', ''), id: fc.option(word) }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      fc.nat(),
      async (events, size, pick) => {
        const clientId = uuidv7();
        await inClient(house.database, clientId, (tx) => appendAnyEvents(tx, events));
        expect(await sealClient(house.database, clientId, { size })).toBe(events.length);
        expect(await verify(clientId)).toMatchObject({ events: events.length, links: Math.ceil(events.length / size), found: [] });
        const { rows } = await owner('select message_id from event where client_id = $1 order by message_id', [clientId]);
        const id = rows[pick % rows.length].message_id;
        const column = ['message_type', 'external_claim_ref', 'actor_type', 'actor_id'][pick % 4];
        await owner(`update event set ${column} = coalesce(${column}, '') || 'x' where client_id = $1 and message_id = $2`, [clientId, id]);
        expect((await verify(clientId)).found.map((finding) => finding.event)).toEqual([id]);
      },
    ),
    { numRuns: 25 },
  );
});

it('ids carry the moment of their making', () => {
  const at = 1_790_000_000_123 as Instant;
  expect(momentOf(idAt(at))).toBe(at);
  const before = Date.now();
  const made = momentOf(uuidv7());
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(Date.now());
  expect(momentOf('00000000-0000-8000-8000-000000000001')).toBeNull();
  expect(isoInstant(at)).toContain('2026');
});

it('the command prints each chain and ends with 1 when something does not fit', async () => {
  const { clientId, ids } = await sealedClient();
  const command = (...args: string[]) =>
    startProgram('platform/audit.command.ts', args, { DATABASE_URL: house.database.url, NODE_ENV: 'test' }).done;
  const { text } = await command('--client', clientId);
  const [, hash] = /^.+: 3 links, 8 events, 0 waiting, intact, newest ([0-9a-f]{64})$/m.exec(text) ?? [];
  expect(await command('--client', clientId, '--expect', `${clientId}=${hash}`)).toMatchObject({ code: 0 });
  await owner(`update event set payload = '{}' where client_id = $1 and message_id = $2`, [clientId, ids[4]]);
  expect(await command()).toMatchObject({
    code: 1,
    text: expect.stringContaining(`client ${clientId} link 2 event ${ids[4]}: the event was altered`),
  });
  expect(await command('--expect', 'nonsense')).toMatchObject({ code: 1 });
});
