/** A service's contract: all `.graphql` files of its folder, `<service>.graphql` and one per noun, as one text. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @throws Error when the service has none. */
export function readContract(service: string): string {
  const folder = path.join(import.meta.dirname, '..', 'services', service);
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  if (files.length === 0) throw new Error(`no contract for service ${service}`);
  return files
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
}
