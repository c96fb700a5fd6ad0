/** Sandboxed evaluations of strategies' code a second, as the engine's driver asks for them. */
import { availableParallelism } from 'node:os';
import { uuidv7 } from '../core/id.ts';
import { codeInput } from '../engine/code.ts';
import { compiledOf, facts, NOW, runOf, surroundings } from '../engine/testing.ts';
import { runCode } from '../server/services/strategy/strategy.code.logic.ts';

const CALLS = 20_000;
const CODE = `
const isHigh = claim.balance > 50000 && debtor.type === 'person';
return { result: isHigh, values: { tier: isHigh ? 'A' : 'B', share: Math.round((claim.balance / account.balance) * 100) } };`;

const run = runOf(compiledOf(['c', 'evaluateCode', { code: CODE }]));
const input = codeInput(facts, { ...surroundings, run });
const calls = Array.from({ length: CALLS }, (_, number) => ({ code: CODE, input, seed: String(number), at: NOW }));
// As many clients at once as there are processors: each has a thread of its own.
const clients = Array.from({ length: availableParallelism() }, () => ({ clientId: uuidv7(), correlationId: null }));
const ask = () => Promise.all(clients.map((client) => runCode(client, calls.slice(0, CALLS / clients.length))));
await ask();
for (let round = 1; round <= 3; round++) {
  const started = performance.now();
  await ask();
  console.log(
    `round ${round}: ${Math.round(CALLS / ((performance.now() - started) / 1000)).toLocaleString('en')} evaluations a second, ${clients.length} threads`,
  );
}
process.exit(0);
