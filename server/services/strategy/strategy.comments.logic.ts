/** Comments that people write at the steps of a strategy: answered, resolved, and kept whatever version comes next. */
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';

/** Characters of a comment. */
const MOST_BODY = 2_000;
/** Comments that are listed of one strategy, the newest. */
const MOST_LISTED = 1_000;

export interface StrategyComment {
  readonly commentId: Uuid;
  readonly blueprintId: Uuid;
  readonly stepId: string;
  /** The comment it answers; null for one that begins. */
  readonly replyTo: Uuid | null;
  readonly body: string;
  readonly author: Uuid;
  readonly createdAt: Instant;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: Uuid | null;
  /** Whether the newest version has the step. */
  readonly hasStep: boolean;
}

const epoch = (column: string) => `(extract(epoch from c.${column}) * 1000)::float8`;
const SELECT = `select c.comment_id as "commentId", c.blueprint_id as "blueprintId", c.step_id as "stepId", c.reply_to as "replyTo", c.body, c.author,
    ${epoch('created_at')} as "createdAt", ${epoch('resolved_at')} as "resolvedAt", c.resolved_by as "resolvedBy",
    v.steps @> jsonb_build_array(jsonb_build_object('id', c.step_id)) as "hasStep"
  from strategy_step_comment c
  join strategy_blueprint b on b.client_id = $1 and b.blueprint_id = c.blueprint_id and not b.is_deleted
  join strategy_version v on v.client_id = $1 and v.blueprint_id = b.blueprint_id and v.version = b.current_version`;

/** @returns the comments on all steps of a strategy, oldest first. @throws Fault NOT_FOUND for a strategy that does not exist or is deleted */
export async function listComments(tx: Tx, blueprintId: string): Promise<StrategyComment[]> {
  const { id } = await findBlueprint(tx, blueprintId);
  const rows = await tx.sql<StrategyComment & Record<string, unknown>>(
    `${SELECT} where c.client_id = $1 and c.blueprint_id = $2 order by c.created_at desc, c.comment_id desc limit $3`,
    [tx.clientId, id, MOST_LISTED],
  );
  return rows.reverse();
}

async function findComment(tx: Tx, commentId: string): Promise<StrategyComment> {
  const [row] = isUuid(commentId)
    ? await tx.sql<StrategyComment & Record<string, unknown>>(`${SELECT} where c.client_id = $1 and c.comment_id = $2`, [
        tx.clientId,
        commentId,
      ])
    : [];
  if (!row) throw notFound('commentNotFound');
  return row;
}

/** What an event says of a comment: never its words. */
const told = ({ blueprintId, stepId, commentId }: StrategyComment) => ({ blueprintId, stepId, commentId });

interface NewComment {
  readonly blueprintId: string;
  readonly stepId: string;
  readonly body: string;
  readonly replyTo: string | null;
}

/**
 * Adds a comment at a step of any saved version. An answer to an answer is one to the comment that began, and opens it again.
 * @throws Fault NOT_FOUND for a strategy, step or comment that does not exist, INVALID_INPUT for an empty or too long body
 */
export async function addComment(tx: Tx, input: NewComment, author: Uuid): Promise<StrategyComment> {
  const body = input.body.trim();
  if (body === '') throw invalid('body', 'commentEmpty');
  if (body.length > MOST_BODY) throw invalid('body', 'commentLong', { most: MOST_BODY, number: body.length });
  const { id: blueprintId } = await findBlueprint(tx, input.blueprintId);
  const [known] = await tx.sql(
    `select 1 from strategy_version where client_id = $1 and blueprint_id = $2 and steps @> jsonb_build_array(jsonb_build_object('id', $3::text)) limit 1`,
    [tx.clientId, blueprintId, input.stepId],
  );
  if (!known) throw notFound('commentStepNotFound');
  const answered = input.replyTo === null ? null : await findComment(tx, input.replyTo);
  if (answered && (answered.blueprintId !== blueprintId || answered.stepId !== input.stepId)) throw notFound('commentNotFound');
  const commentId = uuidv7();
  const began = answered && (answered.replyTo ?? answered.commentId);
  await tx.sql(
    `insert into strategy_step_comment (client_id, comment_id, blueprint_id, step_id, reply_to, body, author, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.clientId, commentId, blueprintId, input.stepId, began, body, author, isoInstant(now())],
  );
  if (began) await setResolved(tx, began, null);
  const added = await findComment(tx, commentId);
  await appendEvents(tx, [{ messageType: 'strategyCommentAdded', payload: told(added) }]);
  return added;
}

/** @param by who resolves it; null opens it again. */
function setResolved(tx: Tx, commentId: Uuid, by: Uuid | null) {
  return tx.sql('update strategy_step_comment set resolved_at = $3, resolved_by = $4 where client_id = $1 and comment_id = $2', [
    tx.clientId,
    commentId,
    by && isoInstant(now()),
    by,
  ]);
}

/** Resolves a comment or opens it again; what is so already stays. @throws Fault NOT_FOUND, INVALID_INPUT for an answer */
export async function resolveComment(tx: Tx, commentId: string, isResolved: boolean, userId: Uuid): Promise<StrategyComment> {
  const comment = await findComment(tx, commentId);
  if (comment.replyTo !== null) throw invalid('commentId', 'commentReply');
  if ((comment.resolvedAt !== null) === isResolved) return comment;
  await setResolved(tx, comment.commentId, isResolved ? userId : null);
  await appendEvents(tx, [{ messageType: 'strategyCommentResolved', payload: { ...told(comment), isResolved } }]);
  return findComment(tx, commentId);
}

/** Deletes a comment of one's own. @throws Fault NOT_FOUND, FORBIDDEN for somebody else's, CONFLICT when somebody has answered it */
export async function deleteComment(tx: Tx, commentId: string, userId: Uuid): Promise<boolean> {
  const comment = await findComment(tx, commentId);
  if (comment.author !== userId) throw fault('FORBIDDEN', 'commentOthers');
  const [answer] = await tx.sql('select 1 from strategy_step_comment where client_id = $1 and reply_to = $2 limit 1', [
    tx.clientId,
    comment.commentId,
  ]);
  if (answer) throw fault('CONFLICT', 'commentAnswered');
  await tx.sql('delete from strategy_step_comment where client_id = $1 and comment_id = $2', [tx.clientId, comment.commentId]);
  await appendEvents(tx, [{ messageType: 'strategyCommentDeleted', payload: told(comment) }]);
  return true;
}
