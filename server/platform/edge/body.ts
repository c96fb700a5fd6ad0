/** Reads JSON that anybody may send: bounded in bytes, in time and in depth before anything is made of it. */
import type { Readable } from 'node:stream';
import { fault } from '../../../core/fault.ts';
import { Refusal } from '../http.ts';

/** Levels of nesting; what screens send has about ten. */
export const MOST_LEVELS = 64;
/** A body arrives within this time, ms. */
const ARRIVES_MS = 30_000;

/** @returns the deepest nesting of a JSON text, in one pass; brackets in strings are text. */
export function nestingOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        for (index += 1; index < text.length && text.charCodeAt(index) !== 0x22; index += 1)
          if (text.charCodeAt(index) === 0x5c) index += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > most) most = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return most;
}

/** @returns what the text says. @throws Refusal 400 for what is no JSON or nested too deeply. */
export function parseJson(text: string): unknown {
  if (nestingOf(text) > MOST_LEVELS) throw new Refusal(400, fault('INVALID_INPUT', 'bodyTooDeep', { number: MOST_LEVELS }));
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, fault('INVALID_INPUT', 'bodyNoJson'));
  }
}

/** @returns 413 */
export function tooLarge(limit: number): Refusal {
  // What is still on its way is not waited for.
  return new Refusal(413, fault('INVALID_INPUT', 'bodyTooLarge', { kilobytes: Math.floor(limit / 1024) }), {
    connection: 'close',
  });
}

/** @returns the bytes as text. @param limit bytes. @throws Refusal 413 as soon as there are more, 408 when they do not come. */
export async function readText(source: Readable, limit: number, arrivesMs = ARRIVES_MS): Promise<string> {
  return (await readBytes(source, limit, arrivesMs)).toString('utf8');
}

/** @returns all bytes. @param limit of them. @throws Refusal as readText does. */
export async function readBytes(source: Readable, limit: number, arrivesMs = ARRIVES_MS): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const end = (work: () => void) => {
      clearTimeout(waiting);
      source.off('data', take).off('end', done).off('error', fail).off('close', fail);
      work();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return end(() => reject(tooLarge(limit)));
      chunks.push(chunk);
    };
    const done = () => end(() => resolve(Buffer.concat(chunks)));
    const slow = () => new Refusal(408, fault('INVALID_INPUT', 'bodySlow'), { connection: 'close' });
    const fail = () => end(() => reject(slow()));
    const waiting = setTimeout(fail, arrivesMs);
    source.on('data', take).once('end', done).once('error', fail).once('close', fail);
  });
}
