/** What an event says of itself, as it is read for a timeline. */
export type Payload = Readonly<Record<string, unknown>>;

/** @returns a value as text; nothing of what is none. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

type Change = { field?: unknown; from?: unknown; to?: unknown } | null;

/** @returns changed fields with what they were and are: a list names each, or an object holds them. */
export function changesOf(payload: Payload): [field: string, change: Change][] {
  const changes = payload.changed ?? payload.changes ?? {};
  if (Array.isArray(changes)) return (changes as Change[]).map((change) => [text(change?.field), change]);
  return Object.entries(changes as Record<string, Change>);
}
