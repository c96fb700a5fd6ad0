/** Looks for harm in what comes in: known patterns while it streams, and clamd where the installation has one. */
import net from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fault } from '../../../core/fault.ts';
import { logger } from '../../platform/log.ts';

/** The test file of all virus scanners (eicar.org), in two parts, so that none takes this file for it. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Names of parts of Office documents that hold programs; names in a zip archive are never compressed. */
const MACROS = ['vbaProject.bin', 'Basic/script-lc.xml'];

const PATTERNS = [
  { finding: 'harmful' as const, bytes: Buffer.from(EICAR, 'latin1') },
  ...MACROS.map((name) => ({ finding: 'macros' as const, bytes: Buffer.from(name, 'latin1') })),
];
const OVERLAP = Math.max(...PATTERNS.map(({ bytes }) => bytes.length)) - 1;

export type Finding = (typeof PATTERNS)[number]['finding'];

/** Finds the patterns in a stream, however it is cut into chunks. */
export class PatternScan {
  readonly findings = new Set<Finding>();
  private tail: Buffer = Buffer.alloc(0);

  /** Looks at the next bytes. */
  look(chunk: Buffer): void {
    const window = this.tail.length > 0 ? Buffer.concat([this.tail, chunk]) : chunk;
    for (const { finding, bytes } of PATTERNS) if (!this.findings.has(finding) && window.includes(bytes)) this.findings.add(finding);
    this.tail = Buffer.from(window.subarray(Math.max(0, window.length - OVERLAP)));
  }
}

/** Milliseconds that a silent clamd is waited for. */
const PATIENCE = 60_000;

/**
 * Asks a clamd by its INSTREAM protocol: chunks with their length as four bytes, then a length of zero; it answers "stream: OK" or names
 * what it found. @param address host and port, e.g. "clamav:3310". @returns the name of what was found, or null.
 * @throws Fault UNAVAILABLE when it does not answer or cannot say: nothing is kept unseen.
 */
export async function askClamav(address: string, source: NodeJS.ReadableStream): Promise<string | null> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const socket = net.connect({ host: hostname, port: Number(port || 3310) });
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('clamd is silent')));
  let answer = '';
  try {
    const heard = new Promise<void>((resolve, reject) => {
      socket.on('data', (bytes: Buffer) => {
        answer += bytes.toString('latin1');
        if (answer.includes('\0')) resolve();
      });
      socket.once('close', () => resolve());
      socket.once('error', reject);
    });
    heard.catch(() => {});
    const framed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        done(null, Buffer.concat([length, chunk]));
      },
      flush(done) {
        done(null, Buffer.alloc(4));
      },
    });
    socket.write('zINSTREAM\0');
    // A scanner that has seen enough answers before the end and closes: its answer counts, not the pipe that broke.
    await pipeline(source, framed, socket, { end: false }).catch(async (error: Error) => {
      if (!answer) throw error;
    });
    await heard;
  } catch (error) {
    logger.error({ error, address }, 'clamd did not answer');
    throw fault('UNAVAILABLE', 'fileScanSilent', {}, 'file');
  } finally {
    socket.destroy();
  }
  const said = (answer.split('\0')[0] ?? '').trim();
  if (said.endsWith(' OK')) return null;
  const found = /^stream: (.+) FOUND$/.exec(said);
  if (found?.[1]) return found[1];
  logger.error({ said, address }, 'clamd did not say whether the file is clean');
  throw fault('UNAVAILABLE', 'fileScanSilent', {}, 'file');
}
