import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { HOLD_MS } from '../../../../core/tasks.ts';
import { addDays, type CalendarDate, DAY, instant } from '../../../../core/time.ts';
import { gate } from '../../../../engine/gate/gate.ts';
import { now, useClock } from '../../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { addSampleAccounts } from '../account.sample.ts';
import { addAgents } from '../account.testing.ts';
import { loadGateFacts } from '../contact/gate.logic.ts';

/** A Wednesday, 10:00 in Berlin: everybody may be called. */
const MORNING = instant('2026-10-21T08:00:00Z');
const AGENTS = 20;

let house: TestHouse;
let staff: Uuid[];
let tokens: string[];
let at = MORNING as number;
let restore: () => void;
let accounts: Map<string, Uuid>;

beforeAll(async () => {
  house = await openTestHouse();
  restore = useClock(() => at);
  ({ staff, tokens } = await addAgents(house, AGENTS));
  await house.inA(async (tx) => {
    accounts = await addSampleAccounts(
      tx,
      Array.from({ length: 30 }, (_, index) => ({
        ref: `W-${index}`,
        first: 'Hannah',
        last: `Brandt ${index}`,
        phone: '+4930123456',
        claims: [{ ref: `W-${index}-1`, balance: 10_000 + index * 10_000, due: '2026-09-01' }],
      })),
    );
  });
});
afterAll(async () => {
  restore();
  await house.close();
});

const DAY_FIELDS = 'day { worked skipped promised { currency amount } last { workItemId outcome } }';
const FIELDS = `item { workItemId accountId rightPartyFacts reasons promisable task { taskId } days { option value date } } blocked earliest ${DAY_FIELDS}`;
interface Next {
  item: {
    workItemId: string;
    accountId: string;
    rightPartyFacts: string[];
    reasons: { key: string; values: Record<string, unknown>; points: number }[];
    promisable: string;
    task: { taskId: string } | null;
    days: { option: string; value: number; date: string }[];
  } | null;
  blocked: number;
  earliest: string | null;
  day: {
    worked: number;
    skipped: number;
    promised: { currency: string; amount: string }[];
    last: { workItemId: string; outcome: string } | null;
  };
}
const call = async (name: string, args: string, variables: object, token: string): Promise<Next> => {
  const passed = [...args.matchAll(/\$(\w+)/g)].map(([, each]) => `${each}: $${each}`).join(', ');
  const data = await house.call<Record<string, Next>>(
    'account',
    `mutation ($clientId: ID!${args}) { ${name}(clientId: $clientId${passed ? `, ${passed}` : ''}) { ${FIELDS} } }`,
    { clientId: house.clientA, ...variables },
    token,
  );
  return data[name]!;
};
const next = (token: string, includeBlocked = false) => call('takeNextWorkItem', ', $includeBlocked: Boolean', { includeBlocked }, token);
const COMPLETE = ', $workItemId: ID!, $outcome: WorkOutcomeInput!, $idempotencyKey: ID!';
/** What the debtor told on the telephone, as far as it is known. */
const rightParty = ['name', 'address', 'reference'];
const complete = (workItemId: string, outcome: object, token: string, idempotencyKey = uuidv7()) =>
  call('completeWorkItem', COMPLETE, { workItemId, outcome: { rightParty, ...outcome }, idempotencyKey }, token);
const rows = <Row>(text: string, values: unknown[] = []) =>
  house.inA((tx) => tx.sql<Row & Record<string, unknown>>(text, [tx.clientId, ...values]));

describe('the next account', () => {
  it('is a different one for each of 20 who ask at once, the most urgent ones, and the same when one asks again', async () => {
    const taken = await Promise.all(tokens.map((token) => next(token)));
    const ids = taken.map((each) => each.item?.accountId);
    expect(new Set(ids).size).toBe(AGENTS);
    // The balance decides among accounts that are alike: those that were left are smaller than those that were taken.
    const amounts = taken.map((each) => Number(each.item?.promisable));
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(1000);
    const again = await Promise.all([next(tokens[0]!), next(tokens[0]!)]);
    expect(again.map((each) => each.item?.workItemId)).toEqual([taken[0]!.item?.workItemId, taken[0]!.item?.workItemId]);
    expect(taken[0]!.item!.reasons.map((reason) => reason.key).sort()).toEqual(['work.amount', 'work.never', 'work.overdue']);
    expect(taken[0]!.item!.reasons.find((reason) => reason.key === 'work.overdue')!.values).toEqual({ days: 50 });
  });

  it('is given to somebody else when its hold is over, and whoever had it is told', async () => {
    const mine = (await next(tokens[0]!)).item!;
    const other = await house.raw(
      'account',
      'mutation ($clientId: ID!, $accountId: ID!) { takeWorkItem(clientId: $clientId, accountId: $accountId) { item { accountId } } }',
      { clientId: house.clientA, accountId: mine.accountId },
      tokens[1],
    );
    expect(other.errors?.[0]).toMatchObject({ message: 'Agent 0 is working on this account', extensions: { code: 'CONFLICT' } });
    at += HOLD_MS + 1;
    await call('takeWorkItem', ', $accountId: ID!', { accountId: mine.accountId }, tokens[1]!);
    const late = await house.raw(
      'account',
      `mutation ($clientId: ID!, $workItemId: ID!) { holdWorkItem(clientId: $clientId, workItemId: $workItemId) { workItemId } }`,
      { clientId: house.clientA, workItemId: mine.workItemId },
      tokens[0],
    );
    expect(late.errors?.[0]).toMatchObject({ message: 'Agent 1 is working on this account', extensions: { code: 'CONFLICT' } });
    const finished = await house.raw(
      'account',
      `mutation ($clientId: ID!${COMPLETE}) { completeWorkItem(clientId: $clientId, workItemId: $workItemId, outcome: $outcome, idempotencyKey: $idempotencyKey) { blocked } }`,
      { clientId: house.clientA, workItemId: mine.workItemId, outcome: { outcome: 'noAnswer' }, idempotencyKey: 'late' },
      tokens[0],
    );
    expect(finished.errors?.[0]?.extensions?.code).toBe('CONFLICT');
  });

  it('is none at night, and the answer says how many wait and from when on', async () => {
    const evening = at;
    at = instant('2026-10-21T21:00:00Z');
    const silent = await next(tokens[2]!);
    expect(silent.item).toBeNull();
    expect(silent.blocked).toBeGreaterThan(0);
    expect(silent.earliest).toBe('2026-10-22T06:00:00.000Z');
    expect((await next(tokens[2]!, true)).item).not.toBeNull();
    await house.call(
      'account',
      'mutation ($clientId: ID!) { releaseWorkItem(clientId: $clientId) }',
      { clientId: house.clientA },
      tokens[2],
    );
    at = evening;
  });
});

describe('an account that cannot be called', () => {
  it('is not brought as one to call: no number, or a number that is wrong; one whose message waits is, to be answered', async () => {
    const made = await house.inA((tx) =>
      addSampleAccounts(tx, [
        {
          ref: 'MUTE',
          first: 'Nora',
          last: 'Still',
          email: 'nora@debtor.example',
          claims: [{ ref: 'MUTE-1', balance: 900_000_000, due: '2026-01-01' }],
        },
        {
          ref: 'WRITES',
          first: 'Nils',
          last: 'Schreibt',
          email: 'nils@debtor.example',
          claims: [{ ref: 'WRITES-1', balance: 900_000_000, due: '2026-01-01' }],
        },
      ]),
    );
    const skipping = async (workItemId: string, includeBlocked = false) =>
      (
        await call(
          'skipWorkItem',
          ', $workItemId: ID!, $reason: String!, $includeBlocked: Boolean',
          { workItemId, reason: 'other', includeBlocked },
          tokens[9]!,
        )
      ).item!;
    // By balance both come before everything else.
    const other = await skipping((await next(tokens[9]!)).item!.workItemId);
    expect([made.get('MUTE'), made.get('WRITES')]).not.toContain(other.accountId);
    await house.inA((tx) =>
      tx.sql(
        `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at)
         values ($1, $2::uuid, $3, 'email', 'inbound', 'a@b.example', 'nils@debtor.example', 'de_DE', 'Please wait', 'test', $2::uuid::text, $4)`,
        [tx.clientId, uuidv7(), made.get('WRITES'), new Date(at)],
      ),
    );
    const writes = await skipping(other.workItemId);
    expect(writes.accountId).toBe(made.get('WRITES'));
    // Who wants to see them all gets them.
    expect((await skipping(writes.workItemId, true)).accountId).toBe(made.get('MUTE'));
  });
});

describe('a task whose account may not be called', () => {
  const give = (accountId: Uuid, note: string, senderId: string | null = null) =>
    house.inA(async (tx) => {
      const taskId = uuidv7();
      await tx.sql(
        `insert into case_task (client_id, task_id, account_id, note, sender_id, recipient_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)`,
        [tx.clientId, taskId, accountId, note, senderId, staff[11], new Date(at)],
      );
      return taskId;
    });
  const stopped = async () => {
    await house.call(
      'account',
      'mutation ($clientId: ID!) { releaseWorkItem(clientId: $clientId) }',
      { clientId: house.clientA },
      tokens[11],
    );
  };
  const account = async (ref: string, over: { phone?: string; email?: string }) =>
    (
      await house.inA((tx) =>
        addSampleAccounts(tx, [
          { ref, first: 'Tilda', last: ref, claims: [{ ref: `${ref}-1`, balance: 2_000, due: '2026-10-20' }], ...over },
        ]),
      )
    ).get(ref)!;

  it('waits in the queue: without a number, or outside contact hours, unless the debtor waits for an answer in writing', async () => {
    const morning = at;
    const mute = await give(await account('TASK-MUTE', { email: 'mute@debtor.example' }), 'Call the debtor');
    const call = await give(await account('TASK-CALL', { phone: '+4930123457' }), 'Call the debtor');
    const asks = await give(await account('TASK-ASKS', { email: 'asks@debtor.example' }), 'Asks for a copy of the bill', 'debtor');
    const brought = async (includeBlocked = false) => {
      const { item, blocked } = await next(tokens[11]!, includeBlocked);
      await stopped();
      if (item?.task)
        await house.inA((tx) =>
          tx.sql(`update case_task set status = 'resolved' where client_id = $1 and task_id = $2`, [tx.clientId, item.task!.taskId]),
        );
      return { task: item?.task?.taskId ?? null, blocked };
    };
    // A Wednesday, 20:38 in Berlin.
    at = instant('2026-10-21T18:38:00Z');
    expect(await brought()).toEqual({ task: asks, blocked: 0 });
    const none = await brought();
    expect(none.task).toBeNull();
    expect(none.blocked).toBeGreaterThan(1);
    at = morning;
    expect((await brought()).task).toBe(call);
    expect((await brought()).task).toBeNull();
    // Who wants to see them all gets it.
    expect((await brought(true)).task).toBe(mute);
  });

  it('waits too while the claim that is due longest may not be called about, whichever the task is about', async () => {
    const ref = 'TASK-PROMISED';
    const claims = [
      { ref: `${ref}-1`, balance: 2_000, due: '2026-08-20' },
      { ref: `${ref}-2`, balance: 3_000, due: '2026-09-20' },
    ];
    const made = await house.inA((tx) => addSampleAccounts(tx, [{ ref, first: 'Tilda', last: ref, phone: '+4930123458', claims }]));
    const taskId = await give(made.get(ref)!, 'Call the debtor');
    const change = (sql: string, value: string | null) => house.inA((tx) => tx.sql(sql, [tx.clientId, value]));
    await change(`update case_task set external_claim_ref = '${ref}-2' where client_id = $1 and task_id = $2`, taskId);
    const promised = (until: string | null) =>
      change(`update claim set promised_until = $2 where client_id = $1 and external_claim_ref = '${ref}-1'`, until);
    await promised('2026-12-01');
    // The account's page says the same.
    const page =
      'query ($clientId: ID!, $accountId: ID!) { getAccountData(clientId: $clientId, accountId: $accountId) { contactSafety { channel answer } } }';
    const shown = async () =>
      (
        await house.call<{ getAccountData: { contactSafety: { channel: string; answer: string }[] } }>(
          'account',
          page,
          { clientId: house.clientA, accountId: made.get(ref) },
          tokens[11],
        )
      ).getAccountData.contactSafety.find(({ channel }) => channel === 'phone')?.answer;
    expect(await shown()).toBe('defer');
    expect((await next(tokens[11]!)).item?.task?.taskId).not.toBe(taskId);
    await stopped();
    await promised(null);
    expect(await shown()).toBe('allow');
    expect((await next(tokens[11]!)).item?.task?.taskId).toBe(taskId);
    await stopped();
    await change(`update case_task set status = 'resolved' where client_id = $1 and task_id = $2`, taskId);
  });

  it('and an account whose hold is over is not brought again when it may not be called any more', async () => {
    const morning = at;
    const held = (await next(tokens[12]!)).item!;
    at = instant('2026-10-21T18:38:00Z');
    expect((await next(tokens[12]!)).item).toBeNull();
    at = morning;
    expect(await rows('select status from work_item where client_id = $1 and work_item_id = $2', [held.workItemId])).toEqual([
      { status: 'released' },
    ]);
  });
});

describe('the right party', () => {
  it('is checked on the telephone before an outcome that only the debtor can give, and stands in the event of the call', async () => {
    const { rightPartyFacts, workItemId, accountId } = (await next(tokens[14]!)).item!;
    // No date of birth is known.
    expect(rightPartyFacts).toEqual(['address', 'reference']);
    const refused = async (outcome: object) =>
      (
        await house.raw(
          'account',
          `mutation ($clientId: ID!${COMPLETE}) { completeWorkItem(clientId: $clientId, workItemId: $workItemId, outcome: $outcome, idempotencyKey: $idempotencyKey) { blocked } }`,
          { clientId: house.clientA, workItemId, outcome, idempotencyKey: uuidv7() },
          tokens[14],
        )
      ).errors?.[0]?.extensions?.field ?? null;
    const outcome = { outcome: 'promise', dueDate: '2026-10-28' };
    for (const told of [
      undefined,
      [],
      ['name'],
      ['name', 'address'],
      ['address', 'reference'],
      ['name', 'address', 'birthDate'],
      ['name', 'debt'],
    ])
      expect(await refused({ ...outcome, rightParty: told })).toBe('outcome.rightParty');
    for (const name of ['callBack', 'refusal', 'dispute', 'other'])
      expect(await refused({ outcome: name, taskNote: 'x' })).toBe('outcome.rightParty');
    expect(await rows(`select from promise_to_pay where client_id = $1 and account_id = $2`, [accountId])).toEqual([]);
    await complete(workItemId, { ...outcome, rightParty: ['reference', 'address', 'name'] }, tokens[14]!);
    const told = await rows<{ messageType: string; rightParty: string[] }>(
      `select message_type as "messageType", payload -> 'rightParty' as "rightParty" from event where client_id = $1 and account_id = $2 and payload::jsonb ? 'rightParty' order by 1`,
      [accountId],
    );
    expect(told).toEqual([
      { messageType: 'communicationResolved', rightParty: ['name', 'address', 'reference'] },
      { messageType: 'workCompleted', rightParty: ['name', 'address', 'reference'] },
    ]);
    await call('undoWorkItem', ', $workItemId: ID!', { workItemId }, tokens[14]!);
  });

  it('needs no check when somebody else answered, nobody did, or nobody was called', async () => {
    for (const outcome of [
      { outcome: 'thirdPerson' },
      { outcome: 'noAnswer' },
      { outcome: 'voicemail' },
      { outcome: 'refusal', communicationMethod: 'email' },
    ]) {
      const { workItemId } = (await next(tokens[15]!)).item!;
      await complete(workItemId, { ...outcome, rightParty: null }, tokens[15]!);
      await call('undoWorkItem', ', $workItemId: ID!', { workItemId }, tokens[15]!);
    }
  });

  it('records the reason of a dispute as a key, which readers see in their own language', async () => {
    const { workItemId, accountId } = (await next(tokens[15]!)).item!;
    await complete(workItemId, { outcome: 'dispute', reason: 'notDelivered', rightParty: ['reference', 'address', 'name'] }, tokens[15]!);
    const disputed = await rows(`select payload from event where client_id = $1 and account_id = $2 and message_type = 'claimDisputed'`, [
      accountId,
    ]);
    expect(disputed).toEqual([{ payload: { reasonKey: 'notDelivered' } }]);
    await call('undoWorkItem', ', $workItemId: ID!', { workItemId }, tokens[15]!);
  });

  it('is asked what the client chooses, at least two facts', async () => {
    const choose = (rightPartyFacts: string[]) =>
      house.raw(
        'backoffice',
        'mutation ($clientId: ID!, $rightPartyFacts: [String!]) { setClientConfiguration(clientId: $clientId, clientConfiguration: { rightPartyFacts: $rightPartyFacts }) { rightPartyFacts } }',
        { clientId: house.clientA, rightPartyFacts },
      );
    for (const few of [[], ['address'], ['address', 'address'], ['address', 'name']])
      expect((await choose(few)).errors?.[0]?.extensions?.field).toBe('rightPartyFacts');
    expect((await choose(['reference', 'birthDate'])).data).toEqual({
      setClientConfiguration: { rightPartyFacts: ['birthDate', 'reference'] },
    });
    const before = (await next(tokens[15]!)).item!;
    expect(before.rightPartyFacts).toEqual(['reference']);
    await rows(`update debtor set birthday = '1985-04-12' where client_id = $1 and account_id = $2`, [before.accountId]);
    expect((await next(tokens[15]!)).item!.rightPartyFacts).toEqual(['birthDate', 'reference']);
    await choose(['birthDate', 'address', 'reference']);
  });
});

describe('an outcome', () => {
  it('of a promise is stored once as a whole, and can be undone as a whole', async () => {
    const item = (await next(tokens[3]!)).item!;
    const [oneDay] = item.days.filter((day) => day.option === 'inDays' && day.value === 7);
    expect(oneDay?.date).toBe('2026-10-28');
    const key = uuidv7();
    const outcome = { outcome: 'promise', amount: '50.00', dueDate: oneDay!.date, note: 'Salary comes on the 27th' };
    const [answer, twice] = await Promise.all([
      complete(item.workItemId, outcome, tokens[3]!, key),
      complete(item.workItemId, outcome, tokens[3]!, key),
    ]);
    expect(answer.day).toMatchObject({
      worked: 1,
      promised: [{ currency: 'EUR', amount: '50.00' }],
      last: { workItemId: item.workItemId },
    });
    expect(twice.item?.workItemId).toBe(answer.item?.workItemId);
    expect(answer.item?.accountId).not.toBe(item.accountId);
    const made = () =>
      rows<{ status: string; amount: bigint }>('select status, amount from promise_to_pay where client_id = $1 and account_id = $2', [
        item.accountId,
      ]);
    expect(await made()).toEqual([{ status: 'active', amount: 5000n }]);
    expect(
      await rows(
        'select resolution, additional_information as note from communication_resolution where client_id = $1 and account_id = $2',
        [item.accountId],
      ),
    ).toEqual([{ resolution: 'promiseToPay', note: 'Salary comes on the 27th' }]);
    // The call has its note, and the timeline says it once.
    expect(
      await rows('select message_type from event where client_id = $1 and account_id = $2 and payload::text like $3', [
        item.accountId,
        '%Salary comes%',
      ]),
    ).toEqual([{ message_type: 'noteAdded' }]);
    expect(await rows('select text from note where client_id = $1 and account_id = $2', [item.accountId])).toEqual([
      { text: 'Salary comes on the 27th' },
    ]);

    const noted = async () =>
      (
        await house.call<{ getLiveBoard: { people: { promises: number }[] } }>(
          'reporting',
          'query ($clientId: ID!) { getLiveBoard(clientId: $clientId) { people { promises } } }',
          { clientId: house.clientA },
        )
      ).getLiveBoard.people.reduce((sum, person) => sum + person.promises, 0);
    const before = await noted();
    expect(before).toBeGreaterThan(0);
    const back = await call('undoWorkItem', ', $workItemId: ID!', { workItemId: item.workItemId }, tokens[3]!);
    expect(back.item?.accountId).toBe(item.accountId);
    expect(await noted()).toBe(before - 1);
    expect(back.day).toMatchObject({ worked: 0, promised: [] });
    expect(await made()).toEqual([{ status: 'invalidated', amount: 5000n }]);
    const twiceBack = await house.raw(
      'account',
      `mutation ($clientId: ID!, $workItemId: ID!) { undoWorkItem(clientId: $clientId, workItemId: $workItemId) { blocked } }`,
      { clientId: house.clientA, workItemId: item.workItemId },
      tokens[3],
    );
    expect(twiceBack.errors?.[0]?.extensions?.code).toBe('CONFLICT');
  });

  const wrongOf = async (workItemId: string, outcome: object) => {
    const { errors } = await house.raw(
      'account',
      `mutation ($clientId: ID!${COMPLETE}) { completeWorkItem(clientId: $clientId, workItemId: $workItemId, outcome: $outcome, idempotencyKey: $idempotencyKey) { blocked } }`,
      { clientId: house.clientA, workItemId, outcome: { rightParty, outcome: 'promise', ...outcome }, idempotencyKey: uuidv7() },
      tokens[4],
    );
    return errors?.[0]?.extensions?.fields?.map(({ field }) => field);
  };

  it('with an invalid field names every one and leaves nothing behind', async () => {
    const item = (await next(tokens[4]!)).item!;
    const refused = await house.raw(
      'account',
      `mutation ($clientId: ID!${COMPLETE}) { completeWorkItem(clientId: $clientId, workItemId: $workItemId, outcome: $outcome, idempotencyKey: $idempotencyKey) { blocked } }`,
      {
        clientId: house.clientA,
        workItemId: item.workItemId,
        outcome: { rightParty, outcome: 'promise', amount: '99999.00', dueDate: '2026-10-28', note: 'Never' },
        idempotencyKey: uuidv7(),
      },
      tokens[4],
    );
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'outcome.amount' });
    expect(await wrongOf(item.workItemId, { amount: '0.00', note: 'x'.repeat(5_001) })).toEqual([
      'outcome.dueDate',
      'outcome.amount',
      'outcome.note',
    ]);
    expect(await wrongOf(item.workItemId, { outcome: 'callBack', dueDate: '2020-01-01', rightParty: ['shoes'] })).toEqual([
      'outcome.rightParty',
      'outcome.dueDate',
      'outcome.taskNote',
    ]);
    // What another service refuses keeps all of its fields.
    expect(await wrongOf(item.workItemId, { dueDate: '2020-01-01', note: 'x'.repeat(5_001) })).toEqual(['outcome.dueDate', 'outcome.note']);
    for (const table of ['note', 'promise_to_pay', 'communication_resolution'])
      expect(await rows(`select 1 from ${table} where client_id = $1 and account_id = $2`, [item.accountId])).toEqual([]);
    expect((await next(tokens[4]!)).item?.workItemId).toBe(item.workItemId);
  });

  it('of a wrong number marks it, of a callback creates a task, of no answer pauses the account', async () => {
    const wrong = (await next(tokens[5]!)).item!;
    const [ref] = [...accounts].find(([, id]) => id === wrong.accountId)!;
    const phone = { externalDebtorRef: `D-${ref}`, contactPhoneNumber: '+4930123456' };
    const second = (await complete(wrong.workItemId, { outcome: 'wrongNumber', phone }, tokens[5]!)).item!;
    expect(await rows('select state from contact_point where client_id = $1 and account_id = $2', [wrong.accountId])).toEqual([
      { state: 'wrong' },
    ]);
    const third = (await complete(second.workItemId, { outcome: 'callBack', taskNote: 'Call Hannah back' }, tokens[5]!)).item!;
    const tasks = await rows<{ due_date: string; recipient_id: string; note: string }>(
      'select due_date, recipient_id, note from case_task where client_id = $1 and account_id = $2',
      [second.accountId],
    );
    expect(tasks).toEqual([{ due_date: '2026-10-22', recipient_id: staff[5], note: 'Call Hannah back' }]);
    await complete(third.workItemId, { outcome: 'noAnswer', dueDate: '2026-10-26' }, tokens[5]!);
    const [rest] = await rows<{ not_before: Date }>('select not_before from work_item where client_id = $1 and work_item_id = $2', [
      third.workItemId,
    ]);
    // Midnight in Berlin, after the end of summer time.
    expect(rest?.not_before.toISOString()).toBe('2026-10-25T23:00:00.000Z');

    // The task comes on its day, before any account; the resting account does not come before its own.
    const today = at;
    at = MORNING + DAY;
    await house.call(
      'account',
      'mutation ($clientId: ID!) { releaseWorkItem(clientId: $clientId) }',
      { clientId: house.clientA },
      tokens[5],
    );
    const due = (await next(tokens[5]!)).item!;
    expect(due.accountId).toBe(second.accountId);
    expect(due.reasons.map((reason) => reason.key)).toEqual(['work.taskGiven', 'work.taskDue']);
    const after = await complete(due.workItemId, { outcome: 'refusal', reason: 'noPaymentCapacity' }, tokens[5]!);
    expect(after.item?.accountId).not.toBe(third.accountId);
    expect(await rows('select status from case_task where client_id = $1 and account_id = $2', [second.accountId])).toEqual([
      { status: 'resolved' },
    ]);
    at = today;
  });

  it('counts as a contact for the caps, and answers what waited when the debtor was spoken to', async () => {
    const waits = async (accountId: string) =>
      (
        await rows<{ waiting: number }>(
          `select count(*) filter (where handled_at is null)::int as waiting from communication where client_id = $1 and account_id = $2 and direction = 'inbound'`,
          [accountId],
        )
      )[0]?.waiting;
    const write = (accountId: string) =>
      house.inA((tx) =>
        tx.sql(
          `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at)
           values ($1, $2::uuid, $3, 'sms', 'inbound', '+49301', '+49302', 'de_DE', 'Please call me', 'test', $2::uuid::text, $4)`,
          [tx.clientId, uuidv7(), accountId, new Date(at)],
        ),
      );
    const silent = (await next(tokens[7]!)).item!;
    await write(silent.accountId);
    const spoken = (await complete(silent.workItemId, { outcome: 'noAnswer' }, tokens[7]!)).item!;
    expect(await waits(silent.accountId)).toBe(1);
    await write(spoken.accountId);
    await complete(spoken.workItemId, { outcome: 'refusal', reason: 'noPaymentCapacity' }, tokens[7]!);
    expect(await waits(spoken.accountId)).toBe(0);

    const [ref] = [...accounts].find(([, id]) => id === silent.accountId)!;
    const contacts = async () =>
      (await house.inA((tx) => loadGateFacts(tx, [{ accountId: silent.accountId, externalClaimRef: `${ref}-1` }]))).get(`${ref}-1`)!;
    expect((await contacts()).contacts).toMatchObject([{ channel: 'phone', at }]);
    // A second call the same day is the last contact of that day.
    const again = await call('takeWorkItem', ', $accountId: ID!', { accountId: silent.accountId }, tokens[7]!);
    await complete(again.item!.workItemId, { outcome: 'voicemail' }, tokens[7]!);
    expect(gate(await contacts(), 'phone', now())).toMatchObject({ answer: 'defer' });
  });

  it('that is undone is no contact any more: neither for the caps nor in Communications', async () => {
    const item = (await next(tokens[8]!)).item!;
    const [ref] = [...accounts].find(([, id]) => id === item.accountId)!;
    const seen = async () => {
      const facts = await house.inA((tx) => loadGateFacts(tx, [{ accountId: item.accountId, externalClaimRef: `${ref}-1` }]));
      const { searchCorrespondence: found } = await house.call<{ searchCorrespondence: { results: { kind: string }[] } }>(
        'cms',
        'query ($clientId: ID!, $filter: CorrespondenceFilter) { searchCorrespondence(clientId: $clientId, filter: $filter) { results { kind } } }',
        { clientId: house.clientA, filter: { accountId: item.accountId } },
      );
      return { contacts: facts.get(`${ref}-1`)!.contacts.length, listed: found.results.length };
    };
    await complete(item.workItemId, { outcome: 'noAnswer' }, tokens[8]!);
    expect(await seen()).toEqual({ contacts: 1, listed: 1 });
    const back = await call('undoWorkItem', ', $workItemId: ID!', { workItemId: item.workItemId }, tokens[8]!);
    expect(await seen()).toEqual({ contacts: 0, listed: 0 });
    await complete(back.item!.workItemId, { outcome: 'voicemail' }, tokens[8]!);
    expect(await seen()).toEqual({ contacts: 1, listed: 1 });
  });

  it('needs the rights of what it does', async () => {
    const item = (await next(tokens[6]!)).item!;
    const partner = await house.tokenFor(house.clientA, 'PARTNER_AGENT', staff[6]);
    const refused = await house.raw(
      'account',
      'mutation ($clientId: ID!) { takeNextWorkItem(clientId: $clientId) { blocked } }',
      { clientId: house.clientA },
      partner,
    );
    expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect(item.days.every((day) => day.date >= addDays('2026-10-21' as CalendarDate, 0))).toBe(true);
    expect(now()).toBe(at);
  });
});
