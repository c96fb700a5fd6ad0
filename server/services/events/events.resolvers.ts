import '../../platform/events.seal.ts';
import './events.audit.export.ts';
import { auditModules, readAudit } from './events.audit.logic.ts';
import type { Resolvers } from './events.graphql.ts';
import { eventKinds } from './events.kinds.logic.ts';
import { listen } from './events.live.ts';
import { readClaimEvents, readDiary } from './events.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getEventTypes: () => eventKinds(),
    getAuditEventModules: () => auditModules(),
    getAuditEvents: (_, request, { tx, identity, permissions }) => readAudit(tx, request, { userId: identity.userId, permissions }),
    getAllDiaryEvents: (_, request, { tx }) => readDiary(tx, request),
    getAllClaimEvents: (_, request, { tx }) => readClaimEvents(tx, request),
  },
  Subscription: {
    listenForEvents: {
      subscribe: (_, filter, { database, clientId, identity }) => listen(database, clientId, filter, identity),
    },
  },
};
