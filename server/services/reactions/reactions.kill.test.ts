import type { ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';
import { appendEvents } from '../../platform/events.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { openStrategyHouse } from '../strategy/strategy.testing.ts';
import { addRule } from './reactions.edit.logic.ts';

/** QUITTANCE_KILLS=60 is the long form. */
const KILLS = Number(process.env.QUITTANCE_KILLS ?? 5);
const PER_KILL = 40;
const payload = { communicationId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e09', bundleName: null, link: 0, first: true };
const step = (type: string, parameters: object) => ({ id: type, type, parameters: JSON.stringify(parameters) });

/** Asks again until it is so; a test's own limit of time ends it otherwise. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

it('answers every event exactly once while its workers are killed', { timeout: 120_000 + KILLS * 5_000 }, async () => {
  const house = await openStrategyHouse();
  const running = new Set<ChildProcess>();
  const counted = async () =>
    (
      await house.inA((tx) =>
        tx.sql<{ firings: number; ended: number }>(
          `select (select count(*)::int from reaction_firing where client_id = $1) as firings,
             (select count(*)::int from event where client_id = $1 and message_type = 'reactionFired') as told,
             (select count(distinct payload ->> 'causeId')::int from event where client_id = $1 and message_type = 'reactionFired') as causes,
             (select count(*)::int from event where client_id = $1 and message_type = 'reactionFired' and payload::jsonb @? '$.steps[*] ? (@.outcome == "failed")') as ended,
             (select count(*)::int from case_task where client_id = $1) as tasks, (select count(*)::int from outbox where client_id = $1) as messages`,
          [tx.clientId],
        ),
      )
    )[0];
  try {
    const code = step('evaluateCode', { code: 'return { result: true, values: { lot: Math.random() } };' });
    const reactions = [code, step('createCaseManagementTask', { topicId: 'default' }), step('sendEmail', { bundleName: 'thanks' })];
    await house.inA((tx) => addRule(tx, null, { messageType: 'linkClicked', reactions }));
    const work = () =>
      running.add(
        startTestProgram('services/reactions/reactions.kill.worker.ts', [JSON.stringify(house.database.addresses), house.clientA]),
      );
    for (const _ of [1, 2]) work();
    for (let kill = 1; kill <= KILLS; kill++) {
      const claims = await Promise.all(Array.from({ length: PER_KILL }, () => house.newClaim()));
      for (const claim of claims) await house.inA((tx) => appendEvents(tx, [{ messageType: 'linkClicked', ...claim, payload }]));
      await until(async () => (await counted())!.firings > (kill - 1) * PER_KILL);
      const [victim] = running;
      running.delete(victim!);
      victim!.kill('SIGKILL');
      work();
    }
    const count = KILLS * PER_KILL;
    await until(async () => (await counted())!.firings >= count);
    const told = (await counted())!;
    // On a busy machine code may take too long: its rule ends there, and does nothing afterwards.
    const done = count - told.ended;
    expect(told).toEqual({ firings: count, told: count, causes: count, ended: told.ended, tasks: done, messages: done });
    expect(done).toBeGreaterThan(0);
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await house.close();
  }
});
