/** The Liquid that messages may use: no files, no clock, no chance, no way around escaping; a placeholder that is not known is an error. */
import { analyzeSync, Liquid, type Template } from 'liquidjs';
import { type Fault, invalid } from '../../../core/fault.ts';
import { addFormats, withFigures } from './cms.formats.ts';
import { escapeHtml } from './cms.text.ts';

const FILTERS = new Set(
  `abs append at_least at_most capitalize ceil default divided_by downcase escape escape_once first floor join last lstrip minus modulo plus prepend remove remove_first
  remove_last replace replace_first replace_last reverse round rstrip size slice sort split squish strip strip_newlines times truncate truncatewords uniq upcase url_encode`.split(
    /\s+/,
  ),
);
const TAGS = new Set('assign break case comment continue cycle echo for if raw unless #'.split(' '));

/** What one render may take: milliseconds, and characters or list entries made on the way. */
const RENDER_LIMIT = 1_000;
const MEMORY_LIMIT = 2_000_000;
const PARSE_LIMIT = 600_000;

function engine(html: boolean): Liquid {
  const created = new Liquid({
    strictFilters: true,
    strictVariables: true,
    // Asking whether something is there, and saying something else where it isn't, are no mistakes.
    lenientIf: true,
    ownPropertyOnly: true,
    dynamicPartials: false,
    templates: {},
    parseLimit: PARSE_LIMIT,
    renderLimit: RENDER_LIMIT,
    memoryLimit: MEMORY_LIMIT,
    ...(html ? { outputEscape: escapeHtml } : {}),
  });
  for (const name of Object.keys(created.filters)) if (!FILTERS.has(name)) delete created.filters[name];
  for (const name of Object.keys(created.tags)) if (!TAGS.has(name)) delete created.tags[name];
  // Whatever is printed is escaped once at the end; escaping by hand must not make it twice, and plain text needs none.
  created.registerFilter('escape', (value: unknown) => value);
  created.registerFilter('escape_once', (value: unknown) => value);
  addFormats(created);
  return created;
}

const plain = engine(false);
const escaping = engine(true);

export type Kind = 'text' | 'html';

/** @throws Fault INVALID_INPUT with Liquid's explanation. */
export function parseTemplate(source: string, kind: Kind, field = 'content'): Template[] {
  try {
    return (kind === 'html' ? escaping : plain).parse(source);
  } catch (error) {
    throw faultOf(error, field);
  }
}

/** Fills a template in. Values are only ever printed, so braces inside them mean nothing. @throws Fault INVALID_INPUT when one is missing or a limit is passed. */
export function renderTemplate(template: Template[], values: Readonly<Record<string, unknown>>, kind: Kind, field = 'content'): string {
  try {
    return (kind === 'html' ? escaping : plain).renderSync(template, withFigures(values)) as string;
  } catch (error) {
    throw faultOf(error, field);
  }
}

/** Where a template reads a placeholder: line and column of its name, both from 1. */
export interface PlaceholderPlace {
  readonly placeholder: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Lists what a template reads from outside, in loops, conditions and filters as well, e.g. "claim.balance", in the order of the text.
 * An index that is itself a placeholder is listed as "meta[…]", which no placeholder is.
 * @throws Fault INVALID_INPUT when it does not parse
 */
export function placesIn(source: string, field = 'content'): PlaceholderPlace[] {
  const { globals } = analyzeSync(parseTemplate(source, 'text', field), { partials: false });
  return Object.values(globals)
    .flat()
    .map(({ segments: [group, name], location: { row, col } }) => ({
      placeholder:
        name === undefined ? String(group) : typeof name === 'object' ? `${String(group)}[…]` : `${String(group)}.${String(name)}`,
      line: row,
      column: col,
    }))
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

/** @returns what a template reads from outside, each once. @throws Fault INVALID_INPUT when it does not parse */
export function placeholdersIn(source: string, field = 'content'): string[] {
  return [...new Set(placesIn(source, field).map((place) => place.placeholder))];
}

function faultOf(error: unknown, field: string): Fault {
  const message = error instanceof Error ? error.message : String(error);
  // What Liquid says of its own limits (liquidjs, src/util/limiter.ts).
  if (message.startsWith('template render limit')) return invalid(field, 'templateTooLong');
  if (message.startsWith('memory alloc limit')) return invalid(field, 'templateTooLarge');
  const told = message
    .split('\n')[0]!
    .replace(/, file:[^,]*/, '')
    .slice(0, 300);
  return invalid(field, 'templateUnreadable', { reason: told });
}
