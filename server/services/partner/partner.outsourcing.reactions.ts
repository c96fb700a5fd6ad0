/** What events of claims and the ledger do to what is with partners, in their transaction. */
import { onEvents, type StoredEvent } from '../../platform/events.ts';
import { deleteAssignments, reopenAssignments, resolveAssignments } from './outsourcing/follow.logic.ts';
import { tellOfBookings } from './outsourcing/payment.logic.ts';

const refsOf = (events: readonly StoredEvent[]) => events.flatMap(({ externalClaimRef }) => externalClaimRef ?? []);

onEvents(['claimResolved'], (tx, events) => resolveAssignments(tx, refsOf(events)));
onEvents(['claimDeleted'], (tx, events) => deleteAssignments(tx, refsOf(events)));
onEvents(['claimReopened'], (tx, events) => reopenAssignments(tx, refsOf(events)));
onEvents(['ledgerEntryBooked'], tellOfBookings);
