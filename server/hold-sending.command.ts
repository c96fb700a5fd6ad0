/**
 * The emergency brake of an operator, while the product runs: no message leaves, of no client, until it is resumed.
 * npm run hold-sending -- --reason "wrong balances in reminders"    npm run resume-sending
 */
import { parseArgs } from 'node:util';
import { connectOrEnd } from './platform/connect.ts';
import { holdSending, resumeSending } from './platform/outbox/hold.ts';

const { values } = parseArgs({ options: { reason: { type: 'string', default: '' }, resume: { type: 'boolean', default: false } } });
const { database, close } = await connectOrEnd();
try {
  if (values.resume) {
    const since = await resumeSending(database);
    console.log(since === null ? 'Sending was not held.' : `Sending goes on. It was held since ${new Date(since).toISOString()}.`);
  } else {
    const { since, reason } = await holdSending(database, values.reason);
    console.log(
      `No message leaves, since ${new Date(since).toISOString()}: ${reason}. What is on its way to a provider now may still arrive.`,
    );
    console.log('When the reason is gone: npm run resume-sending');
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await close();
}
