import type { Cases } from '../../platform/cases.ts';
import { notify } from './notifications.logic.ts';

export const cases: Cases = {
  seed: async (tx, world) => {
    const [made] = await notify(tx, [
      {
        type: 'ACCOUNT_TASK_ASSIGNED',
        recipientId: world.userId!,
        senderId: null,
        accountId: world.accountId!,
        metadata: { debtorFullName: 'Hannah Brandt', note: 'Call back', tags: [], taskId: world.taskId!, topicId: 'default' },
      },
    ]);
    world.notificationId = made!.notificationId;
    world.colleagueId = world.userId!;
  },
  operations: {
    getNotifications: ({ clientId, colleagueId }) => ({ clientId, recipientId: colleagueId }),
    createNotificationV1: ({ clientId, accountId, colleagueId }) => ({
      clientId,
      accountId,
      notification: { type: 'ACCOUNT_TASK_ASSIGNED', recipientId: colleagueId, metadata: { note: 'Please look' } },
    }),
    updateNotificationV1: ({ clientId, notificationId, userId }) => ({ clientId, notificationId, userId, status: 'VIEWED' }),
    dismissNotifications: ({ clientId }) => ({ clientId }),
  },
};
