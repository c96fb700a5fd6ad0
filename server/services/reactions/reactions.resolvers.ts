import './reactions.follow.ts';
import './reactions.jobs.ts';
import './reactions.usage.ts';
import { messageTypesByContent, replaceContent } from './reactions.content.logic.ts';
import { addRule, changeRule, deleteRule, enableRule, orderRules } from './reactions.edit.logic.ts';
import { explain } from './reactions.explain.logic.ts';
import type { Resolvers } from './reactions.graphql.ts';
import { choices, listClientRules, listFirings, listRules, present } from './reactions.list.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getClientReactions: (_, __, { tx }) => listClientRules(tx),
    getReactions: (_, { accountId, messageType }, { tx }) => listRules(tx, accountId ?? null, messageType ?? null),
    getReactionMessageTypesByContent: (_, { content }, { tx }) => messageTypesByContent(tx, content),
    getReactionChoices: (_, __, { tx }) => choices(tx),
    explainReactions: (_, { messageId }, { tx }) => explain(tx, messageId),
    getReactionFirings: (_, request, { tx }) => listFirings(tx, request),
  },
  Mutation: {
    addReaction: async (_, { accountId, reaction }, { tx }) => present(await addRule(tx, accountId ?? null, reaction)),
    updateReaction: async (_, { accountId, reaction }, { tx }) => present(await changeRule(tx, accountId ?? null, reaction)),
    deleteClientReaction: (_, { reactionId }, { tx }) => deleteRule(tx, reactionId),
    replaceReactionsContent: async (_, { oldContent, newContent }, { tx }) =>
      (await replaceContent(tx, oldContent, newContent)).map(present),
    setReactionOrder: async (_, { accountId, reactionIds }, { tx }) => (await orderRules(tx, accountId ?? null, reactionIds)).map(present),
    setReactionEnabled: async (_, { reactionId, enabled }, { tx }) => present(await enableRule(tx, reactionId, enabled)),
  },
};
