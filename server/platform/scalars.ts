/** The four scalars of every contract. */
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { type Money, toDecimal } from '../../core/money.ts';
import { calendarDate, type Instant, isoInstant } from '../../core/time.ts';

const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } });

function text(name: string, read: (value: string) => unknown, write: (value: never) => string): GraphQLScalarType {
  const parse = (value: unknown) => {
    if (typeof value !== 'string') throw refuse(`${name} is written as text`);
    return read(value);
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => write(value as never),
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
  });
}

const moneyScalar = text(
  'Money',
  (value) => {
    if (!/^-?\d{1,15}(\.\d{1,3})?$/.test(value)) throw refuse(`"${value.slice(0, 40)}" is no amount; write it like 1284.60`);
    return value;
  },
  (value: Money) => toDecimal(value.minor, value.currency),
);

const dateTimeScalar = text(
  'DateTime',
  (value) => {
    const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value) ? Date.parse(value) : Number.NaN;
    if (!Number.isFinite(at)) throw refuse(`"${value.slice(0, 40)}" is no moment; write it like 2026-11-21T10:00:00Z`);
    return at as Instant;
  },
  (value: Instant) => isoInstant(value),
);

const dateScalar = text(
  'Date',
  (value) => {
    const date = calendarDate(value);
    if (!date) throw refuse(`"${value.slice(0, 40)}" is no day; write it like 2026-11-21`);
    return date;
  },
  (value: string) => value,
);

function literal(node: ValueNode, variables: Record<string, unknown> | null | undefined): unknown {
  if (node.kind === Kind.OBJECT) return Object.fromEntries(node.fields.map((field) => [field.name.value, literal(field.value, variables)]));
  if (node.kind === Kind.LIST) return node.values.map((value) => literal(value, variables));
  if (node.kind === Kind.NULL) return null;
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return Number(node.value);
  if (node.kind === Kind.VARIABLE) return variables?.[node.name.value];
  return 'value' in node ? node.value : null;
}

const jsonScalar = new GraphQLScalarType({
  name: 'JSON',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: literal,
});

export const SCALARS = { Money: moneyScalar, DateTime: dateTimeScalar, Date: dateScalar, JSON: jsonScalar };
