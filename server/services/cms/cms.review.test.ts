import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { followTouched } from '../../platform/follow.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';

const REVIEW = 'conversationId channel userId score failed comment revision reviewedBy answers { criterion name answer }';
const SAMPLE = `query ($clientId: ID!, $days: Int, $perPerson: Int) { getReviewSample(clientId: $clientId, days: $days, perPerson: $perPerson) { id channel userId pick } }`;
const CARD = `query ($clientId: ID!, $channel: String!) { getScoreCard(clientId: $clientId, channel: $channel) { id name weight isCritical } }`;
const SAVE = `mutation ($clientId: ID!, $conversationId: ID!, $answers: [ReviewAnswerInput!]!, $comment: String, $revision: Int) {
  saveConversationReview(clientId: $clientId, conversationId: $conversationId, answers: $answers, comment: $comment, revision: $revision) { ${REVIEW} } }`;
const LIST = `query ($clientId: ID!, $userId: ID) { listConversationReviews(clientId: $clientId, userId: $userId) { people { userId reviews mean failed } reviews { ${REVIEW} } } }`;

let house: TestHouse;
const agent = uuidv7();
let call: Uuid;
let own: Uuid;
let card: { id: string; isCritical: boolean }[];

async function noteCall(userId: Uuid): Promise<Uuid> {
  const id = uuidv7();
  await house.inA((tx) =>
    tx.sql(
      `insert into communication_resolution (client_id, resolution_id, account_id, communication_method, outcome_direction, category, resolution, delinquency_reason, user_id, created_at)
       values ($1, $2, $3, 'phoneCall', 'outbound', 'reached', 'refusalToPay', 'notApplicable', $4, $5)`,
      [tx.clientId, id, uuidv7(), userId, new Date(now() - DAY)],
    ),
  );
  return id;
}
const ask = (document: string, variables: object = {}, token?: string) =>
  house.raw('cms', document, { clientId: house.clientA, ...variables }, token);
const all = (answer: string) => card.map(({ id }) => ({ criterion: id, answer }));
const save = (conversationId: string, answers: object, more: object = {}) => ask(SAVE, { conversationId, answers, ...more });
const fault = async (answer: ReturnType<typeof ask>) => (await answer).errors?.[0]?.extensions;

beforeAll(async () => {
  house = await openTestHouse();
  call = await noteCall(agent);
  own = await noteCall(house.userA);
  card = (await ask(CARD, { channel: 'call' })).data?.getScoreCard as typeof card;
});
afterAll(() => house.close());

describe('a conversation review', () => {
  it('is of a colleague’s conversation, once, and needs every answer', async () => {
    expect((await ask(SAMPLE)).data?.getReviewSample).toEqual([{ id: call, channel: 'call', userId: agent, pick: 'refusal' }]);
    expect(await fault(save(call, all('yes').slice(1)))).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'answers',
      key: 'reviewUnanswered',
    });
    expect(await fault(save(call, all('perhaps')))).toMatchObject({ code: 'INVALID_INPUT', field: 'answers' });
    expect((await fault(save(call, [], { comment: 'x'.repeat(2_001) })))?.fields?.map(({ field }) => field)).toEqual([
      'answers',
      'comment',
    ]);
    expect(await fault(save(own, all('yes')))).toMatchObject({ key: 'reviewOwn' });
    expect(await fault(save(uuidv7(), all('yes')))).toMatchObject({ code: 'NOT_FOUND' });
    const saved = await save(call, all('yes'), { comment: 'Well done' });
    expect(saved.data?.saveConversationReview).toMatchObject({ score: 100, failed: [], comment: 'Well done', userId: agent, revision: 1 });
    expect((await ask(SAMPLE)).data?.getReviewSample).toEqual([]);
  });

  it('is changed on top of what was read, and fails by a critical question', async () => {
    const critical = card.find(({ isCritical }) => isCritical)?.id;
    const answers = all('yes').map((each) => (each.criterion === critical ? { ...each, answer: 'no' } : each));
    expect(await fault(save(call, answers))).toMatchObject({ code: 'CONFLICT' });
    expect((await save(call, answers, { revision: 1 })).data?.saveConversationReview).toMatchObject({
      score: 0,
      failed: [expect.any(String)],
      revision: 2,
    });
    expect(await fault(save(call, answers, { revision: 1 }))).toMatchObject({ code: 'CONFLICT' });
    expect((await ask(LIST)).data?.listConversationReviews).toMatchObject({
      people: [{ userId: agent, reviews: 1, mean: 0, failed: 1 }],
      reviews: [{ conversationId: call, score: 0 }],
    });
    expect((await ask(LIST, { userId: house.userA })).data?.listConversationReviews).toMatchObject({ people: [], reviews: [] });
  });

  it('notifies the reviewed colleague, and is on no account’s timeline', async () => {
    await followTouched(house.database);
    const told = await house.inA((tx) =>
      tx.sql<{ recipient_id: string; account_id: string | null; metadata: { note: string } }>(
        `select recipient_id, account_id, metadata from notification where client_id = $1 and type = 'CONVERSATION_REVIEWED' order by created_at, notification_id`,
        [tx.clientId],
      ),
    );
    expect(told.map((row) => [row.recipient_id, row.account_id, row.metadata.note])).toEqual([
      [agent, null, '100/100'],
      [agent, null, '0/100'],
    ]);
    const events = await house.inA((tx) =>
      tx.sql<{ account_id: string | null }>(`select account_id from event where client_id = $1 and message_type = 'conversationReviewed'`, [
        tx.clientId,
      ]),
    );
    expect(events).toEqual([{ account_id: null }, { account_id: null }]);
  });

  it('is for supervisors, not for agents', async () => {
    for (const [role, code] of [
      ['AGENT', 'FORBIDDEN'],
      ['SUPERVISOR', undefined],
    ] as const)
      expect((await fault(ask(LIST, {}, await house.tokenFor(house.clientA, role))))?.code).toBe(code);
    expect(await fault(ask(SAMPLE, { days: 91 }))).toMatchObject({ field: 'days' });
    expect(await fault(ask(SAMPLE, { perPerson: 21 }))).toMatchObject({ field: 'perPerson' });
  });
});
