/**
 * Which statements of a migration stop a running product, and how generated ones are written so that they do not
 * (docs/decisions/upgrades.md). Pure: text in, text out.
 */

/** The comment before a statement that is fine all the same: `-- online: forty rows`, `-- contract: no release since 0031 reads it`. */
export const EXCUSED = /^--\s*(?:online|contract):\s*\S+/im;
const IN_BATCHES = /^--\s*in batches\b/im;

/** @returns a statement without the comments before it. */
export const named = (text: string) => text.replace(/^(?:--[^\n]*\n)+/gm, '').trim();
const tableOf = (pattern: RegExp, statement: string) => pattern.exec(statement)?.[1]?.toLowerCase() ?? null;
const CREATES = /^create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i;
const INDEX = /^create\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?"?\w+"?\s+on\s+(?:only\s+)?"?(\w+)"?/i;
const ALTERS = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?"?(\w+)"?\s+/i;

interface Rule {
  readonly breaks: RegExp;
  readonly what: string;
}

const RULES: readonly Rule[] = [
  { breaks: /^drop\s+index\s+(?!concurrently)/i, what: 'waits for everybody who reads the table: DROP INDEX CONCURRENTLY IF EXISTS' },
  {
    breaks: /^drop\s+(?:table|column)|\bdrop\s+column\b/i,
    what: 'takes away what the release before still reads: drop it one release later, with `-- contract: why`',
  },
  {
    breaks: /\brename\s+(?:column|to|constraint)?/i,
    what: 'renames what the release before still uses: add the new one, fill it in batches, drop the old one a release later',
  },
  {
    breaks: /\bset\s+data\s+type\b|\balter\s+column\s+"?\w+"?\s+type\b/i,
    what: 'rewrites the table under an exclusive lock: add a column of the new type and fill it in batches',
  },
  {
    breaks: /\balter\s+column\s+"?\w+"?\s+set\s+not\s+null\b/i,
    what: 'reads the table under an exclusive lock: add a check that is NOT VALID, validate it, then set NOT NULL and drop the check',
  },
  {
    breaks: /\badd\s+column\b(?=.*\bnot\s+null\b)(?!.*\bdefault\b)(?!.*\bgenerated\b)/is,
    what: 'fails on rows that are there, and for the release before, which does not write it: give it a default',
  },
  { breaks: /\badd\s+column\b(?=.*\bgenerated\s+always\b)/is, what: 'rewrites the table: add a plain column and fill it in batches' },
  {
    breaks: /\badd\s+column\b(?=.*\bdefault\s+(?:gen_random_uuid|random|clock_timestamp|uuidv7)\b)/is,
    what: 'rewrites the table, because each row has another default',
  },
  {
    breaks: /\badd\s+constraint\b(?=.*\b(?:check|foreign\s+key)\b)(?!.*\bnot\s+valid\b)/is,
    what: 'reads the table under a lock: add it NOT VALID, and validate it in a statement of its own',
  },
  {
    breaks: /\badd\s+(?:constraint\s+"?\w+"?\s+)?(?:unique|primary\s+key)\b(?!.*\busing\s+index\b)/is,
    what: 'builds an index under an exclusive lock: create it CONCURRENTLY, then ADD CONSTRAINT … USING INDEX',
  },
];

/** @returns what of a migration would make a running product wait or break the release before; a table made in the same file is nobody's yet. */
export function blockersIn(statements: readonly string[]): string[] {
  const own = new Set(statements.map((statement) => tableOf(CREATES, named(statement))));
  const found: string[] = [];
  for (const statement of statements) {
    if (EXCUSED.test(statement)) continue;
    const text = named(statement);
    const index = tableOf(INDEX, text);
    if (index !== null) {
      if (!own.has(index)) found.push(`${firstLine(text)} — keeps writers out while it is built: CREATE INDEX CONCURRENTLY IF NOT EXISTS`);
      continue;
    }
    const changed = tableOf(/^(?:update|delete\s+from)\s+"?(\w+)"?/i, text);
    if (changed !== null && !own.has(changed) && !IN_BATCHES.test(statement))
      found.push(`${firstLine(text)} — locks every row it changes until all are: change a batch, under the comment \`-- in batches\``);
    const altered = tableOf(ALTERS, text);
    if (altered !== null && own.has(altered)) continue;
    for (const { breaks, what } of RULES) if (breaks.test(text)) found.push(`${firstLine(text)} — ${what}`);
  }
  return found;
}

const firstLine = (text: string) => (text.split('\n')[0] ?? '').slice(0, 120);

const BREAKPOINT = '--> statement-breakpoint';

/** @returns a generated migration whose indexes on tables that are there already are built, and removed, beside their writers. */
export function buildBeside(file: string): string {
  const statements = file.split(BREAKPOINT);
  const own = new Set(statements.map((statement) => tableOf(CREATES, named(statement))));
  return statements
    .map((statement) => {
      const table = tableOf(INDEX, named(statement));
      if (table !== null && !own.has(table))
        return statement.replace(
          /create\s+(unique\s+)?index\s+(?:if\s+not\s+exists\s+)?/i,
          (_, unique = '') => `CREATE ${unique}INDEX CONCURRENTLY IF NOT EXISTS `,
        );
      return statement.replace(/^(\s*)drop\s+index\s+(?!concurrently)(?:if\s+exists\s+)?/i, '$1DROP INDEX CONCURRENTLY IF EXISTS ');
    })
    .join(BREAKPOINT);
}
