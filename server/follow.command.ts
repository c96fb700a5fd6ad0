/**
 * Shows how far followers have read the event log: `npm run follow`, for one client with `-- --client ID`.
 * `-- --replay NAME --client ID --since 2026-11-01T08:00:00Z` has one handle again what was appended since then. What it did before stays:
 * whoever repeats notifications tells people twice.
 */
import { parseArgs } from 'node:util';
import { isUuid, type Uuid } from '../core/id.ts';
import { type Instant, instant } from '../core/time.ts';
import { connectOrEnd } from './platform/connect.ts';
import { followerNames, replay } from './platform/follow.ts';
import { allClients, inClient } from './platform/tenancy.ts';
import './services.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { client: text, replay: text, since: text } });
if (values.client !== undefined && !isUuid(values.client)) refuse('--client is the id of a client');
const asked = values.replay === undefined ? null : checkReplay(values);

const { database, close } = await connectOrEnd();
try {
  const known = await allClients(database);
  if (values.client !== undefined && !known.includes(values.client as Uuid)) throw new Error(`There is no client ${values.client}`);
  if (asked) await inClient(database, asked.clientId, (tx) => replay(tx, asked.name, asked.since));
  for (const clientId of values.client === undefined ? known : [values.client as Uuid])
    for (const { follower, looked_until, failures, last_error } of await placesOf(clientId))
      console.log(
        `${clientId} ${follower}: read until ${looked_until.toISOString()}${failures > 0 ? `, failed ${failures} times, last: ${last_error}` : ''}`,
      );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await close();
}

function placesOf(clientId: Uuid) {
  return inClient(database, clientId, (tx) =>
    tx.sql<{ follower: string; looked_until: Date; failures: number; last_error: string | null }>(
      'select follower, looked_until, failures, last_error from event_follower where client_id = $1 order by follower',
      [clientId],
    ),
  );
}

function checkReplay({ replay: name = '', client, since = '' }: typeof values): { name: string; clientId: Uuid; since: Instant } {
  if (!followerNames().includes(name)) refuse(`--replay is one of ${followerNames().join(', ')}`);
  if (client === undefined) refuse('--replay needs --client');
  if (Number.isNaN(Date.parse(since))) refuse('--since is a moment such as 2026-11-01T08:00:00Z');
  return { name, clientId: client as Uuid, since: instant(since) };
}

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}
