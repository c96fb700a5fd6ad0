import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { takeWrongEvents } from './events.testing.ts';
import { appendAnyEvents, appendEvents, appendEventsFrom, type NewEvent } from './events.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const count = () => house.inA(async (tx) => (await tx.sql('select 1 from event where client_id = $1', [tx.clientId])).length);

it('a payload that a kind does not declare does not compile, and a test that appends it fails', async () => {
  // @ts-expect-error: a kind that nobody declared
  const unknown: NewEvent = { messageType: 'noteEdited', payload: { text: 'Called' } };
  // @ts-expect-error: the outcome is missing
  const missing: NewEvent = { messageType: 'disputeClosed', payload: {} };
  // @ts-expect-error: the balance is a decimal as text
  const wrong: NewEvent = { messageType: 'claimResolved', payload: { balance: 0, currency: 'EUR' } };
  // @ts-expect-error: nothing says when
  const undeclared: NewEvent = { messageType: 'disputeClosed', payload: { outcome: 'Paid', at: 1 } };
  for (const event of [missing, wrong, undeclared])
    await expect(house.inA((tx) => appendEvents(tx, [event]))).rejects.toThrow(`${event.messageType} doesn't say what it declares`);
  expect(takeWrongEvents()).toHaveLength(3);
  expect(await count()).toBe(0);
  await house.inA((tx) => appendEvents(tx, [{ messageType: 'disputeClosed', payload: { outcome: 'Paid' } }]));
  await house.inA((tx) => appendAnyEvents(tx, [unknown]));
  expect(await count()).toBe(2);
});

it('so does what a statement appends', async () => {
  const select = (payload: string) =>
    `select '${uuidv7()}'::uuid as message_id, 'claimImported' as message_type, now() as emit_time, null::uuid as account_id, 'C-1' as external_claim_ref, '${payload}'::json as payload`;
  const append = (payload: object) => house.inA((tx) => appendEventsFrom(tx, ['claimImported'], select(JSON.stringify(payload))));
  await expect(append({ amount: 100, currency: 'EUR', dueDate: null })).rejects.toThrow("claimImported doesn't say what it declares");
  expect(takeWrongEvents()).toHaveLength(1);
  await append({ amount: '100.00', currency: 'EUR', dueDate: null });
});
