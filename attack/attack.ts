/**
 * `npm run attack`: tries what an attacker would, against a production start of the product that it makes for itself, and prints how many
 * tries there were and how many the product withstood. `npm run attack -- edge people` runs some topics. Ends with 1 when one did not hold.
 * While each attack runs, a bystander asks for a page four times a second: the longest it waited is printed beside it.
 */
import { globSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Attack, Tally } from './tally.ts';
import { openTarget, type Target } from './target.ts';

/** Asks for a page while something else goes on. @returns a function that stops it and gives the longest wait in milliseconds. */
function bystander(target: Target): () => Promise<number> {
  let longest = 0;
  let going = true;
  const watching = (async () => {
    while (going) {
      const began = performance.now();
      await target.request('/auth').catch(() => {});
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  return async () => {
    going = false;
    await watching;
    return longest;
  };
}

async function main(wanted: readonly string[]): Promise<number> {
  const known = globSync('*.ts', { cwd: import.meta.dirname })
    .map((file) => path.basename(file, '.ts'))
    .filter((name) => !['attack', 'tally', 'target'].includes(name))
    .sort();
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such topic: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  console.log(`${os.cpus().length} × ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`);
  const target = await openTarget();
  let [tried, held] = [0, 0];
  try {
    for (const topic of wanted.length > 0 ? wanted : known) {
      const { attacks } = (await import(`./${topic}.ts`)) as { attacks: readonly Attack[] };
      console.log(`== ${topic}`);
      for (const attack of attacks) {
        const stop = bystander(target);
        const began = performance.now();
        const result = await attack
          .run(target)
          .catch((error: Error): Tally => ({ tried: 1, held: 0, broken: [error.stack ?? error.message] }));
        const seconds = (performance.now() - began) / 1000;
        const longest = await stop();
        tried += result.tried;
        held += result.held;
        console.log(
          `${result.held === result.tried ? 'held  ' : 'BROKEN'} ${String(result.held).padStart(5)} of ${String(result.tried).padStart(5)}  ${attack.name} (${seconds.toFixed(1)} s, a bystander waited at most ${Math.round(longest)} ms)`,
        );
        for (const line of result.broken ?? []) console.log(`         ${line}`);
      }
    }
    console.log(`\n${held} of ${tried} held; the product uses ${Math.round((await target.memory()) / 2 ** 20)} MB`);
  } finally {
    await target.close();
  }
  return held === tried ? 0 : 1;
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
