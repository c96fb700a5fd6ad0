import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { EventType } from './catalogue.ts';
import type { EventFacts } from './define.ts';
import { EVENTS } from './events.ts';
import { text } from './fields.ts';
import { payloadJsonSchema, payloadSchema } from './schema.ts';
import { inVersion, shapeOf, versionsOf } from './versions.ts';

const types = Object.keys(EVENTS) as EventType[];

/** Written in version 3; each version before named its one field otherwise. */
const facts: EventFacts = {
  audit: ['claims', 'other'],
  retention: null,
  description: 'Something happened.',
  version: 3,
  payload: { c: text },
  example: { c: 'x' },
  former: [
    { version: 2, payload: { b: text }, example: { b: 'x' }, make: ({ c }) => ({ b: c }) },
    { version: 1, payload: { a: text }, example: { a: 'x' }, make: ({ b }) => ({ a: b }) },
  ],
};

describe('versions of payloads', () => {
  it.each([
    { written: 3, wanted: 3, said: { c: 'x' }, gets: { c: 'x' } },
    { written: 3, wanted: 2, said: { c: 'x' }, gets: { b: 'x' } },
    { written: 3, wanted: 1, said: { c: 'x' }, gets: { a: 'x' } },
    { written: 2, wanted: 1, said: { b: 'x' }, gets: { a: 'x' } },
    // Older rows stay as they were written.
    { written: 1, wanted: 3, said: { a: 'x' }, gets: { a: 'x' } },
  ])('makes version $wanted of one that was written in version $written', ({ written, wanted, said, gets }) => {
    expect(inVersion(facts, said, written, wanted)).toEqual(gets);
  });

  it('knows which there are', () => {
    expect([versionsOf(facts), shapeOf(facts, 2)?.example, shapeOf(facts, 4)]).toEqual([[3, 2, 1], { b: 'x' }, null]);
  });

  it.each(types)('%s has examples for every version that its shapes accept, each made of the next', (type) => {
    const declared = EVENTS[type];
    for (const version of versionsOf(declared)) {
      const of = (wanted: number) => shapeOf(declared, wanted)!.example;
      expect(payloadSchema(type, version).safeParse(of(version)).success).toBe(true);
      expect(payloadSchema(type, version).safeParse(inVersion(declared, declared.example, versionsOf(declared)[0]!, version)).success).toBe(
        true,
      );
    }
  });
});

/**
 * The shapes that have been promised, by digest. Does one fail? Then a payload has another shape: raise `version` in its declaration and put the
 * one of before under `former`, so that nobody who was told of it is told otherwise. What is new adds its own line to the file at the first run.
 */
describe('the shape of', () => {
  const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
  for (const type of types)
    for (const version of versionsOf(EVENTS[type]))
      it(`${type}.v${version} is the one that was promised`, () => {
        expect(digestOf(payloadJsonSchema(type, version))).toMatchSnapshot();
      });
});
