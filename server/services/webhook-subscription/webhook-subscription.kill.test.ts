/** What nobody may hold up: an endpoint by another one, an event by a process that is killed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { startFollowing } from '../../platform/follow.jobs.ts';
import { follow } from '../../platform/follow.ts';
import { startWorker } from '../../platform/jobs.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { askToSend } from './webhook-subscription.row.logic.ts';
import { stopSending, WIDTH } from './webhook-subscription.send.ts';
import { openWebhookHouse, type WebhookHouse } from './webhook-subscription.testing.ts';

/** QUITTANCE_KILLS=60 is the long form. */
const KILLS = Number(process.env.QUITTANCE_KILLS ?? 1);
const PER_KILL = 40;
const ACCOUNTS = 20;

let house: WebhookHouse;
beforeAll(async () => {
  house = await openWebhookHouse({ clock: false });
});
afterAll(() => house.close());

const waitFor = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 200_000, interval: 50 });

describe('endpoints beside each other', () => {
  it('wait for none that is slow or dead, however many there are', { timeout: 240_000 }, async () => {
    const release: (() => void)[] = [];
    const [open, mostOpen] = [new Map<string, number>(), new Map<string, number>()];
    house.receiver.answer = ({ path }) => {
      if (!path.startsWith('/slow')) return path === '/dead' ? 503 : 200;
      const now = (open.get(path) ?? 0) + 1;
      open.set(path, now);
      mostOpen.set(path, Math.max(now, mostOpen.get(path) ?? 0));
      return (response) => {
        const end = () => {
          open.set(path, open.get(path)! - 1);
          response.writeHead(200).end();
        };
        // Its sender may have given up waiting.
        response.once('close', () => !response.writableEnded && end());
        release.push(() => !response.writableEnded && end());
      };
    };
    // More of them than a worker has jobs at once.
    for (let number = 0; number < 6; number++) await house.endpoint(`/slow/${number}`, 'noteAdded.v1');
    await house.endpoint('/dead', 'noteAdded.v1');
    await house.endpoint('/fast', 'noteAdded.v1');
    const worker = await startWorker(house.database);
    const following = await startFollowing(house.database);
    try {
      const ids: Uuid[] = [];
      for (let number = 0; number < 40; number++) ids.push(await house.happens('noteAdded', { accountId: uuidv7() }));
      await waitFor(() => house.receiver.of('/fast').length === ids.length);
      // Nobody has answered for the slow ones yet.
      expect(release.length).toBeGreaterThan(0);
      expect(
        house.receiver
          .of('/fast')
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids.toSorted());
      // None has more on its way at once than a lane sends.
      expect(Math.max(...mostOpen.values())).toBe(WIDTH);
    } finally {
      house.receiver.answer = () => 200;
      const timer = setInterval(() => release.splice(0).forEach((each) => void each()), 20);
      await worker.stop();
      await following.stop();
      await stopSending();
      clearInterval(timer);
    }
  });
});

describe('a process that is killed while it sends', () => {
  it('loses nothing, and what comes twice has the same id', { timeout: 240_000 + KILLS * 5_000 }, async () => {
    await house.database.owner.query(
      'delete from webhook_endpoint; delete from webhook_subscription; delete from webhook_queue; delete from webhook_delivery',
    );
    house.receiver.received.length = 0;
    // Slow enough that a kill meets some on their way.
    house.receiver.answer = () => new Promise((resolve) => setTimeout(() => resolve(200), 100));
    await house.endpoint('/kept', 'noteAdded.v1');
    const running = new Set<ChildProcess>();
    const work = async (): Promise<unknown> => {
      const file = 'services/webhook-subscription/webhook-subscription.kill.worker.ts';
      const child = startTestProgram(file, [JSON.stringify(house.database.addresses)], { OUTBOUND_ALLOW: '127.0.0.0/8' });
      running.add(child);
      // Before it listens, it hears of nothing: what happened then would wait for the look of the next minute.
      return once(child.stdout!, 'data');
    };
    const accounts = Array.from({ length: ACCOUNTS }, () => uuidv7());
    const ids: Uuid[] = [];
    const orderOf = new Map<Uuid, Uuid[]>(accounts.map((account) => [account, []]));
    try {
      let starting: Promise<unknown> = Promise.all([work(), work()]);
      for (let kill = 1; kill <= KILLS; kill++) {
        await starting;
        const before = house.receiver.received.length;
        const happening = (async () => {
          for (let number = 0; number < PER_KILL; number++) {
            const accountId = accounts[number % ACCOUNTS]!;
            const id = await house.happens('noteAdded', { accountId });
            ids.push(id);
            orderOf.get(accountId)!.push(id);
          }
        })();
        await waitFor(() => house.receiver.received.length > before + 5);
        const [victim] = running;
        running.delete(victim!);
        victim!.kill('SIGKILL');
        // What it had taken is due when its time is over: the test does not wait for that.
        await new Promise((resolve) => victim!.once('exit', resolve));
        await house.database.owner.query('update webhook_queue set due_at = now() where is_taken');
        await house.database.owner.query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()`);
        starting = work();
        await happening;
      }
      const arrived = () => new Set(house.receiver.of('/kept').map(({ id }) => id));
      await waitFor(async () => {
        // As the looks of every minute do.
        await follow(house.database, house.clientA);
        await house.inA(async (tx) => {
          const rows = await tx.sql<{ id: Uuid }>('select endpoint_id as id from webhook_endpoint where client_id = $1', [tx.clientId]);
          for (const { id } of rows) await askToSend(tx, id);
        });
        return arrived().size === ids.length;
      });
      expect([...arrived()].toSorted()).toEqual(ids.toSorted());
      // The first time that each came, it came in order.
      for (const [account, order] of orderOf) {
        const first = [
          ...new Set(
            house.receiver
              .of('/kept')
              .filter(({ data }) => data.accountId === account)
              .map(({ id }) => id),
          ),
        ];
        expect(first).toEqual(order);
      }
      await waitFor(
        async () => (await house.database.owner.query(`select 1 from webhook_delivery where state <> 'delivered'`)).rows.length === 0,
      );
    } finally {
      for (const child of running) child.kill('SIGKILL');
    }
  });
});
