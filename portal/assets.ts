/** Style, script and letters of the debtor's page. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const FONTS = 'node_modules/@fontsource-variable/inter/files';
const ASSETS: Record<string, { file: string; type: string }> = {
  'portal.css': { file: 'portal/assets/portal.css', type: 'text/css; charset=utf-8' },
  'portal.js': { file: 'portal/assets/portal.js', type: 'text/javascript; charset=utf-8' },
  'inter.woff2': { file: `${FONTS}/inter-latin-wght-normal.woff2`, type: 'font/woff2' },
  'inter-ext.woff2': { file: `${FONTS}/inter-latin-ext-wght-normal.woff2`, type: 'font/woff2' },
  'mono.woff2': { file: 'node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2', type: 'font/woff2' },
};

/** Style, script and letters, read once; without the font packages the system's letters are used. */
export function mountAssets(scope: FastifyInstance): void {
  const root = path.resolve(import.meta.dirname, '..');
  for (const [name, { file, type }] of Object.entries(ASSETS)) {
    const source = path.join(root, file);
    if (!existsSync(source)) continue;
    const body = readFileSync(source);
    scope.get(`/p/assets/${name}`, (_request, reply) => reply.header('cache-control', 'public, max-age=3600').type(type).send(body));
  }
}
