/** What kinds of events are called. */

/** @returns "emailOpened" as "Email opened". */
export function eventName(messageType: string): string {
  const words = messageType.replace(/(?<=[a-z])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param list of kinds, with commas between them. */
export const eventNames = (list: string): string => list.split(', ').map(eventName).join(', ');
