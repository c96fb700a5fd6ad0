/** Recurring schedules of partners: saved, looked ahead, and carried out once. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import { inClient } from '../../platform/tenancy.ts';
import { advanceSchedule } from './outsourcing/schedule.logic.ts';
import { scheduleJob, scheduleSweepJob } from './partner.outsourcing.jobs.ts';
import { type OutsourcingHouse, openOutsourcingHouse } from './partner.outsourcing.testing.ts';

let house: OutsourcingHouse;
beforeAll(async () => {
  house = await openOutsourcingHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

const CONFIG =
  '{ outsourceMethod daysPastDue portfolios nextTimes lastAt lastGiven revision frequency { amount unit daysOfTheWeek timeOfTheDay { hour minute } monthOptions { dayOfMonth weekOfMonth dayOfTheWeek } } }';
interface Config {
  nextTimes: string[];
  lastAt: string | null;
  lastGiven: number;
  revision: number;
  frequency: object;
}
const weekly = { amount: 1, unit: 'WEEK', daysOfTheWeek: ['WEDNESDAY'], timeOfTheDay: { hour: 6, minute: 0 } };
const save = async (partnerId: Uuid, config: object) =>
  (
    await house.partnerCall<{ saveOutsourcingConfig: Config }>(
      `mutation ($clientId: ID!, $partnerId: ID!, $config: OutsourcingConfigInput!) { saveOutsourcingConfig(clientId: $clientId, partnerId: $partnerId, config: $config) ${CONFIG} }`,
      { partnerId, config: { frequency: weekly, daysPastDue: 20, ...config } },
    )
  ).saveOutsourcingConfig;
const read = async (partnerId: Uuid) =>
  (
    await house.partnerCall<{ getOutsourcingConfig: Config | null }>(
      `query ($clientId: ID!, $partnerId: ID!) { getOutsourcingConfig(clientId: $clientId, partnerId: $partnerId) ${CONFIG} }`,
      { partnerId },
    )
  ).getOutsourcingConfig;

it('is saved with its next five times, refused where it never comes or another saved it meanwhile, and goes', async () => {
  const partnerId = await house.newPartner('Weekly');
  expect(await read(partnerId)).toBeNull();
  // Tuesday 3 March, and a clock change in between; Good Friday is not among them.
  const saved = await save(partnerId, {});
  expect(saved.nextTimes).toEqual([
    '2026-03-04T05:00:00.000Z',
    '2026-03-11T05:00:00.000Z',
    '2026-03-18T05:00:00.000Z',
    '2026-03-25T05:00:00.000Z',
    '2026-04-01T04:00:00.000Z',
  ]);
  expect((await save(partnerId, { frequency: { ...weekly, daysOfTheWeek: ['FRIDAY'] }, revision: 1 })).revision).toBe(2);
  await expect(save(partnerId, { revision: 1 })).rejects.toThrow('CONFLICT');
  await expect(save(partnerId, { frequency: { ...weekly, daysOfTheWeek: [] } })).rejects.toThrow('INVALID_INPUT');
  await expect(save(partnerId, { daysPastDue: -1 })).rejects.toThrow('INVALID_INPUT');
  const { previewOutsourcingTimes: times } = await house.partnerCall<{ previewOutsourcingTimes: string[] }>(
    'query ($clientId: ID!, $frequency: OutsourcingFrequencyInput!, $endsAt: DateTime) { previewOutsourcingTimes(clientId: $clientId, frequency: $frequency, endsAt: $endsAt) }',
    {
      frequency: { ...weekly, unit: 'MONTH', daysOfTheWeek: [], monthOptions: { weekOfMonth: 5, dayOfTheWeek: 'FRIDAY' } },
      endsAt: '2026-05-01T00:00:00Z',
    },
  );
  expect(times).toEqual(['2026-03-27T05:00:00.000Z', '2026-04-24T04:00:00.000Z']);
  await house.partnerCall(
    'mutation ($clientId: ID!, $partnerId: ID!) { deletePartnerOutsouringConfig(clientId: $clientId, partnerId: $partnerId) }',
    { partnerId },
  );
  expect(await read(partnerId)).toBeNull();
});

it('gives what is old enough once, whoever works, catches up once, and leaves what people took back', async () => {
  const partnerId = await house.newPartner('Old debts');
  const [old, young, disputed] = [await house.owed(), await house.owed(), await house.owed()];
  await house.inA(async (tx) => {
    await tx.sql(`update claim set due_date = '2026-02-25' where client_id = $1 and external_claim_ref = $2`, [
      tx.clientId,
      young.externalClaimRef,
    ]);
    await tx.sql('update claim set disputed_at = now() where client_id = $1 and external_claim_ref = $2', [
      tx.clientId,
      disputed.externalClaimRef,
    ]);
  });
  await save(partnerId, {});
  const run = () => scheduleJob.run({ clientId: house.clientA, partnerId }, house.database, undefined);
  await run();
  expect(await house.statusOf(old)).toBeUndefined();
  // Three weeks pass while nobody works.
  house.clock.time = instant('2026-03-04T05:00:00Z');
  await Promise.all([run(), run(), scheduleSweepJob.run({}, house.database, undefined)]);
  expect(await house.assignments({ partnerId })).toMatchObject([{ externalClaimRef: old.externalClaimRef, outsourceMethod: 'schedule' }]);
  expect(await read(partnerId)).toMatchObject({ lastAt: '2026-03-04T05:00:00.000Z', lastGiven: 1 });
  await house.recall(old.accountId);
  house.clock.time = instant(house.clock.time + 22 * DAY);
  await scheduleSweepJob.run({}, house.database, undefined);
  expect(await house.statusOf(young)).toBe('created');
  expect(await house.statusOf(old)).toBe('reverted');
  expect(await house.statusOf(disputed)).toBeUndefined();
  expect((await read(partnerId))?.nextTimes[0]).toBe('2026-04-01T04:00:00.000Z');
  const runs = await house.inA((tx) =>
    tx.sql<{ due: string }>(
      `select payload ->> 'dueAt' as due from event where client_id = $1 and message_type = 'outsourcingScheduled' order by message_id`,
      [tx.clientId],
    ),
  );
  expect(runs.map(({ due }) => due)).toEqual(['2026-03-04T05:00:00.000Z', '2026-03-11T05:00:00.000Z']);
  // Nothing is due any more.
  expect(await inClient(house.database, house.clientA, (tx) => advanceSchedule(tx, partnerId))).toBe('over');
});

it('shares out by an allocation rule that gives its partner something, which then stays as long as the schedule', async () => {
  const [own, second, third] = [await house.newPartner('Ruled'), await house.newPartner('Second'), await house.newPartner('Third')];
  const rule = async (name: string, shares: readonly Uuid[], allocationId?: Uuid) =>
    (
      await house.partnerCall<{ savePartnerAllocation: { allocationId: Uuid } }>(
        'mutation ($clientId: ID!, $allocationId: ID, $name: String!, $shares: [PartnerShareInput!]!) { savePartnerAllocation(clientId: $clientId, allocationId: $allocationId, name: $name, shares: $shares) { allocationId } }',
        { name, allocationId, shares: shares.map((partnerId) => ({ partnerId, basisPoints: 10_000 / shares.length })) },
      )
    ).savePartnerAllocation.allocationId;
  const halves = await rule('Halves', [own, second]);
  await expect(save(own, { allocationId: await rule('Others', [second, third]) })).rejects.toThrow('INVALID_INPUT');
  await expect(save(own, { allocationId: own })).rejects.toThrow('NOT_FOUND');
  const portfolio = 'ruled';
  const claims = [await house.owed(), await house.owed(), await house.owed(), await house.owed()];
  await house.inA((tx) =>
    tx.sql('update claim set external_portfolio_ref = $3 where client_id = $1 and external_claim_ref = any($2::text[])', [
      tx.clientId,
      claims.map(({ externalClaimRef }) => externalClaimRef),
      portfolio,
    ]),
  );
  await save(own, { allocationId: halves, portfolios: [portfolio] });
  await expect(rule('Halves', [second, third], halves)).rejects.toThrow('INVALID_INPUT');
  await expect(
    house.partnerCall('mutation ($clientId: ID!, $id: ID!) { deletePartnerAllocation(clientId: $clientId, allocationId: $id) }', {
      id: halves,
    }),
  ).rejects.toThrow('CONFLICT');
  house.clock.time = instant('2026-03-04T05:00:00Z');
  await scheduleJob.run({ clientId: house.clientA, partnerId: own }, house.database, undefined);
  expect(await read(own)).toMatchObject({ lastGiven: 4 });
  for (const partnerId of [own, second]) expect((await house.assignments({ partnerId })).length).toBe(2);
});
