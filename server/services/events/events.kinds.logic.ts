/** The catalogue of events, for whoever waits for them, answers them or reads them elsewhere. */
import { isAwaited } from '../../../core/events/awaited.ts';
import { EVENT_TYPES, type EventType } from '../../../core/events/catalogue.ts';
import { EVENTS } from '../../../core/events/events.ts';
import { payloadJsonSchema } from '../../../core/events/schema.ts';

let kinds: ReturnType<typeof made> | undefined;

/** @returns every kind, in the order of the catalogue, with the JSON Schema of its payload; made when somebody asks first. */
export const eventKinds = () => (kinds ??= made());

function made() {
  return Object.entries(EVENT_TYPES).flatMap(([category, types]) =>
    (types as readonly EventType[]).map((messageType) => ({
      messageType,
      category,
      description: EVENTS[messageType].description,
      schema: payloadJsonSchema(messageType),
      example: EVENTS[messageType].example,
      isAwaited: isAwaited(messageType),
    })),
  );
}
