/** Every promise in docs/decisions/security.md names a requirement and an existing test. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './platform/config.ts';

const rows = readFileSync(path.join(projectRoot(), 'docs', 'decisions', 'security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('names a requirement and an existing proof for every promise', () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const [, promise, requirements = '', proofs = ''] of rows) {
    expect(requirements, promise).toMatch(/^\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*$/);
    for (const proof of proofs.split(', ')) expect(existsSync(path.join(projectRoot(), proof)), `${promise}: ${proof}`).toBe(true);
  }
});

it('names every topic of npm run attack', () => {
  const topics = globSync('attack/*.ts', { cwd: projectRoot() }).filter((file) => !/(attack|tally|target)\.ts$/.test(file));
  const named = rows.map((cells) => cells[3]).join();
  expect(topics.filter((topic) => !named.includes(topic))).toEqual([]);
});
