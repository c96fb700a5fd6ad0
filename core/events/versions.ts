/** Shapes of payloads by version: what is written now, and what whoever hears of events elsewhere has been promised (docs/decisions/webhooks.md). */
import type { EventFacts, FormerShape } from './define.ts';

/** @returns the version in which events of a kind are written now. */
export const versionOf = ({ version = 1 }: Pick<EventFacts, 'version'>): number => version;

/** @returns every version that can be told of, the newest first. */
export const versionsOf = (facts: EventFacts): number[] => [versionOf(facts), ...(facts.former ?? []).map(({ version }) => version)];

/** @returns the shape of a version; null of one that there is not. */
export function shapeOf(facts: EventFacts, version: number): Pick<FormerShape, 'payload' | 'rest' | 'isImported' | 'example'> | null {
  return version === versionOf(facts) ? facts : (facts.former?.find((each) => each.version === version) ?? null);
}

/** @param written the version that the payload is in. @returns it in an earlier version, or as it is where that is not earlier. */
export function inVersion(
  { former = [] }: Pick<EventFacts, 'former'>,
  payload: Readonly<Record<string, unknown>>,
  written: number,
  wanted: number,
): Readonly<Record<string, unknown>> {
  return former
    .filter(({ version }) => version < written && version >= wanted)
    .sort((one, other) => other.version - one.version)
    .reduce((next, { make }) => make(next), payload);
}
