/** Comments at steps: written, answered, resolved, deleted; of no version, and only of one's own client. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { instant } from '../../../core/time.ts';
import { end, openStrategyHouse, type StrategyHouse, wait } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

interface Comment {
  commentId: Uuid;
  stepId: string;
  replyTo: Uuid | null;
  body: string;
  author: Uuid;
  createdAt: string;
  resolvedAt: string | null;
  resolvedBy: Uuid | null;
  hasStep: boolean;
}

const FIELDS = 'commentId stepId replyTo body author createdAt resolvedAt resolvedBy hasStep';
const ADD = `mutation ($clientId: ID!, $blueprintId: ID!, $stepId: ID!, $body: String!, $replyTo: ID) {
  addStrategyComment(clientId: $clientId, blueprintId: $blueprintId, stepId: $stepId, body: $body, replyTo: $replyTo) { ${FIELDS} } }`;
const RESOLVE = `mutation ($clientId: ID!, $commentId: ID!, $isResolved: Boolean) {
  resolveStrategyComment(clientId: $clientId, commentId: $commentId, isResolved: $isResolved) { ${FIELDS} } }`;
const DELETE = 'mutation ($clientId: ID!, $commentId: ID!) { deleteStrategyComment(clientId: $clientId, commentId: $commentId) }';

const add = async (blueprintId: Uuid, stepId: string, body: string, replyTo: Uuid | null = null) =>
  (await house.ask<{ addStrategyComment: Comment }>(ADD, { blueprintId, stepId, body, replyTo })).addStrategyComment;
const resolve = async (commentId: Uuid, isResolved: boolean) =>
  (await house.ask<{ resolveStrategyComment: Comment }>(RESOLVE, { commentId, isResolved })).resolveStrategyComment;
const list = async (blueprintId: Uuid) =>
  (
    await house.ask<{ getStrategyComments: Comment[] }>(
      `query ($clientId: ID!, $blueprintId: ID!) { getStrategyComments(clientId: $clientId, blueprintId: $blueprintId) { ${FIELDS} } }`,
      { blueprintId },
    )
  ).getStrategyComments;
const refused = async (document: string, variables: object) => {
  const { errors } = await house.raw('strategy', document, { clientId: house.clientA, ...variables });
  return `${errors?.[0]?.extensions?.code} ${errors?.[0]?.message}`;
};

it('is answered, resolved and opened again by an answer, with no new version of the strategy', async () => {
  const blueprintId = await house.saved([wait('pause', 3, 'end'), end]);
  const first = await add(blueprintId, 'pause', '  Why three days?\nThe bank takes two. ');
  expect(first).toMatchObject({ body: 'Why three days?\nThe bank takes two.', replyTo: null, resolvedAt: null, hasStep: true });
  const resolved = await resolve(first.commentId, true);
  expect(resolved).toMatchObject({ resolvedAt: '2026-03-03T10:00:00.000Z', resolvedBy: first.author });
  house.clock.time = instant('2026-03-03T10:01:00Z');
  expect(await resolve(first.commentId, true)).toEqual(resolved);
  const answer = await add(blueprintId, 'pause', 'It takes three.', first.commentId);
  // An answer to an answer belongs to what began.
  expect((await add(blueprintId, 'pause', 'Agreed.', answer.commentId)).replyTo).toBe(first.commentId);
  expect((await list(blueprintId)).map(({ body, resolvedAt }) => [body, resolvedAt])).toEqual([
    ['Why three days?\nThe bank takes two.', null],
    ['It takes three.', null],
    ['Agreed.', null],
  ]);
  const { getStrategyBlueprint: strategy } = await house.ask<{ getStrategyBlueprint: { currentVersion: number } }>(
    'query ($clientId: ID, $id: ID!) { getStrategyBlueprint(clientId: $clientId, id: $id) { currentVersion } }',
    { id: blueprintId },
  );
  expect(strategy.currentVersion).toBe(1);
});

it('stays when its step goes, and says so', async () => {
  const blueprintId = await house.saved([wait('pause', 3, 'end'), end]);
  await add(blueprintId, 'pause', 'Shorter?');
  await house.saved([wait('pause', 5, 'end'), end], blueprintId);
  expect(await list(blueprintId)).toMatchObject([{ stepId: 'pause', hasStep: true }]);
  await house.saved([end], blueprintId);
  expect(await list(blueprintId)).toMatchObject([{ stepId: 'pause', hasStep: false }]);
});

it('is deleted by its author alone, and not when it was answered', async () => {
  const blueprintId = await house.saved([end]);
  const first = await add(blueprintId, 'end', 'Is this the end?');
  const answer = await add(blueprintId, 'end', 'It is.', first.commentId);
  expect(await refused(DELETE, { commentId: first.commentId })).toBe('CONFLICT Others have answered this comment. Resolve it instead.');
  expect(await house.ask(DELETE, { commentId: answer.commentId })).toEqual({ deleteStrategyComment: true });
  await house.inA((tx) => tx.sql('update strategy_step_comment set author = gen_random_uuid() where comment_id = $1', [first.commentId]));
  expect(await refused(DELETE, { commentId: first.commentId })).toBe('FORBIDDEN You can only delete your own comments');
  expect((await list(blueprintId)).map(({ body }) => body)).toEqual(['Is this the end?']);
});

it('is refused where it makes no sense', async () => {
  const blueprintId = await house.saved([end]);
  const other = await house.saved([end]);
  const first = await add(blueprintId, 'end', 'First');
  const answer = await add(blueprintId, 'end', 'Second', first.commentId);
  const wrong = (variables: object) => refused(ADD, { blueprintId, stepId: 'end', body: 'Words', ...variables });
  expect(await wrong({ body: '  \n' })).toBe('INVALID_INPUT Enter a comment');
  expect(await wrong({ body: 'x'.repeat(2_001) })).toBe('INVALID_INPUT Comments can have up to 2000 characters. This one has 2001.');
  expect(await wrong({ stepId: 'elsewhere' })).toBe('NOT_FOUND Save this step before you comment on it');
  expect(await wrong({ blueprintId: other, replyTo: first.commentId })).toBe('NOT_FOUND Comment not found');
  expect(await refused(RESOLVE, { commentId: answer.commentId })).toBe('INVALID_INPUT Resolve the comment that this one answers');
});

it('is told in the audit without its words', async () => {
  const blueprintId = await house.saved([end]);
  const { commentId } = await add(blueprintId, 'end', 'Told to nobody else');
  await resolve(commentId, true);
  await house.ask(DELETE, { commentId });
  const events = await house.inA((tx) =>
    tx.sql<{ type: string; payload: object }>(
      `select message_type as type, payload from event where message_type like 'strategyComment%' and payload ->> 'commentId' = $1 order by message_id`,
      [commentId],
    ),
  );
  const said = { blueprintId, stepId: 'end', commentId };
  expect(events).toEqual([
    { type: 'strategyCommentAdded', payload: said },
    { type: 'strategyCommentResolved', payload: { ...said, isResolved: true } },
    { type: 'strategyCommentDeleted', payload: said },
  ]);
});
