/** Fields that payloads share. Nothing in them is code: a webhook's reader gets them as JSON Schema. */
import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../messageChannels.ts';

/** An id as the product makes them. */
export const id = z.guid();
/** A reference of the client's own, or a name or sentence of people. */
export const text = z.string();
export const number = z.number();
export const flag = z.boolean();
export const count = z.int().min(0);
/** Money as a decimal in the currency's own units, e.g. "184.50"; its currency is beside it. */
export const amount = z.string().regex(/^-?\d+([.]\d+)?$/);
/** ISO 4217. */
export const currency = z.string().regex(/^[A-Z]{3}$/);
/** A day, e.g. "2026-11-26". */
export const day = z.iso.date();
/** A moment in UTC, e.g. "2026-11-26T09:30:00.000Z". */
export const instant = z.iso.datetime({ offset: true });
export const claimRefs = z.array(text);
export const channel = z.enum(MESSAGE_CHANNELS);

/** Anything that JSON can say. */
export const anything = z.unknown();
/** What a file of past actions says of each: notes, messages, calls and promises that another system knew. */
export const IMPORTED = {
  source: z.literal('import'),
  text,
  /** Of a message or call. */
  channel: text.optional(),
  amount: amount.optional(),
  currency: currency.optional(),
};

/** A sentence of the product's as a key of its texts with the values that go into it. */
export const reason = z.strictObject({ key: text, values: z.record(text, anything).optional() });
/** Fields that were edited, each with what it was and is. */
export const changes = z.array(z.strictObject({ field: text, from: anything, to: anything }));
/** The same by the field's name. */
export const changed = z.record(text, z.looseObject({ from: anything.optional(), to: anything.optional() }));
