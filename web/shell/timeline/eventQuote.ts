import type { EventLike } from './event.ts';
import { type Payload, text } from './payload.ts';
import type { EventWords } from './useEventWords.ts';

/** @returns what somebody wrote, which an event quotes; nothing without. */
export function eventQuote({ attributes: { messageType }, ...event }: EventLike, { find }: EventWords): string {
  const payload = (event.payload ?? {}) as Payload;
  if (messageType === 'noteAdded') return text(payload.text);
  // A collector chooses a reason; debtors and the account's page give their own words.
  const disputeReason = () => text(payload.reason) || find(`work:dispute.${text(payload.reasonKey)}`) || '';
  return (
    text(payload.resolutionNote) ||
    text(payload.additionalInformation) ||
    (messageType === 'claimDisputed' ? disputeReason() : '') ||
    (messageType === 'disputeClosed' ? text(payload.outcome) : '') ||
    (messageType === 'portalHelpRequested' ? text(payload.text) : '') ||
    (messageType === 'contactOverridden' ? text(payload.reason) : '') ||
    (messageType.startsWith('approval') || messageType === 'proposalRejected' ? text(payload.note) : '') ||
    (messageType === 'changeProposed' ? text(payload.reason) : '') ||
    (messageType === 'communicationRequested' ? text(payload.notes) : '') ||
    (messageType === 'communicationReceived' ? text(payload.excerpt) : '')
  );
}
