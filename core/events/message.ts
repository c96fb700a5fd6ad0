/** Messages to and from debtors, and conversations with them. */
import { defineEvents } from './define.ts';

export const MESSAGE_EVENTS = defineEvents({
  contactDeferred: { audit: ['messages', 'send'], retention: 'messages' },
  contactDenied: { audit: ['messages', 'send', 'failure'], retention: 'messages' },
  contactOverridden: { audit: ['messages', 'send'], retention: 'messages' },
  communicationWaiting: { audit: ['messages', 'send', 'failure'], retention: 'messages' },
  communicationSent: { audit: ['messages', 'send'], retention: 'messages' },
  communicationFailed: { audit: ['messages', 'send', 'failure'], retention: 'messages' },
  communicationCancelled: { audit: ['messages', 'delete'], retention: 'messages' },
  communicationUnknown: { audit: ['messages', 'send', 'failure'], retention: 'messages' },
  communicationDelivered: { audit: ['messages', 'other'], retention: 'messages' },
  communicationBounced: { audit: ['messages', 'other', 'failure'], retention: 'messages' },
  communicationRequested: { audit: ['messages', 'send'], retention: 'messages' },
  communicationReceived: { audit: ['messages', 'create'], retention: 'messages' },
  communicationHandled: { audit: ['messages', 'update'], retention: 'messages' },
  communicationReopened: { audit: ['messages', 'update'], retention: 'messages' },
  communicationResolved: { audit: ['messages', 'update'], retention: 'notes' },
  conversationReviewed: { audit: ['messages', 'create'], retention: 'messages' },
  emailOpened: { audit: ['messages', 'access'], retention: 'messages' },
  linkClicked: { audit: ['messages', 'access'], retention: 'messages' },
});
