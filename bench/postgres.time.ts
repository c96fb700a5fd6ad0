/** What an embedded database has worked so far. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @returns milliseconds of processor time of the database in this folder, with its connections that have ended; Linux tells, elsewhere 0. */
export function postgresTime(folder: string): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const postmaster = readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]!;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let text: string;
    try {
      text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      continue; // ended since the list was read
    }
    const stat = text.replace(/^.*\) /s, '').split(' ');
    // Its own and, of the postmaster, that of the connections that have ended.
    if (pid === postmaster) ticks += sum(stat.slice(11, 15));
    else if (stat[1] === postmaster) ticks += sum(stat.slice(11, 13));
  }
  return ticks * 10;
}

const sum = (fields: readonly string[]) => fields.reduce((total, value) => total + Number(value), 0);
