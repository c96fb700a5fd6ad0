/** Which texts of events debtors may have written: each kind that goes with personal data says it, or the text is one of ours. */
import { expect, it } from 'vitest';
import type { EventType } from './catalogue.ts';
import { EVENTS } from './events.ts';
import { payloadJsonSchema } from './schema.ts';

/** Names, codes and references of the product, its clients and providers, by the field's name. */
const OURS = new Set(
  `approvalKind blueprintName bundleName category channel claimRefs communicationMethod conversationId decision delinquencyReason displayName does
  externalAccountRef externalDebtorRef field fields informed interval key kind label locale mandateReference matter messageId method mimeType operation
  outcome partnerName paymentMethod productReference providerName question reasonKey requestKey requestedBy resolution result right rightParty roles rule
  rules secondFactor sha256 skipReason state status step stepId stepType strategyName topicId trigger type user zone externalClaimRef`
    .split(/\s+/)
    .filter(Boolean),
);
/** Reasons that we or providers give by a code or a sentence of our own, an address of staff, what staff choose. */
const OURS_THERE = new Set([
  'fileRefused.reason',
  'communicationWaiting.reason',
  'callEnded.reason',
  'clientEmailSent.recipient',
  'clientEmailFailed.recipient',
  'linkRevoked.why',
  'signInFailed.why',
]);

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** Paths of all that stands in a payload, and whether it is text of any kind. */
function* fieldsOf(schema: Schema, path: string): Generator<readonly [path: string, isText: boolean]> {
  for (const each of schema.anyOf ?? []) yield* fieldsOf(each, path);
  if (schema.anyOf) return;
  const isText =
    (schema.type === undefined || schema.type === 'string') && !schema.format && !schema.pattern && !schema.enum && !('const' in schema);
  if (path !== '') yield [path, isText];
  if (schema.items) yield* fieldsOf(schema.items, path);
  for (const [name, each] of Object.entries(schema.properties ?? {})) yield* fieldsOf(each, path === '' ? name : `${path}.${name}`);
  if (typeof schema.additionalProperties === 'object') yield* fieldsOf(schema.additionalProperties, `${path}.*`);
}
const fieldsOfType = (type: EventType) => [...fieldsOf(payloadJsonSchema(type) as Schema, '')];
const types = Object.keys(EVENTS) as EventType[];

it('names fields that there are', () => {
  for (const type of types) {
    const there = new Set(fieldsOfType(type).map(([path]) => path));
    for (const path of EVENTS[type].fromDebtor ?? []) expect(there, `${type}.${path}`).toContain(path);
  }
});

it('leaves no text open: a debtor’s, or one of ours', () => {
  const open = types.flatMap((type) => {
    const { retention, fromDebtor = [], isImported } = EVENTS[type];
    if (retention === null) return [];
    const theirs = isImported ? [...fromDebtor, 'text'] : fromDebtor;
    return fieldsOfType(type)
      .filter(([path, isText]) => isText && !theirs.some((each) => path === each || path.startsWith(`${each}.`)))
      .filter(([path]) => !OURS.has(path.split('.').at(-1)!) && !OURS_THERE.has(`${type}.${path}`))
      .map(([path]) => `${type}.${path}`);
  });
  expect(open).toEqual([]);
});
