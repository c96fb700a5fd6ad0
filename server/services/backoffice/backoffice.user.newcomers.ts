/**
 * Whoever is added to a client gets to the pool before the transaction that adds them: the pool may be far away (AWS Cognito), and gives people
 * their ids. A person whom no client knows in the end has no password and no group: they are nobody's way in, and the next try finds them.
 */
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { afterReading, type RequestContext } from '../../platform/guard.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { type Person, putPoolUser } from '../identity/identity.users.logic.ts';

/** @returns the id that the pool has given a person. @throws Fault CONFLICT when it was not asked for them: they were a user when it was looked */
export type PoolIds = (email: string) => Uuid;

const poolIds =
  (ids: ReadonlyMap<string, Uuid>): PoolIds =>
  (email) => {
    const id = ids.get(email);
    if (id === undefined) throw fault('CONFLICT', 'userChanged');
    return id;
  };

/**
 * @param look whom the operation would add, with everything checked that it refuses. @param change the operation itself: in the same transaction
 * when it adds nobody, otherwise in one of its own, after the pool has answered.
 */
export async function withNewcomers<Result>(
  context: RequestContext,
  look: (tx: Tx) => Promise<readonly Person[]>,
  change: (context: RequestContext, ids: PoolIds) => Promise<Result>,
): Promise<Result> {
  const { tx, database, clientId, identity, correlationId } = context;
  const people = await look(tx);
  if (people.length === 0) return change(context, poolIds(new Map()));
  return afterReading(async () => {
    const ids = new Map<string, Uuid>();
    for (const person of people) ids.set(person.email, (await putPoolUser(database, person)).userId);
    const actor = { type: 'user', id: identity.userId } as const;
    return inClient(database, clientId, (own) => change({ ...context, tx: own }, poolIds(ids)), { actor, correlationId });
  });
}
