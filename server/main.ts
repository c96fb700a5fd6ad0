/**
 * Starts the product. One process by default; --role web or --role worker makes it one of several against the same database.
 * Options: --role all|web|worker, --port N, --switch-off-sandboxes (server/sandboxes.ts).
 */
import { parseArgs } from 'node:util';
import { listenForHealth, type Role } from './health.ts';
import { mountPages } from './pages.ts';
import { readConfig } from './platform/config.ts';
import { connect } from './platform/connect.ts';
import { requireEffects } from './platform/effects.ts';
import { startFollowing } from './platform/follow.jobs.ts';
import { watchForHangs } from './platform/hang.ts';
import { requireLiveDatabase, StartRefusal } from './platform/installation.ts';
import { startWorker } from './platform/jobs.ts';
import { watchReleases } from './platform/releases.ts';
import { sealSoon } from './platform/secrets.jobs.ts';
import { requireSameStore } from './platform/store.ts';
import { startTracing } from './platform/tracing.ts';
import { refuseSandboxes } from './sandboxes.ts';
import { createServer } from './server.ts';
import { stopSending } from './services/webhook-subscription/webhook-subscription.send.ts';

const { values } = parseArgs({
  options: {
    role: { type: 'string', default: 'all' },
    port: { type: 'string' },
    'switch-off-sandboxes': { type: 'boolean', default: false },
  },
});
if (!['all', 'web', 'worker'].includes(values.role)) fail(`--role is all, web or worker, not "${values.role}"`);
const role = values.role as Role;
const started = Date.now();
// Jobs read the configuration themselves; they must hear of the port too.
if (values.port) process.env.PORT = values.port;
const config = (() => {
  try {
    return readConfig();
  } catch (error) {
    return fail((error as Error).message);
  }
})();

const closers: (() => Promise<unknown>)[] = [];
let stopping = false;
async function stop(code: number): Promise<never> {
  if (!stopping) {
    stopping = true;
    for (const close of closers.reverse()) await close().catch((error: Error) => console.error(error.message));
  }
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

try {
  const connected = await connect(config);
  const { database } = connected;
  closers.push(connected.close);
  watchForHangs(database);
  requireEffects();
  const unwatch = watchReleases(database, (why) => {
    console.error(why);
    void stop(1);
  });
  closers.push(async () => unwatch());

  const place = config.databaseUrl ? 'The database of DATABASE_URL' : `The database in ${config.dataFolder}`;
  if (config.production) await requireLiveDatabase(database, place);
  if (config.production)
    for (const line of await refuseSandboxes(database, config, values['switch-off-sandboxes'])) console.log(`  ${line}`);
  await requireSameStore(database, config);
  const isDemo = !config.production && (await (await import('./demo/demo.ts')).fillDemo(connected));
  if (config.tracesEndpoint !== null) closers.push(await startTracing(config.tracesEndpoint, role));
  if (config.healthPort !== null) closers.push(await listenForHealth(database, config, role));
  if (values.role !== 'web') {
    const worker = await startWorker(database);
    await sealSoon(database);
    // Ended after the jobs that begin to send.
    closers.push(stopSending);
    closers.push(() => worker.stop());
    const following = await startFollowing(database);
    closers.push(() => following.stop());
  }
  if (values.role !== 'worker') {
    const [{ buildWebApp }, { WEB_OUTPUT }] = await Promise.all([import('../scripts/build.ts'), import('../scripts/targets.ts')]);
    // npm run dev serves the web app itself, with live reload.
    const webFolder = process.env.QUITTANCE_WEB_ELSEWHERE ? null : WEB_OUTPUT;
    if (webFolder !== null) await buildWebApp();
    const web = await createServer(database, config, (app, tokens) => mountPages(app, tokens, database, config, webFolder), role);
    closers.push(web.close);
    await web.listenForFiles(config.host, config.filesPort).catch((error: NodeJS.ErrnoException) => {
      // Whoever names the port, or an address for it, relies on it.
      if (error.code !== 'EADDRINUSE' || process.env.FILES_PORT || config.filesUrl !== null) throw error;
      return web.listenForFiles(config.host, 0);
    });
    await web.app.listen({ host: config.host, port: config.port });
    const address = web.app.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    console.log(`\n  Quittance is up at http://${config.host}:${port} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (isDemo) {
      const { DEMO_PASSWORD, DEMO_USERS } = await import('./demo/demo.ts');
      console.log(`  Sign in as ${DEMO_USERS[0]?.email} with the password "${DEMO_PASSWORD}"`);
    }
  }
  console.log(
    `  Data: ${config.databaseUrl ? 'the database of DATABASE_URL' : config.dataFolder}${values.role === 'all' ? '' : `, role ${values.role}`}\n  Stop with Ctrl+C.\n`,
  );
} catch (error) {
  const { code } = error as { code?: string };
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${config.port} is taken. Is Quittance already running? Otherwise: PORT=4100 npm start`
      : error instanceof StartRefusal
        ? error.message
        : error,
  );
  await stop(1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
