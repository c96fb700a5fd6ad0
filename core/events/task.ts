/** Tasks, and what came of the work on them. */
import { defineEvents } from './define.ts';

export const TASK_EVENTS = defineEvents({
  taskCreated: { audit: ['tasks', 'create'], retention: 'notes' },
  taskStarted: { audit: ['tasks', 'update'], retention: 'notes' },
  taskResolved: { audit: ['tasks', 'update'], retention: 'notes' },
  taskSkipped: { audit: ['tasks', 'update'], retention: 'notes' },
  taskUnsnoozed: { audit: ['tasks', 'update'], retention: 'notes' },
  taskReassigned: { audit: ['tasks', 'update'], retention: 'notes' },
  taskChanged: { audit: ['tasks', 'update'], retention: 'notes' },
  workCompleted: { audit: ['tasks', 'update'], retention: 'notes' },
  workSkipped: { audit: ['tasks', 'update'], retention: 'notes' },
  workUndone: { audit: ['tasks', 'update'], retention: 'notes' },
});
