/** What a firing says of a trigger's fields: typed as texts, sent as what they are. */
import { type MetaField, readMetaForm } from '../../../core/metadata.ts';
import type { Trigger, TriggerField } from './triggers.ts';

/** By the fields' names. */
export type TypedValues = Readonly<Record<string, string>>;

export const INPUTS: Readonly<Record<TriggerField['type'], MetaField>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'DATE' },
};

/** @returns a trigger's fields with nothing typed into them. */
export const noValues = ({ fields }: Pick<Trigger, 'fields'>): TypedValues => Object.fromEntries(fields.map(({ name }) => [name, '']));

/** @returns what is sent: fields that were left empty are left out, and what cannot be read goes as it is, for the server to refuse. */
export function sentValues({ fields }: Pick<Trigger, 'fields'>, typed: TypedValues): Record<string, unknown> {
  const values = fields.map(({ name, type }) => [name, readMetaForm(INPUTS[type], typed[name] ?? '')] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}
