import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, type CalendarDate } from '../../core/time.ts';
import { at } from '../../core/zone.ts';
import { useClock } from '../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../platform/testing.ts';
import { addSampleAccounts } from '../services/account/account.sample.ts';
import { saveBundle } from '../services/cms/cms.bundle.logic.ts';
import { setGlobalPlaceholders } from '../services/cms/cms.globals.logic.ts';
import { reviewDueAgreements } from '../services/finance/finance.jobs.ts';
import { book } from '../services/finance/ledger/ledger.logic.ts';
import { lately } from './lately.ts';
import { DEMO_BUNDLES, DEMO_GLOBALS } from './templates.ts';
import { saveDemoWorkflows } from './workflows.ts';

const TODAY = '2026-11-20' as CalendarDate;
const DAYS = 71;

let house: TestHouse;
let day = addDays(TODAY, -DAYS);
const restore = useClock(() => at(day, { hour: 16, minute: 0 }, 'Europe/Berlin'));
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(async () => {
  restore();
  await house.close();
});

it('fills every screen of the demo', async () => {
  const { database, clientA: clientId, userA, config } = house;
  await house.inA(async (tx) => {
    for (const topicId of ['default', 'calls', 'meters'])
      await tx.sql(
        `insert into task_topic (client_id, topic_id, name, created_at) values ($1, $2, $2, '2026-01-01Z') on conflict do nothing`,
        [clientId, topicId],
      );
    const accounts = Array.from({ length: 48 }, (_, index) => ({
      ref: `K-${1000 + index}`,
      first: 'Greta',
      last: `Weber${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${'abc'[Math.floor(index / 26)]}`,
      email: `greta${index}@post.example`,
      phone: `+4915112300${100 + index}`,
      claims: [{ ref: `000700${1000 + index}`, balance: 0, due: '2026-08-01' }],
    }));
    const ids = await addSampleAccounts(tx, accounts);
    await book(
      tx,
      accounts.map(({ ref, claims: [claim] }, index) => ({
        accountId: ids.get(ref)!,
        externalClaimRef: claim!.ref,
        kind: 'principal' as const,
        amount: 12_000n + BigInt(index) * 371n,
        currency: 'EUR',
        valueDate: addDays(TODAY, -DAYS),
        key: `principal:${claim!.ref}`,
      })),
    );
  });
  await house.inA(async (tx) => {
    await setGlobalPlaceholders(tx, DEMO_GLOBALS);
    for (const bundle of DEMO_BUNDLES) await saveBundle(tx, bundle, 'Ada Petersen');
    await saveDemoWorkflows(tx);
  });
  const evening = lately({ database, config, clientId, supervisor: userA, agents: [userA] });
  for (let ago = DAYS; ago >= 0; ago--) {
    day = addDays(TODAY, -ago);
    if (ago % 7 === 0 || ago < 8) await reviewDueAgreements(database, clientId);
    await evening(day, ago);
  }

  const counts = async (query: string) =>
    Object.fromEntries(
      (await house.inA((tx) => tx.sql<{ key: string; count: number }>(query, [clientId]))).map(({ key, count }) => [key, count]),
    );
  expect(await counts('select status as key, count(*)::int from bank_entry where client_id = $1 group by 1')).toEqual({
    booked: 5,
    ambiguous: 2,
    unmatched: 2,
    ignored: 1,
  });
  expect(await counts('select status as key, count(*)::int from direct_debit where client_id = $1 group by 1')).toEqual({
    returned: 1,
    settled: 1,
    announced: 1,
  });
  expect(await counts('select status as key, count(*)::int from promise_to_pay where client_id = $1 group by 1')).toEqual({
    broken: 3,
    active: 2,
  });
  expect(await counts('select status as key, count(*)::int from instalments_plan where client_id = $1 group by 1')).toEqual({ broken: 2 });
  expect(await counts(`select 'open' as key, count(*)::int from claim where client_id = $1 and disputed_at is not null`)).toEqual({
    open: 2,
  });
  expect(await counts('select name as key, count(*)::int from workflow where client_id = $1 group by 1')).toEqual({
    Dispute: 1,
    Hardship: 2,
  });
  expect(await counts('select status as key, count(*)::int from bulk_action where client_id = $1 group by 1')).toEqual({ done: 1 });
  const tasks = await counts('select note as key, count(*)::int from case_task where client_id = $1 group by 1');
  expect(Object.keys(tasks).length).toBeGreaterThanOrEqual(11);
  expect(
    await counts(
      `select 'snoozed' as key, count(*)::int from case_task where client_id = $1 and skipped_until > '2026-11-22' and recipient_id is not null`,
    ),
  ).toEqual({ snoozed: 1 });
  expect(
    await house.call('cms', 'query ($c: ID!) { getCorrespondenceCounts(clientId: $c) { waiting unmatched } }', { c: clientId }),
  ).toEqual({ getCorrespondenceCounts: { waiting: 6, unmatched: 1 } });
  expect(await house.call('api', 'query ($c: ID!) { countOpenProposals(clientId: $c) }', { c: clientId })).toEqual({
    countOpenProposals: 3,
  });
});
