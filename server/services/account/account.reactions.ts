/** What accounts and their tasks take from events: when debtors were last written to, and that a claim is over or open again. */
import { onEvents } from '../../platform/events.ts';
import { noteCommunications } from './claim/effects.logic.ts';
import { bringBackAttempts, endAttempts } from './task/task.over.logic.ts';

onEvents(['communicationSent'], noteCommunications);
onEvents(['claimResolved', 'claimDeleted'], endAttempts);
onEvents(['claimReopened'], bringBackAttempts);
