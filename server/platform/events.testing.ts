/**
 * Holds every event that tests append to what its kind declares (core/events), as it is written: in JSON. An event that doesn't fails where it
 * is appended, and, since a job or a request may swallow that, its test file too (testing.files.ts).
 */
import { isEventType } from '../../core/events/catalogue.ts';
import { payloadSchema } from '../../core/events/schema.ts';
import { checkEvents } from './events.ts';

const wrong: string[] = [];

checkEvents((events) => {
  for (const { messageType, payload = {} } of events) {
    if (!isEventType(messageType)) continue;
    const { error } = payloadSchema(messageType).safeParse(JSON.parse(JSON.stringify(payload)));
    if (!error) continue;
    const problem = `${messageType} doesn't say what it declares: ${JSON.stringify(error.issues)} in ${JSON.stringify(payload)}`;
    wrong.push(problem);
    throw new Error(problem);
  }
});

/** @returns what was wrong since it was asked last. */
export const takeWrongEvents = (): string[] => wrong.splice(0);
