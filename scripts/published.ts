/**
 * A service reads tables of another one through the views which that service publishes (docs/decisions/published.md): fails when SQL names
 * such a table itself.
 */
import { globSync, readFileSync } from 'node:fs';
import { tablesOf } from './sqlTables.ts';

const serviceOf = (file: string) => file.split(/[\\/]/)[2] ?? '';
const read = (file: string) => readFileSync(file, 'utf8');

const owners = new Map<string, string>();
for (const file of globSync('server/services/**/*.tables.ts'))
  for (const [, table = ''] of read(file).matchAll(/\bpgTable\(\s*'(\w+)'/g)) owners.set(table, serviceOf(file));
// Views that the platform makes for search are those of their first table's owner.
for (const [, view = '', table = ''] of read('server/platform/database.sql').matchAll(
  /\bcreate view (\w+) as\s+select\b.*?\bfrom\s+(\w+)/gs,
))
  if (owners.has(table)) owners.set(view, owners.get(table)!);

const files = globSync('server/services/**/*.ts').filter(
  (file) => !/[.](?:graphql|tables|test|harness|cases|sample)[.]ts$|[.]testing[.]/.test(file),
);
let wrong = 0;
let named = 0;
for (const file of files.toSorted())
  for (const { name, line } of tablesOf(read(file))) {
    const owner = owners.get(name);
    if (!owner) continue;
    named++;
    if (owner === serviceOf(file)) continue;
    wrong++;
    console.error(
      `${file}:${line}: "${name}" is a table of ${owner}. Read published.${name}, whose columns ${owner}'s published.tables.ts lists, or call a function of ${owner}; it also writes and locks.`,
    );
  }
console.log(`  ${files.length} files, ${owners.size} tables named ${named} times, ${wrong} times by another service`);
// One that finds nothing at all does not read.
process.exit(wrong > 0 || named < owners.size ? 1 : 0);
