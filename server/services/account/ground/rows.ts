/** Rows of account tables as to_jsonb gives them inside of a statement that reads a whole screen. */
import { type Instant, instant } from '../../../../core/time.ts';

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Capitalize<First> ? (First extends Lowercase<First> ? '' : '_') : ''}${Lowercase<First>}${Snake<Rest>}`
  : '';
/** A row as to_jsonb gives it: snake_case, moments as text, minor units as text. */
export type JsonRow<Row> = {
  [Key in keyof Row & string as Snake<Key>]: Row[Key] extends bigint
    ? string
    : Row[Key] extends Instant
      ? string
      : Row[Key] extends Instant | null
        ? string | null
        : Row[Key];
};

/** @returns the moment that to_jsonb or the driver gives. */
export const moment = (value: string | Date | null): Instant | null => (value === null ? null : instant(value));
