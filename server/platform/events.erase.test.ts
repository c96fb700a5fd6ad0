/** Erased events: the chain still proves that nothing else was altered, and nobody hides an alteration behind an erasure. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloadSchema } from '../../core/events/schema.ts';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import { eraseEvents } from './events.erase.ts';
import { DIGEST, sealClient } from './events.seal.ts';
import { appendAnyEvents } from './events.ts';
import { type Finding, verifyClient } from './events.verify.ts';
import { inClient } from './tenancy.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const owner = (text: string, values: unknown[] = []) => house.database.owner.query(text, values);

/** A client with six events that name somebody, sealed unless told otherwise. */
async function clientWithEvents(isSealed = true): Promise<{ clientId: Uuid; ids: Uuid[] }> {
  const clientId = uuidv7();
  const stored = await inClient(house.database, clientId, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'C', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01Z')`,
      [clientId],
    );
    return appendAnyEvents(
      tx,
      Array.from({ length: 6 }, (_, index) => ({
        messageType: 'noteAdded',
        accountId: uuidv7(),
        externalClaimRef: index % 2 ? `C-"${index}"` : null,
        correlationId: index % 3 ? uuidv7() : null,
        payload: { text: `Herr Müller "rief" an ${index}` },
      })),
    );
  });
  if (isSealed) await sealClient(house.database, clientId);
  return { clientId, ids: stored.map((event) => event.messageId) };
}

async function erase(clientId: Uuid, ids: readonly Uuid[]): Promise<number> {
  const erasureId = uuidv7();
  return inClient(house.database, clientId, async (tx) => {
    await tx.sql(
      `insert into erasure (client_id, erasure_id, cause, kind, account_ids, counts, erased_at) values ($1, $2, 'rule', 'notes', '{}', '{}', now())`,
      [clientId, erasureId],
    );
    return eraseEvents(tx, { erasureId, accountId: null, about: { kind: 'notes', cause: 'rule', accounts: 0, counts: {} } }, ids);
  });
}

async function verify(clientId: Uuid) {
  const findings: Finding[] = [];
  const chain = await verifyClient(house.database, clientId, [], (finding) => findings.push(finding));
  return { ...chain, found: findings.map(({ event, what }) => ({ event, what })) };
}

describe('erased events', () => {
  it('lose what they said and keep their place, type and time; the chain holds before and after the next seal', async () => {
    const { clientId, ids } = await clientWithEvents();
    expect(await erase(clientId, ids.slice(0, 4))).toBe(4);
    const { rows } = await owner('select payload::text as said, message_type from event where client_id = $1 order by message_id', [
      clientId,
    ]);
    expect(rows.filter((row) => row.said.includes('Müller'))).toHaveLength(2);
    expect(rows.map((row) => row.message_type)).toEqual([...Array(6).fill('noteAdded'), 'personalDataErased']);
    // SQL alone writes the notice.
    expect(payloadSchema('personalDataErased').safeParse(JSON.parse(rows[6].said)).error).toBeUndefined();
    expect(await verify(clientId)).toMatchObject({ events: 6, erased: 4, waiting: 1, found: [] });
    expect(await sealClient(house.database, clientId)).toBe(1);
    expect(await verify(clientId)).toMatchObject({ events: 7, erased: 4, waiting: 0, found: [] });
  });

  it('are erased once, and a notice is never erased', async () => {
    const { clientId, ids } = await clientWithEvents();
    expect(await erase(clientId, ids)).toBe(6);
    const { rows } = await owner(`select message_id from event where client_id = $1`, [clientId]);
    expect(
      await erase(
        clientId,
        rows.map((row) => row.message_id),
      ),
    ).toBe(0);
    expect(await verify(clientId)).toMatchObject({ erased: 6, found: [] });
  });

  it('may be erased before they are sealed', async () => {
    const { clientId, ids } = await clientWithEvents(false);
    await erase(clientId, ids.slice(2));
    await sealClient(house.database, clientId);
    expect(await verify(clientId)).toMatchObject({ events: 7, erased: 4, waiting: 0, found: [] });
  });

  it('have the digest that the seals take', async () => {
    await clientWithEvents();
    const { rows } = await owner(`select count(*)::int as events from event e where event_digest(e) is distinct from ${DIGEST}`);
    expect(rows[0].events).toBe(0);
  });
});

describe('an alteration', () => {
  const altered = async (clientId: Uuid, id: Uuid | undefined) =>
    owner(`update event set payload = '{"text":"Nothing happened"}' where client_id = $1 and message_id = $2`, [clientId, id]);

  it('of an erased event is found', async () => {
    const { clientId, ids } = await clientWithEvents();
    await erase(clientId, ids);
    await altered(clientId, ids[1]);
    expect((await verify(clientId)).found).toEqual([{ event: ids[1], what: 'the event was altered after it was erased' }]);
    await owner(
      `update event_erasure x set erased_digest = event_digest(e) from event e where e.client_id = $1 and e.message_id = $2 and x.client_id = $1 and x.message_id = $2`,
      [clientId, ids[1]],
    );
    expect((await verify(clientId)).found.map(({ what }) => what)).toEqual([
      'the event was altered after it was erased',
      'the events that were erased are not those that this erasure tells of',
    ]);
  });

  it('that is called an erasure without one is found', async () => {
    const { clientId, ids } = await clientWithEvents();
    await owner(
      `insert into event_erasure select client_id, message_id, gen_random_uuid(), event_digest(e), ''::bytea from event e where client_id = $1 and message_id = $2`,
      [clientId, ids[3]],
    );
    await altered(clientId, ids[3]);
    await owner(
      `update event_erasure x set erased_digest = event_digest(e) from event e where x.client_id = $1 and e.message_id = x.message_id`,
      [clientId],
    );
    expect((await verify(clientId)).found).toEqual([
      { event: ids[3], what: 'the event was altered: it is called erased, and no erasure tells of it' },
    ]);
  });

  it('that hides behind somebody else’s erasure is found', async () => {
    const { clientId, ids } = await clientWithEvents();
    await erase(clientId, ids.slice(0, 2));
    await owner(
      `insert into event_erasure select e.client_id, e.message_id, x.notice_id, event_digest(e), ''::bytea
       from event e, event_erasure x where e.client_id = $1 and e.message_id = $2 and x.client_id = $1 and x.message_id = $3`,
      [clientId, ids[5], ids[0]],
    );
    await owner(
      `update event e set payload = x.payload from event x where e.client_id = $1 and e.message_id = $2 and x.client_id = $1 and x.message_id = $3`,
      [clientId, ids[5], ids[0]],
    );
    await owner(
      `update event_erasure x set erased_digest = event_digest(e) from event e where x.client_id = $1 and e.message_id = x.message_id`,
      [clientId],
    );
    const { found } = await verify(clientId);
    expect(found.map(({ what }) => what)).toEqual(['the events that were erased are not those that this erasure tells of']);
  });

  it('is found when the record of the erasure is removed', async () => {
    const { clientId, ids } = await clientWithEvents();
    await erase(clientId, ids.slice(0, 1));
    await owner('delete from event_erasure where client_id = $1', [clientId]);
    expect((await verify(clientId)).found.map(({ what }) => what)).toEqual([
      'the event was altered',
      'the events that were erased are not those that this erasure tells of',
    ]);
  });
});

describe('the application', () => {
  it('erases events only for an erasure on record, of its own client, and cannot touch the records', async () => {
    const { clientId, ids } = await clientWithEvents();
    const other = await clientWithEvents();
    const inOne = (statement: string, values: unknown[] = []) => inClient(house.database, clientId, (tx) => tx.sql(statement, values));
    const call = `select erase_events($1, $2, now(), null, 'system', null, '{}', $3)`;
    await expect(inOne(call, [uuidv7(), uuidv7(), ids])).rejects.toThrow('no such erasure');
    expect(await erase(clientId, other.ids)).toBe(0);
    for (const statement of [
      'delete from event_erasure',
      `update event_erasure set digest = ''`,
      `insert into event_erasure select client_id, message_id, message_id, '', '' from event`,
      `update erasure set counts = '{}'`,
      'delete from erasure',
    ])
      await expect(inOne(statement)).rejects.toThrow('permission denied');
    expect(await verify(other.clientId)).toMatchObject({ erased: 0, found: [] });
    const { rows } = await owner(`select count(*)::int as said from event where client_id = $1 and payload::text like '%Müller%'`, [
      other.clientId,
    ]);
    expect(rows[0].said).toBe(6);
  });
});
