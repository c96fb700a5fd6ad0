/** Runs the peers of bench/peers, each in a process of its own against the same database server. They have their own package.json. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Peer {
  readonly name: string;
  readonly claims: number;
  /** Steps per second. */
  readonly rate: number;
}

const folder = path.join(import.meta.dirname, 'peers');
const PEERS = [
  { name: 'DBOS, one workflow per claim', file: 'dbos.js', claims: 800 },
  { name: 'graphile-worker, one job per step', file: 'worker.js', claims: 2000 },
];

/** @returns each peer's figure; none, with a hint, while they are not installed. */
export function measurePeers(url: string): Peer[] {
  if (!existsSync(path.join(folder, 'node_modules'))) {
    console.log('  (the peers are not installed: npm ci --prefix bench/peers)');
    return [];
  }
  return PEERS.map(({ name, file, claims }) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(folder, file), url, String(claims)], { encoding: 'utf8' });
    const line = stdout.split('\n').find((each) => each.startsWith('{"claims"'));
    if (status !== 0 || !line) throw new Error(`${name} failed: ${stderr || stdout}`);
    return { name, ...(JSON.parse(line) as { claims: number; rate: number }) };
  });
}
