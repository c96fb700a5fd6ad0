/**
 * Parsers of what users bring that run in the process itself: repeated pieces of four times the length take about four times as long. What
 * is read in threads (templates, mails, files of banks, schemas, lists of users) is ended there instead (platform/threads.test.ts).
 */
import { expect, it } from 'vitest';
import { BYTE_ORDER_MARK } from '../core/csv.ts';
import { withoutDirection } from '../core/direction.ts';
import { metaValue } from '../core/metadata.ts';
import { normalizePhone } from '../core/phone.ts';
import { readAmount } from '../core/readAmount.ts';
import { smsLength } from '../core/sms.ts';
import { calendarDate } from '../core/time.ts';
import { compileExpression } from '../engine/conditions/expression.ts';
import { nestingOf } from './platform/edge/body.ts';
import { linear } from './platform/linear.ts';
import { fits } from './services/account/metadata/metadata.check.ts';
import { isStop } from './services/cms/cms.inbound.logic.ts';

/** Each with the most characters that it is ever handed. */
const PARSERS: readonly (readonly [string, number, (text: string) => unknown])[] = [
  ['amounts', 1_000_000, (text) => readAmount(text, 'EUR', ',')],
  ['dates', 1_000_000, calendarDate],
  ['phone numbers', 1_000_000, (text) => normalizePhone(text, 'DE')],
  ['conditions', 5_000, compileExpression],
  ['values of metadata', 1_000_000, (text) => metaValue({ type: 'number' }, text)],
  ['values with a pattern', 100_000, (text) => fits({ type: 'string', pattern: '^((a|a)*)*$' }, text)],
  ['patterns', 200, (text) => unlessWrong(() => linear(text))],
  ['nesting of JSON', 1_000_000, nestingOf],
  ['directions', 1_000_000, withoutDirection],
  ['lengths of text messages', 10_000, smsLength],
  ['STOP', 200_000, (text) => isStop({ text, subject: null, channel: 'sms' })],
];
const PIECES = [
  'a',
  ' ',
  '0',
  '1.',
  ',',
  '-',
  '+',
  '(',
  '[',
  '{',
  '"',
  '\\',
  '<a "',
  "'",
  '/',
  '.',
  '\n',
  '\u202e',
  'ü',
  '😀',
  '1+',
  '!',
  'a.b(',
  `a${BYTE_ORDER_MARK}`,
];

/** What stands before and behind: patterns go back only over what fails in the end. */
const ENDS = [
  ['', ''],
  ['', '!'],
  ['0', '0'],
] as const;

function unlessWrong(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @returns milliseconds of the processor. */
function cost(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it.each(PARSERS)(
  '%s of up to %i characters are read in linear time',
  (_, most, read) => {
    for (const piece of PIECES)
      for (const [begin, end] of ENDS) {
        const text = (length: number) => begin + piece.repeat(Math.max(1, Math.floor(length / piece.length))) + end;
        // Not ended by what goes back and forth: a shorter one shows it, before the longest would take for ever.
        const lengths = [most / 64, most / 16, most / 4, most];
        let before = 0;
        for (const length of lengths) {
          const now = cost(read, text(length));
          expect(now, `${JSON.stringify(piece)} × ${Math.floor(length)}, then ${JSON.stringify(end)}`).toBeLessThan(12 * before + 150);
          before = now;
        }
      }
  },
  120_000,
);
