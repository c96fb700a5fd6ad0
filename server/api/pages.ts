/** Pages by an opaque cursor, whatever the operation itself counts by. */
import { invalid } from '../../core/fault.ts';
import { PAGE } from './compile.ts';
import type { Endpoint, Values } from './endpoint.ts';

const write = (name: string, place: string): string => Buffer.from(`${name}\n${place}`).toString('base64url');

/** @throws Fault INVALID_INPUT for a cursor of another list. */
function read(name: string, cursor: string): string {
  const [of, ...place] = Buffer.from(cursor, 'base64url').toString('utf8').split('\n');
  if (of !== name || place.length === 0) throw invalid('after', 'apiCursorWrong');
  return place.join('\n');
}

/** @returns the operation's variables for a page. @throws Fault INVALID_INPUT */
export function pageVariables({ name, pages }: Endpoint, { limit, after }: Values): Values {
  if (!pages || pages.by === 'whole') return {};
  const size = typeof limit === 'number' ? limit : Math.min(PAGE, pages.most);
  const place = typeof after === 'string' ? read(name, after) : null;
  if (pages.by === 'cursor') return { [pages.limit]: size, [pages.after]: place };
  if (place !== null && !/^\d{1,9}$/.test(place)) throw invalid('after', 'apiCursorWrong');
  return { [pages.limit]: size, [pages.by === 'last' ? pages.after : pages.offset]: Number(place ?? 0) };
}

/** @returns what a list's endpoint answers of what the operation gave; anything else as it is. */
export function pageOf({ name, pages }: Endpoint, variables: Values, data: unknown): unknown {
  if (!pages) return data;
  const items = (Array.isArray(data) ? data : (data as { items: unknown[] }).items) as unknown[];
  if (pages.by === 'whole') return { items, next: null };
  if (pages.by === 'cursor') {
    const { next } = data as { next: string | null };
    return { items, next: next === null ? null : write(name, next) };
  }
  if (pages.by === 'last') {
    const last = items.at(-1) as Record<string, unknown> | undefined;
    return { items, next: last && items.length === variables[pages.limit] ? write(name, String(last[pages.of])) : null };
  }
  const [size, offset] = [Number(variables[pages.limit]), Number(variables[pages.offset])];
  return { items, next: items.length < size ? null : write(name, String(offset + size)) };
}
