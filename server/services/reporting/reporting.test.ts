import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import { createTask, resolveTask, skipTask, startTask } from '../account/task/task.logic.ts';
import { createPromiseToPay } from '../finance/agreement/promise.logic.ts';
import { financeFixture, RECORD, TODAY } from '../finance/finance.testing.ts';
import { settlePayment } from '../finance/payment/payment.logic.ts';
import { addNote } from '../notes/notes.logic.ts';
import { saveBlueprint } from '../strategy/strategy.blueprint.logic.ts';
import { startRuns } from '../strategy/strategy.runs.logic.ts';
import { end, wait } from '../strategy/strategy.testing.ts';
import { plus } from './reporting.testing.ts';

const fixture = financeFixture();
const ask = <Data>(document: string, variables: object = {}) =>
  fixture.house.call<Data>('reporting', document, { clientId: fixture.house.clientA, ...variables });
const refused = async (document: string, variables: object = {}) =>
  (await fixture.house.raw('reporting', document, { clientId: fixture.house.clientA, ...variables })).errors?.map(({ extensions }) => [
    extensions?.code,
    extensions?.field,
  ]);

const PERFORMANCE = `query ($clientId: ID!, $from: Date!, $to: Date!, $filter: ReportFilter) { getPerformance(clientId: $clientId, filter: $filter, range: {from: $from, to: $to}) {
  collected agents { userId name tasksResolved notes promisesTaken promisesKept collected } strategies { displayName claimsStarted claimsResolved messagesSent collected share } } }`;

describe('performance', () => {
  it('counts what a person did and the money that came afterwards', async () => {
    const { house } = fixture;
    const { accountId, refs } = await fixture.accountWith([10_000n]);
    const other = await fixture.accountWith([5_000n]);
    await fixture
      .pay(accountId, refs, 1_000n)
      .then((payment) => house.inA((tx) => settlePayment(tx, payment.paymentId, '2026-11-20' as never)));
    await house.inA(async (tx) => {
      const task = await createTask(tx, { accountId, note: 'Call' }, house.userA);
      await startTask(tx, task.taskId, null, house.userA);
      await resolveTask(tx, task.taskId, 'reached', null, house.userA);
      await addNote(tx, { accountId, text: 'Will pay' }, house.userA);
      await createPromiseToPay(tx, {
        externalClaimRef: refs[0]!,
        amount: 2_500n,
        dueDate: TODAY,
        requestedBy: house.userA,
        idempotencyKey: uuidv7(),
      });
    });
    await house.call('finance', RECORD, { clientId: house.clientA, accountId, refs, amount: '30.00', key: uuidv7() });
    await house.call('finance', RECORD, {
      clientId: house.clientA,
      accountId: other.accountId,
      refs: other.refs,
      amount: '7.00',
      key: uuidv7(),
    });
    const { getPerformance } = await ask<{ getPerformance: { collected: string; agents: object[] } }>(PERFORMANCE, {
      from: '2026-11-19',
      to: TODAY,
    });
    // Ten euros came before the work, seven on an account that nobody worked.
    expect(getPerformance.collected).toBe('47.00');
    expect(getPerformance.agents).toEqual([
      {
        userId: house.userA,
        name: 'Staff of Nordlicht Energie',
        tasksResolved: 1,
        notes: 1,
        promisesTaken: 1,
        promisesKept: 1,
        collected: '30.00',
      },
    ]);
    const before = await ask<{ getPerformance: { agents: object[] } }>(PERFORMANCE, { from: '2026-11-01', to: '2026-11-20' });
    expect(before.getPerformance.agents).toEqual([]);
    const dollars = await ask<{ getPerformance: { collected: string; agents: object[] } }>(PERFORMANCE, {
      from: '2026-11-19',
      to: TODAY,
      filter: { currency: 'USD' },
    });
    expect(dollars.getPerformance).toMatchObject({ collected: '0.00', agents: [] });
  });

  it('gives money to the strategy in which the claim ran when it was booked', async () => {
    const { house } = fixture;
    const { accountId, refs } = await fixture.accountWith([4_000n]);
    const still = await fixture.accountWith([4_000n]);
    const early = await fixture.pay(accountId, refs, 500n);
    await house.inA((tx) => settlePayment(tx, early.paymentId));
    fixture.clock = instant(fixture.clock + 60_000);
    const blueprintId = await house.inA(async (tx) => {
      const { blueprint } = await saveBlueprint(tx, {
        id: 'new',
        displayName: 'Reminders',
        categories: [],
        steps: JSON.stringify([wait('wait', 30, 'end'), end]),
      });
      const id = blueprint?.id ?? '';
      await startRuns(tx, { blueprintId: id, externalClaimRefs: [...refs, ...still.refs] });
      return id;
    });
    fixture.clock = instant(fixture.clock + 60_000);
    const rest = await fixture.pay(accountId, refs);
    await house.inA((tx) => settlePayment(tx, rest.paymentId));
    const { getPerformance } = await ask<{ getPerformance: { strategies: object[] } }>(PERFORMANCE, { from: TODAY, to: TODAY });
    expect(getPerformance.strategies).toEqual([
      { displayName: 'Reminders', claimsStarted: 2, claimsResolved: 1, messagesSent: 0, collected: '35.00', share: 0.5 },
    ]);
    // The claim list behind these numbers: started in the strategy on this day, by the client's midnights.
    const listed = async (statuses: string[], day: string) => {
      const strategyStartedRange = { from: `${plus(day, -1)}T23:00:00Z`, to: `${day}T22:59:59.999Z` };
      const { countClaims } = await house.call<{ countClaims: { totalResults: number } }>(
        'account',
        'query ($clientId: ID!, $filter: ClaimFilter) { countClaims(clientId: $clientId, filter: $filter) { totalResults } }',
        { clientId: house.clientA, filter: { statuses, strategyIds: [blueprintId], strategyStartedRange } },
      );
      return countClaims.totalResults;
    };
    expect(await listed(['open', 'resolved'], TODAY)).toBe(2);
    expect(await listed(['resolved'], TODAY)).toBe(1);
    expect(await listed(['open', 'resolved'], plus(TODAY, -1))).toBe(0);
  });
});

describe('the homepage', () => {
  const HOME = `query ($clientId: ID!) { getHomepage(clientId: $clientId) { today ownTasksDue unassignedTasksDue tasksDue promisesDueToday { count } promisesDue { accountId amount day debtorFullName }
    brokenPromises { accountId amount day } moneyToday { currency amount } } }`;
  type Home = {
    getHomepage: {
      today: string;
      ownTasksDue: number;
      unassignedTasksDue: number;
      tasksDue: number;
      brokenPromises: object[];
      promisesDue: object[];
      moneyToday: { amount: string }[];
    };
  };

  it('lists promises that are due, and broken ones until their claim is paid', async () => {
    const { house } = fixture;
    const { accountId, refs } = await fixture.accountWith([8_000n]);
    await house.inA((tx) =>
      createPromiseToPay(tx, {
        externalClaimRef: refs[0]!,
        amount: 6_000n,
        dueDate: '2026-11-22' as never,
        requestedBy: 'debtor',
        idempotencyKey: uuidv7(),
      }),
    );
    const due = { accountId, amount: '60.00', day: '2026-11-22' };
    expect((await ask<Home>(HOME)).getHomepage.promisesDue).toContainEqual({ ...due, debtorFullName: '' });
    const before = fixture.clock;
    fixture.clock = instant(fixture.clock + 2 * DAY);
    // The next booking judges it: a fee of a cent.
    const payment = await fixture.pay(accountId, refs, 100n);
    await house.inA((tx) => settlePayment(tx, payment.paymentId));
    const home = (await ask<Home>(HOME)).getHomepage;
    expect(home.today).toBe('2026-11-23');
    expect(home.brokenPromises).toContainEqual({ accountId, amount: '60.00', day: '2026-11-23' });
    const rest = await fixture.pay(accountId, refs);
    await house.inA((tx) => settlePayment(tx, rest.paymentId));
    expect((await ask<Home>(HOME)).getHomepage.brokenPromises).not.toContainEqual(expect.objectContaining({ accountId }));
    fixture.clock = before;
  });

  it('counts the tasks that the lists hold', async () => {
    const { house } = fixture;
    const { accountId } = await fixture.accountWith([100n]);
    await house.inA(async (tx) => {
      await createTask(tx, { accountId, note: 'mine', recipientId: house.userA }, house.userA);
      await createTask(tx, { accountId, note: 'anybody' }, house.userA);
      const { taskId } = await createTask(tx, { accountId, note: 'snoozed' }, house.userA);
      await skipTask(tx, taskId, null, null, house.userA);
    });
    const { mine, free, all } = await house.call<{ mine: { total: number }; free: { total: number }; all: { total: number } }>(
      'account',
      `query ($clientId: ID!, $me: ID!) { mine: getOwnCaseManagementTaskList(clientId: $clientId, filter: {due: true, userIds: [$me]}) { total }
         free: getOwnCaseManagementTaskList(clientId: $clientId, filter: {due: true, unassigned: true}) { total } all: getCaseManagementTaskList(clientId: $clientId, filter: {due: true}) { total } }`,
      { clientId: house.clientA, me: house.userA },
    );
    const home = (await ask<Home>(HOME)).getHomepage;
    expect([home.ownTasksDue, home.unassignedTasksDue, home.tasksDue]).toEqual([mine.total, free.total, all.total]);
    const { getLiveBoard } = await ask<{ getLiveBoard: { waiting: { kind: string; count: number }[] } }>(
      'query ($clientId: ID!) { getLiveBoard(clientId: $clientId) { waiting { kind count } } }',
    );
    expect(getLiveBoard.waiting).toContainEqual({ kind: 'tasks', count: home.tasksDue });
    expect(mine.total).toBeGreaterThan(0);
    expect(free.total).toBeGreaterThan(0);
  });

  it("goes by the client's day, and shows another client nothing of it", async () => {
    const { house } = fixture;
    const before = fixture.clock;
    for (const [zone, at, day] of [
      ['Asia/Tokyo', '2026-11-18T15:00:00Z', '2026-11-19'],
      ['America/New_York', '2026-11-19T04:59:59Z', '2026-11-18'],
      ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
      ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
      ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ] as const) {
      fixture.clock = instant(at);
      await house.inA((tx) => tx.sql('update client set timezone = $2 where client_id = $1', [tx.clientId, zone]));
      expect((await ask<Home>(HOME)).getHomepage.today).toBe(day);
    }
    fixture.clock = before;
    const token = await house.tokenFor(house.clientB);
    const { getHomepage } = await house.call<Home>('reporting', HOME, { clientId: house.clientB }, token);
    expect(getHomepage).toMatchObject({ tasksDue: 0, moneyToday: [], promisesDue: [], brokenPromises: [] });
  });
});

describe('contact rates', () => {
  it('are of the messages of 30 days of the client, an answer being money or a promise within seven days', async () => {
    const { house } = fixture;
    const before = fixture.clock;
    // The day after the clocks went back in Berlin: thirty days ago they were an hour ahead.
    fixture.clock = instant('2027-11-01T11:00:00Z');
    await house.inA((tx) => tx.sql(`update client set timezone = 'Europe/Berlin' where client_id = $1`, [tx.clientId]));
    const [paid, late, promised, silent] = await Promise.all([
      fixture.accountWith([9_000n]),
      fixture.accountWith([9_000n]),
      fixture.accountWith([9_000n]),
      fixture.accountWith([9_000n]),
    ]);
    const sent = (accountId: string, at: string, what: { channel?: string; opened?: boolean; clicked?: boolean; bounced?: boolean } = {}) =>
      house.inA((tx) =>
        tx.sql(
          `insert into communication (client_id, communication_id, outbox_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at, opened_at, clicked_at, bounced_at)
           values ($1, $2, $3::uuid, $4, $5, 'outbound', 'a@test.example', 'b@test.example', 'en_US', 'Hello', 'sandbox', $3::uuid::text, $6::timestamptz, case when $7 then $6::timestamptz end, case when $8 then $6::timestamptz end, case when $9 then $6::timestamptz end)`,
          [
            tx.clientId,
            uuidv7(),
            uuidv7(),
            accountId,
            what.channel ?? 'email',
            at,
            what.opened ?? false,
            what.clicked ?? false,
            what.bounced ?? false,
          ],
        ),
      );
    // The first moment of the first day, and the last one of the day before it.
    await sent(paid!.accountId, '2027-10-02T22:00:00Z', { opened: true, clicked: true });
    await sent(silent!.accountId, '2027-10-02T21:59:59Z', { opened: true });
    await sent(paid!.accountId, '2027-10-20T10:00:00Z', { opened: true });
    await sent(late!.accountId, '2027-10-20T10:00:00Z', { bounced: true });
    await sent(promised!.accountId, '2027-10-31T22:30:00Z', { channel: 'sms' });
    await sent(silent!.accountId, '2027-10-31T22:30:00Z');
    const settle = async (of: typeof paid, day: string) => {
      const payment = await fixture.pay(of!.accountId, of!.refs, 500n);
      await house.inA((tx) => settlePayment(tx, payment.paymentId, day as never));
    };
    await settle(paid, '2027-10-27');
    await settle(late, '2027-10-28');
    await house.inA((tx) =>
      createPromiseToPay(tx, {
        externalClaimRef: promised!.refs[0]!,
        amount: 100n,
        dueDate: '2027-11-03' as never,
        requestedBy: 'debtor',
        idempotencyKey: uuidv7(),
      }),
    );
    const { getHomepageTotals } = await ask<{ getHomepageTotals: { contact: object } }>(
      `query ($clientId: ID!) { getHomepageTotals(clientId: $clientId) { contact { sent emails delivered opened clicked bounced accountsContacted accountsResponded } } }`,
    );
    // Each figure leads to the list of its messages.
    const listed = async (delivery: string) => {
      const { searchCorrespondence } = await house.call<{ searchCorrespondence: { results: object[] } }>(
        'cms',
        `query ($clientId: ID!, $filter: CorrespondenceFilter) { searchCorrespondence(clientId: $clientId, filter: $filter, size: 100) { results { id } } }`,
        { clientId: house.clientA, filter: { delivery, createdAtRange: { from: '2027-10-02T22:00:00Z', to: '2027-11-01T23:00:00Z' } } },
      );
      return searchCorrespondence.results.length;
    };
    const lists = [await listed('delivered'), await listed('opened'), await listed('clicked'), await listed('bounced')];
    fixture.clock = before;
    expect(lists).toEqual([4, 2, 1, 1]);
    expect(getHomepageTotals.contact).toEqual({
      sent: 5,
      emails: 4,
      delivered: 4,
      opened: 2,
      clicked: 1,
      bounced: 1,
      accountsContacted: 4,
      accountsResponded: 2,
    });
  });
});

describe('what is asked wrongly', () => {
  it('is refused by the name of its field', async () => {
    const aging =
      'query ($clientId: ID!, $filter: ReportFilter, $asOf: Date) { getAgingReport(clientId: $clientId, filter: $filter, asOf: $asOf) { total } }';
    expect(await refused(aging, { asOf: '2030-01-01' })).toEqual([['INVALID_INPUT', 'asOf']]);
    expect(await refused(aging, { filter: { currency: 'euro' } })).toEqual([['INVALID_INPUT', 'filter.currency']]);
    expect(await refused('query ($clientId: ID!) { getRollRates(clientId: $clientId, months: 25) { currency } }')).toEqual([
      ['INVALID_INPUT', 'months'],
    ]);
    expect(await refused('query ($clientId: ID!) { getCashForecast(clientId: $clientId, weeks: 0) { currency } }')).toEqual([
      ['INVALID_INPUT', 'weeks'],
    ]);
    expect(await refused(PERFORMANCE, { from: '2026-02-01', to: '2026-01-01' })).toEqual([['INVALID_INPUT', 'range.to']]);
    expect(await refused(PERFORMANCE, { from: '2024-01-01', to: '2026-01-01' })).toEqual([['INVALID_INPUT', 'range.to']]);
  });

  it('an agent sees the homepage and no report', async () => {
    const { house } = fixture;
    const token = await house.tokenFor(house.clientA, 'AGENT');
    const home = await house.raw(
      'reporting',
      'query ($clientId: ID!) { getHomepage(clientId: $clientId) { today } }',
      { clientId: house.clientA },
      token,
    );
    expect(home.errors).toBeUndefined();
    const report = await house.raw(
      'reporting',
      'query ($clientId: ID!) { getAgingReport(clientId: $clientId) { total } }',
      { clientId: house.clientA },
      token,
    );
    expect(report.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});
