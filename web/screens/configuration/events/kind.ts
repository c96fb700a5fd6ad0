import type { EventKindsQuery } from './events.graphql.ts';

/** A kind of event as the server declares it. */
export type EventKind = EventKindsQuery['getEventTypes'][number];
