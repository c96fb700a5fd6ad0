/** Many tasks at once: resolved, or given to somebody else. */
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { requireUser } from '../ground/lookup.logic.ts';
import { checkResolution, reassigned, resolution } from './task.logic.ts';
import { lockTasks, writeTasks } from './task.row.logic.ts';

/** Resolves many at once. @returns how many; those that others hold and resolved ones are left as they are */
export async function resolveTasks(tx: Tx, taskIds: readonly Uuid[], resolutionNote: string | null, userId: Uuid): Promise<number> {
  checkResolution(resolutionNote);
  const own = (await lockTasks(tx, taskIds)).filter((task) => task.status === 'new' || task.recipient_id === userId);
  const ids = own.map((task) => task.task_id);
  await writeTasks(tx, 'taskResolved', ids, userId, resolution(resolutionNote, userId), () => ({ resolutionNote }));
  return ids.length;
}

/** Gives many tasks to a person, or to their topics. @returns how many changed hands. @throws Fault INVALID_INPUT for an unknown person */
export async function reassignTasks(tx: Tx, taskIds: readonly Uuid[], recipientId: Uuid | null, userId: Uuid): Promise<number> {
  if (recipientId) await requireUser(tx, recipientId, 'userId');
  const others = new Map(
    (await lockTasks(tx, taskIds)).filter((task) => task.recipient_id !== recipientId).map((task) => [task.task_id, task.recipient_id]),
  );
  await writeTasks(tx, 'taskReassigned', [...others.keys()], userId, reassigned(recipientId), (taskId) => ({
    from: others.get(taskId) ?? null,
    to: recipientId,
  }));
  return others.size;
}
