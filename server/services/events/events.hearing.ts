/** What of a client's life somebody may hear: what their rights show them, and what is about themselves (docs/decisions/users.md). */
import { auditPlace, seesOthers } from '../../../core/audit.ts';
import { holds, type Permission } from '../../../core/holds.ts';
import type { Uuid } from '../../../core/id.ts';
import type { presentEvent } from './events.logic.ts';

export type LiveEvent = ReturnType<typeof presentEvent>;

/** Who listens, with what they hold at this moment. */
export interface Hearer {
  readonly userId: Uuid;
  /** Names of their roles in the client. */
  readonly roles: readonly string[];
  readonly permissions: readonly Permission[];
}

/** What changes the rights of everybody who has the role. */
const OF_A_ROLE = ['roleSaved', 'roleDeleted'];
/** What changes what everybody's screens show. */
const OF_EVERYBODY = 'clientConfigurationChanged';
/** What is between the product and one person. */
const OF_ONE = ['notificationCreated', 'notificationChanged'];

/** @returns whether the event is the hearer's own deed, about them, or changes what they may do. */
function concerns({ attributes, payload }: LiveEvent, { userId, roles }: Hearer): boolean {
  const { accountId, messageType } = attributes;
  if (attributes.userId === userId) return true;
  // What is about an account is for whoever may see that account, whoever it names.
  if (accountId !== null) return false;
  const { userId: about, recipientId, role } = payload as { userId?: unknown; recipientId?: unknown; role?: unknown };
  return (
    about === userId || recipientId === userId || (OF_A_ROLE.includes(messageType) && typeof role === 'string' && roles.includes(role))
  );
}

/**
 * @returns the event as the hearer may have it, null when it is none of theirs. That something of the configuration changed is told to whoever
 * works in the client; what, only to who may see others' changes.
 */
export function heardBy(event: LiveEvent, hearer: Hearer): LiveEvent | null {
  if (concerns(event, hearer)) return event;
  const { accountId, messageType } = event.attributes;
  const works = holds(hearer.permissions, 'account', 'viewAccount');
  if (OF_ONE.includes(messageType) || (!works && messageType !== OF_EVERYBODY)) return null;
  const { about } = auditPlace(messageType).module;
  return accountId !== null || about === 'accounts' || seesOthers(hearer.permissions, about) ? event : { ...event, payload: {} };
}
