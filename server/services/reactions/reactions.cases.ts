import type { Cases, World } from '../../platform/cases.ts';
import { addRule } from './reactions.edit.logic.ts';

const own = ({ clientId }: World) => ({ clientId });
const rule = ({ clientId, reactionId }: World) => ({ clientId, reactionId });
const reaction = {
  displayName: 'Thank for payments',
  messageType: 'paymentSettled',
  reactions: [{ id: 'thanks', type: 'sendEmail', parameters: JSON.stringify({ bundleName: 'thanks' }) }],
};

export const cases: Cases = {
  seed: async (tx, world) => {
    world.reactionId = (await addRule(tx, null, reaction)).reactionId;
    const [event] = await tx.sql<{ id: string }>('select message_id as id from event where client_id = $1 limit 1', [tx.clientId]);
    world.eventId = event!.id;
  },
  operations: {
    getClientReactions: own,
    getReactions: ({ clientId, accountId }) => ({ clientId, accountId }),
    getReactionMessageTypesByContent: (world) => ({ ...own(world), content: 'thanks' }),
    getReactionChoices: own,
    explainReactions: ({ clientId, eventId }) => ({ clientId, messageId: eventId }),
    getReactionFirings: ({ clientId, accountId }) => ({ clientId, accountId }),
    addReaction: ({ clientId, accountId }) => ({ clientId, accountId, reaction }),
    updateReaction: ({ clientId, reactionId }) => ({ clientId, reaction: { ...reaction, reactionId } }),
    replaceReactionsContent: (world) => ({ ...own(world), oldContent: 'reminder', newContent: 'another' }),
    setReactionOrder: ({ clientId, reactionId }) => ({ clientId, reactionIds: [reactionId] }),
    setReactionEnabled: (world) => ({ ...rule(world), enabled: false }),
    deleteClientReaction: rule,
  },
};
