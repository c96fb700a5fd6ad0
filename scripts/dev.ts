/** `npm run dev`: the server starts again on every edit, the web app is reloaded by Vite, contracts are generated as they are saved. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { generate } from './generate.ts';

const root = path.resolve(import.meta.dirname, '..');
const port = Number(process.env.PORT ?? 4000);
await generate();
for (const room of ['server', 'web'])
  watch(path.join(root, room), { recursive: true }, (_event, file) => {
    if (file?.endsWith('.graphql')) void generate().catch((error: Error) => console.error(error.message));
  });

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts', '--port', String(port + 1)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, QUITTANCE_WEB_ELSEWHERE: '1', PUBLIC_URL: `http://127.0.0.1:${port}` },
});
const target = `http://127.0.0.1:${port + 1}`;
const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { host: '127.0.0.1', port, strictPort: true, proxy: { '^/(api|p|t)/': { target, ws: true } } },
});
await vite.listen();
console.log(`  Web app with live reload: http://127.0.0.1:${port}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.kill(signal);
    void vite.close().then(() => process.exit(0));
  });
