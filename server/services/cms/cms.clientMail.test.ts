/** Mails of strategies to people at the client. */
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { drainOutbox } from '../../platform/outbox/drain.ts';
import { email, openStrategyHouse, type StrategyHouse } from '../strategy/strategy.testing.ts';
import './cms.clientMail.ts';

let house: StrategyHouse;
let server: SMTPServer;
const received: { to: string[]; source: string }[] = [];
beforeAll(async () => {
  house = await openStrategyHouse();
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(parts).toString() });
          done();
        });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await house.close();
});

it('writes to people and addresses about the claim, past all contact rules, at most so often a day, and says what became of it', async () => {
  await house.inA((tx) => tx.sql(`update client_user set email = 'ada@nordlicht.example' where user_id = $1`, [house.userA]));
  const blueprintId = await house.saved([
    {
      id: 'tell',
      stepType: 'sendClientEmail',
      stepState: {
        userIds: [house.userA],
        emails: ['legal@nordlicht.example'],
        subject: '{{ claim.reference }} is ready',
        text: 'Balance: {{ claim.balance }}\nNothing of <b>{{ debtor.lastName }}</b> is HTML.',
        mostPerDay: 3,
      },
      down: 'mail',
    },
    email('mail', null),
  ]);
  const [first, second] = [await house.newClaim(), await house.newClaim()];
  await house.inA((tx) =>
    tx.sql(`update account set opted_out = '{email}' where account_id = any($1)`, [[first.accountId, second.accountId]]),
  );
  await house.command('startStrategy', [first], blueprintId);
  await house.advance();
  await house.command('startStrategy', [second], blueprintId);
  await house.advance();
  const { port } = server.server.address() as { port: number };
  const config = { ...readConfig(), smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Quittance <no-reply@quittance.example>' };
  await drainOutbox(house.database, house.clientA, 'clientMail', config);
  await drainOutbox(house.database, house.clientA, 'clientMail', config);
  expect(received.flatMap(({ to }) => to).sort()).toEqual(['ada@nordlicht.example', 'legal@nordlicht.example']);
  expect(received[0]!.source).toContain(`Subject: ${first.externalClaimRef} is ready`);
  expect(received[0]!.source).toMatch(/Nothing of <b>Muster<\/b> is HTML/);
  expect(received[0]!.source).toContain('Auto-Submitted: auto-generated');
  const events = await house.inA((tx) =>
    tx.sql<{ ref: string; type: string; payload: object }>(
      `select external_claim_ref as ref, message_type as type, payload from event where message_type like 'clientEmail%' order by message_id`,
    ),
  );
  expect(events.map(({ ref, type }) => `${ref} ${type}`).sort()).toEqual([
    `${first.externalClaimRef} clientEmailSent`,
    `${first.externalClaimRef} clientEmailSent`,
    `${second.externalClaimRef} clientEmailFailed`,
  ]);
  // No contact of the debtor: neither counted nor kept back.
  expect(await house.inA((tx) => tx.sql('select 1 from communication'))).toEqual([]);
  await drainJobs(house.database);
});
