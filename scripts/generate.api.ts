/** Writes the description of the REST API, docs/openapi.json, and its static page, docs/API.md, from the endpoints' declarations. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeApi } from '../server/api/description.ts';
import { pageOf } from '../server/api/page.ts';

const docs = path.resolve(import.meta.dirname, '..', 'docs');

function write(name: string, text: string): void {
  const file = path.join(docs, name);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** @returns how many files there are. */
export function generateApi(): number {
  const description = describeApi();
  write('openapi.json', `${JSON.stringify(description, null, 2)}\n`);
  write('API.md', pageOf(description));
  return 2;
}
