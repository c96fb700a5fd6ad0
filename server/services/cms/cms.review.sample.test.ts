/** The sample of conversations to review: what counts as one, why it was picked, and that nobody sees another client's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { readReviewSample } from './cms.review.logic.ts';
import { newTrackingToken } from './cms.tracking.logic.ts';

let house: TestHouse;
const colleague = uuidv7();
const third = uuidv7();
const ids: Record<string, Uuid> = {};

async function noteCall(tx: Tx, name: string, userId: Uuid, resolution: string, daysAgo: number, method = 'phoneCall') {
  ids[name] = uuidv7();
  await tx.sql(
    `insert into communication_resolution (client_id, resolution_id, account_id, communication_method, outcome_direction, category, resolution, delinquency_reason, user_id, created_at)
     values ($1, $2, $3, $4, 'outbound', 'reached', $5, 'notApplicable', $6, $7)`,
    [tx.clientId, ids[name], uuidv7(), method, resolution, userId, new Date(now() - daysAgo * DAY)],
  );
}

async function addMessage(tx: Tx, name: string, userId: Uuid | null) {
  ids[name] = uuidv7();
  await tx.sql(
    `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, user_id, created_at)
     values ($1, $2, $3, 'email', 'outbound', 'a@example.com', 'b@example.com', 'en_US', 'Hello', 'sandbox', $4, $5, $6)`,
    [tx.clientId, ids[name], uuidv7(), newTrackingToken(tx.clientId), userId, new Date(now() - DAY)],
  );
}

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA(async (tx) => {
    await noteCall(tx, 'refused', house.userA, 'refusalToPay', 2);
    await noteCall(tx, 'silent', house.userA, 'other', 40);
    await noteCall(tx, 'tooOld', house.userA, 'other', 100);
    await noteCall(tx, 'disputed', colleague, 'debtorDidNotReceiveInvoice', 3);
    for (const [name, status] of [
      ['promiseBroken', 'broken'],
      ['promiseKept', 'kept'],
    ] as const) {
      await noteCall(tx, name, third, 'promiseToPay', 20);
      await tx.sql(
        `insert into promise_to_pay (client_id, promise_to_pay_id, account_id, external_claim_ref, amount, currency, start_date, due_date, requested_by, status, idempotency_key, created_at, updated_at)
         select client_id, $3, account_id, 'C', 100, 'EUR', created_at::date, created_at::date + 7, 'debtor', $4, $5, created_at, created_at
         from communication_resolution where client_id = $1 and resolution_id = $2`,
        [tx.clientId, ids[name], uuidv7(), status, name],
      );
    }
    await noteCall(tx, 'noCall', colleague, 'other', 3, 'email');
    await addMessage(tx, 'written', house.userA);
    await addMessage(tx, 'automated', null);
  });
});
afterAll(() => house.close());

const period = () => ({ from: instant(now() - 60 * DAY), to: instant(now() + DAY) });
const sample = (perPerson = 10, userId: Uuid | null = null) =>
  house.inA((tx) => readReviewSample(tx, { ...period(), perPerson, userId }, '2026-11-23'));
const picked = async (perPerson?: number, userId?: Uuid) =>
  Object.fromEntries((await sample(perPerson, userId)).map(({ conversation, pick }) => [conversation.id, pick]));

describe('readReviewSample', () => {
  it('takes calls and messages of people within the period, and says why', async () => {
    expect(await picked()).toEqual({
      [ids.refused!]: 'refusal',
      [ids.silent!]: 'longSilence',
      [ids.disputed!]: 'dispute',
      [ids.written!]: 'random',
      [ids.promiseBroken!]: 'brokenPromise',
      [ids.promiseKept!]: 'random',
    });
  });

  it('is the same when asked again, and narrows to one person', async () => {
    expect(await sample(2)).toEqual(await sample(2));
    expect(await picked(10, colleague)).toEqual({ [ids.disputed!]: 'dispute' });
  });

  it('shows nothing of another client, and refuses too many rows', async () => {
    expect(await house.inB((tx) => readReviewSample(tx, { ...period(), perPerson: 5 }, '2026-11-23'))).toEqual([]);
    await expect(sample(21)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
