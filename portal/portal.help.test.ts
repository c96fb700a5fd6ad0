/** What debtors ask for: help, for which strategies and queued messages leave them alone until a person has answered, and a new link. */
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { DAY, HOUR, instant } from '../core/time.ts';
import { drainJobs } from '../server/platform/jobs.ts';
import { observeStatements } from '../server/platform/statements.ts';
import { drainClient } from '../server/services/cms/cms.delivery.ts';
import { addBundle, queueMessage } from '../server/services/cms/cms.testing.ts';
import { advanceDue } from '../server/services/strategy/strategy.engine.logic.ts';
import { helpJob } from '../server/services/strategy/strategy.jobs.ts';
import { startRuns } from '../server/services/strategy/strategy.runs.logic.ts';
import { openPortalHouse, type PortalHouse, START } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
  await house.inA((tx) => addBundle(tx, 'reminder', { source: 'Hello' }));
  await house.inA((tx) => addBundle(tx, 'statement', { source: 'Hello' }));
});
afterAll(() => house.close());

/** A debtor with a strategy about to write, a message in the queue, and a request for help made on the page. */
async function asking() {
  house.clock.time = START;
  const owed = await house.owe([10000n]);
  const claim = { accountId: owed.accountId, externalClaimRef: owed.refs[0] ?? '' };
  await house.inA((tx) =>
    tx.sql(
      `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
       select client_id, account_id, debtor_id, 'email', $2, $2, now() from debtor where account_id = $1`,
      [owed.accountId, `${owed.accountId}@debtor.example`],
    ),
  );
  const { saveStrategyBlueprint: saved } = await house.call<{ saveStrategyBlueprint: { blueprint: { id: string } } }>(
    'strategy',
    `mutation ($clientId: ID!, $steps: String!) { saveStrategyBlueprint(clientId: $clientId, id: "new", steps: $steps) { blueprint { id } } }`,
    {
      clientId: house.clientA,
      steps: JSON.stringify([
        { id: 'mail', stepType: 'sendEmail', stepState: { bundleName: 'reminder' }, down: 'end' },
        { id: 'end', stepType: 'expired', stepState: {} },
      ]),
    },
  );
  await house.inA(async (tx) => {
    await queueMessage(tx, claim, 'statement');
    await startRuns(tx, { blueprintId: saved.blueprint.id as never, externalClaimRefs: owed.refs });
  });
  const browser = await house.browser().enter(owed.address);
  for (const text of ['I lost my work', 'Please call']) {
    await browser.get(`${owed.address}/help`);
    await browser.post(`${owed.address}/help`, browser.fields('/help', { text }));
  }
  return { ...owed, claim };
}

/** Lets the engine and the delivery do what is due. @returns the run's status and reason, and how each message stands. */
async function work({ accountId }: { accountId: string }) {
  await advanceDue(house.database, house.clientA);
  await drainClient(house.database, house.clientA, 'email', house.config);
  const [run] = await house.inA((tx) =>
    tx.sql<{ status: string; key: string | null }>(`select status, reason ->> 'key' as key from strategy_run where account_id = $1`, [
      accountId,
    ]),
  );
  const messages = await house.inA((tx) =>
    tx.sql<{ status: string }>('select status from outbox where account_id = $1 order by created_at, outbox_id', [accountId]),
  );
  return { run: run?.status, why: run?.key ?? null, messages: messages.map((row) => row.status) };
}
const held = { run: 'paused', why: 'run.pausedByHelp', messages: ['queued'] };

it('holds the strategy and the queued message until a person resolves the task, and loses neither', async () => {
  const debtor = await asking();
  expect(await work(debtor)).toEqual(held);
  const tasks = await house.inA((tx) =>
    tx.sql<{ task_id: string; due_date: string }>('select task_id, due_date::text from case_task where account_id = $1', [
      debtor.accountId,
    ]),
  );
  // Asked on a Saturday: due on Monday.
  expect(tasks).toMatchObject([{ due_date: '2026-11-23' }]);
  house.clock.time = instant(START + 3 * DAY);
  expect(await work(debtor)).toEqual(held);
  await house.call(
    'account',
    `mutation ($clientId: ID!, $taskId: ID!) { resolveCaseManagementTask(clientId: $clientId, taskId: $taskId) { taskId } }`,
    { clientId: house.clientA, taskId: tasks[0]?.task_id ?? uuidv7() },
  );
  const after = await work(debtor);
  expect(after).toMatchObject({ run: 'completed', messages: ['sent', 'sent'] });
});

it('ends after 30 days, and lets a person’s answer through', async () => {
  const debtor = await asking();
  expect(await work(debtor)).toEqual(held);
  const answer = await house.call<{ sendDebtorMessageV2: { answer: string } }>(
    'account',
    `mutation ($clientId: ID!, $accountId: ID!) { sendDebtorMessageV2(clientId: $clientId, accountId: $accountId, channel: "email", customSubject: "Your request", customBody: "We can help") { answer } }`,
    { clientId: house.clientA, accountId: debtor.accountId },
  );
  expect(answer.sendDebtorMessageV2.answer).toBe('allow');
  expect((await work(debtor)).messages.sort()).toEqual(['queued', 'sent']);
  house.clock.time = instant(START + 32 * DAY);
  await helpJob.run({}, house.database, undefined);
  expect(await work(debtor)).toMatchObject({ run: 'completed', messages: ['sent', 'sent', 'sent'] });
});

it('sends a new link for an ended one only to an address on file, with the same answer for everyone', async () => {
  house.clock.time = START;
  const mails: { to: string[]; source: Buffer }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  await house.call(
    'operations',
    `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $providerConfigurations) { __typename } }`,
    {
      clientId: house.clientA,
      providerConfigurations: [
        {
          providerName: 'SMTP',
          credentials: { host: '127.0.0.1', port: (smtp.server.address() as AddressInfo).port },
          extras: { sender: 'Nordlicht <post@nordlicht.example>' },
        },
      ],
    },
  );
  const { accountId, refs, address } = await house.owe([10000n]);
  const email = `${accountId}@debtor.example`;
  await house.inA((tx) =>
    tx.sql(
      `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
       select client_id, account_id, debtor_id, 'email', $2, $2, now() from debtor where account_id = $1`,
      [accountId, email],
    ),
  );
  const ask = async (who: string, remoteAddress = '203.0.113.7') => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en-GB' };
    const payload = new URLSearchParams({ who }).toString();
    const answer = await house.app.inject({ method: 'POST', url: `${address}/renew`, headers, payload, remoteAddress });
    return `${answer.statusCode} ${answer.headers.location ?? answer.body}`;
  };
  const drain = async () => {
    await drainJobs(house.database);
    await drainClient(house.database, house.clientA, 'email', house.config);
  };
  /** What the database is asked while the answer is waited for. */
  const statements = async (who: string) => {
    const said: string[] = [];
    observeStatements((text) => said.push(text));
    await ask(who, '203.0.113.6');
    observeStatements(null);
    return said;
  };
  // A link that lives needs no other.
  expect(await ask(email)).toBe(`303 ${address}`);
  house.clock.time = instant(START + 31 * DAY);
  const ended = await house.browser().get(address);
  expect(ended.body).toContain(`action="${address}/renew"`);
  expect(await ask('  ')).toMatch(/^422 .*Enter your email address or a reference/s);
  // Nobody else's address, and no wrong reference, brings a message; the answer is the one that a right one gets.
  for (const wrong of ['stranger@debtor.example', 'K-999']) expect(await ask(wrong)).toBe(`303 ${address}/renewed`);
  const queue = async () => JSON.stringify((await house.database.worker.query('select payload from graphile_worker._private_jobs')).rows);
  expect(await queue()).toContain(accountId);
  expect(await queue()).not.toMatch(/stranger|K-999|K999/);
  await drain();
  expect(mails).toEqual([]);
  for (const right of [` ${email.toUpperCase()} `, refs[0] ?? '']) expect(await ask(right)).toBe(`303 ${address}/renewed`);
  expect((await house.browser().get(`${address}/renewed`)).body).not.toMatch(/Hannah|debtor\.example/);
  await drain();
  // Asked for twice in an hour, sent once.
  expect(mails.map(({ to }) => to)).toEqual([[email]]);
  const mail = await PostalMime.parse(mails[0]!.source);
  expect(mail.subject).toBe('Your new link from Nordlicht Energie');
  const fresh = new URL(/http\S+\/p\/\S+/.exec(mail.text ?? '')?.[0] ?? '').pathname;
  expect((await house.browser().enter(fresh)).body).toContain('Hannah');
  expect(await house.events(accountId)).toEqual(expect.arrayContaining(['portalLinkRequested', 'linkCreated', 'communicationSent']));
  expect((await house.events(accountId)).filter((type) => type === 'portalLinkRequested')).toHaveLength(1);
  // One account's day is bounded, right or wrong; so is one network address's hour, whomever it asks about.
  expect(await ask('K-999')).toMatch(/^303/);
  expect(await ask(email)).toMatch(/^429 .*several times/s);
  house.clock.time = instant(house.clock.time + 25 * HOUR);
  expect(await ask(email)).toMatch(/^303/);
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask('K-999', '203.0.113.8')));
  expect(answers.filter((answer) => answer.startsWith('303')).length).toBeLessThanOrEqual(4);
  house.clock.time = instant(house.clock.time + 25 * HOUR);
  expect(await ask(email, '203.0.113.8')).toMatch(/^429/);
  expect(await ask(email, '203.0.113.9')).toMatch(/^303/);
  // Nor does the time that an answer takes tell right from wrong: the same work is done before it.
  house.clock.time = instant(house.clock.time + 25 * HOUR);
  const known = await statements(email);
  expect(known.length).toBeGreaterThan(3);
  expect(await statements('stranger@debtor.example')).toEqual(known);
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  house.clock.time = START;
});
