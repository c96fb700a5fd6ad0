/** Who gets a task that names nobody: a pure rule, so that the same question always has the same answer and a reason with it. */
import type { GroupLogic } from '../../core/tasks.ts';
import type { Reason } from '../reason.ts';

/** Somebody who works a topic. */
export interface Worker {
  readonly userId: string;
  readonly name: string;
  /** A member of staff that may sign in. */
  readonly active: boolean;
  /** Has not said that they are away. */
  readonly available: boolean;
  /** Tasks given to them that are not resolved. */
  readonly openTasks: number;
}

/** A task that looks for somebody. */
export interface Ask {
  /** Who works the topic, in its own order. */
  readonly userIds: readonly string[];
  readonly logic: GroupLogic;
  /** Who has the account. */
  readonly assigneeUserId: string | null;
}

/** Where the last round ended: the last person of a group who got a task. */
export interface Turn {
  readonly last: string | null;
}

export interface Assignment {
  /** Null: it waits for anybody of the topic. */
  readonly userId: string | null;
  readonly why: Reason;
  readonly turn: Turn;
}

/**
 * Gives one task. Only people of the topic who are active and available get one; a topic that names nobody keeps its tasks for the team, because
 * "everybody" holds people who never work tasks. The account's agent gets it also when the topic does not name them, as long as it names nobody.
 * @param workers by id, with what they have now: tasks given before in the same batch count already.
 */
export function chooseAssignee(ask: Ask, workers: ReadonlyMap<string, Worker>, turn: Turn): Assignment {
  const { logic, userIds, assigneeUserId } = ask;
  const stay = (key: string, values?: Reason['values']): Assignment => ({ userId: null, why: values ? { key, values } : { key }, turn });
  if (logic === 'manual') return stay('task.manual');
  const can = (userId: string) => {
    const worker = workers.get(userId);
    return worker?.active && worker.available ? worker : null;
  };
  if (logic === 'byAssignee' && assigneeUserId && (userIds.length === 0 || userIds.includes(assigneeUserId))) {
    const agent = can(assigneeUserId);
    if (agent) return { userId: agent.userId, why: { key: 'task.byAssignee', values: { name: agent.name } }, turn };
  }
  if (userIds.length === 0) return stay('task.nobodyNamed');
  const free = userIds.flatMap((userId) => can(userId) ?? []);
  if (free.length === 0) return stay('task.nobodyAvailable', { count: userIds.length });
  if (logic === 'roundRobin') {
    const order = [...free].sort((a, b) => compare(a.userId, b.userId));
    const next = order.find((worker) => turn.last === null || worker.userId > turn.last) ?? order[0]!;
    return {
      userId: next.userId,
      why: { key: 'task.roundRobin', values: { name: next.name, count: free.length } },
      turn: { last: next.userId },
    };
  }
  // Whoever has least; among equals the one whose turn is longest ago, so that equals take turns.
  const least = Math.min(...free.map((worker) => worker.openTasks));
  const equals = free.filter((worker) => worker.openTasks === least).sort((a, b) => compare(a.userId, b.userId));
  const next = equals.find((worker) => turn.last !== null && worker.userId > turn.last) ?? equals[0]!;
  return { userId: next.userId, why: { key: 'task.leastOpen', values: { name: next.name, count: least } }, turn: { last: next.userId } };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
