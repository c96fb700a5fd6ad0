/** What an account remembers of events that other services append: when its debtors were last written to. */
import { onEvents } from '../../platform/events.ts';
import { noteCommunications } from './account.effects.logic.ts';

onEvents(['communicationSent'], noteCommunications);
