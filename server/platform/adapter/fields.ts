/** Fields of providers' settings, and what is known of them beside their form. */
import { z } from 'zod';
import { inSchema } from '../../../core/collectFaults.ts';
import { words } from '../../../core/fault.ts';

export const text = z.string().trim().min(1, 'may not be empty').max(500);
export const optional = z.string().trim().max(500).optional();
/** An address to which a `+token` may be added. */
export const mailbox = z.union([z.literal(''), z.email().max(80)], { error: inSchema(words('noAddress')) }).optional();

interface Known {
  /** Never given out again. */
  readonly secret?: true;
  /** Names somebody the product will speak to: checked when it is saved. A server's port is the field of that name beside it. */
  readonly leadsTo?: 'url' | 'mailServer' | 'fileServer';
}

const knowing = <Field extends z.ZodType>(field: Field, known: Known): Field => field.meta({ ...known }) as Field;

/** A field that goes in and never comes out. */
export const secret = <Field extends z.ZodType>(field: Field): Field => knowing(field, { secret: true });

const url = z.url({ protocol: /^https?$/, error: inSchema(words('outboundScheme')) }).max(500);
export const address = knowing(url, { leadsTo: 'url' });
export const optionalAddress = knowing(url.optional(), { leadsTo: 'url' });
export const mailServer = knowing(text, { leadsTo: 'mailServer' });
export const fileServer = knowing(text, { leadsTo: 'fileServer' });

/** @returns what is known of a field. */
export const knownOf = (object: z.ZodObject, name: string): Known => ((object.shape[name] as z.ZodType | undefined)?.meta() ?? {}) as Known;
