import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outsideGsm, smsLength } from './sms.ts';

const GSM = [...'aZ09 @ßäÜ\n', ...'€[]{}\\~^|'];
const gsmText = fc.array(fc.constantFrom(...GSM), { maxLength: 700 }).map((characters) => characters.join(''));
const anyText = fc.array(fc.constantFrom(...GSM, 'ł', 'я', '’', '😀'), { maxLength: 300 }).map((characters) => characters.join(''));

/** The parts as a phone puts them together again, made by hand: what a carrier would send. */
function partsOf(text: string, sizeOf: (character: string) => number, single: number, each: number): string[] {
  const size = (part: string) => [...part].reduce((sum, character) => sum + sizeOf(character), 0);
  if (size(text) <= single) return text === '' ? [] : [text];
  const parts = [''];
  for (const character of text) {
    if (size(parts.at(-1)! + character) > each) parts.push('');
    parts[parts.length - 1] += character;
  }
  return parts;
}

describe('counting text messages', () => {
  it.each([
    ['', 'GSM-7', 0, 160],
    ['x'.repeat(160), 'GSM-7', 1, 0],
    ['x'.repeat(161), 'GSM-7', 2, 145],
    [`${'x'.repeat(158)}€`, 'GSM-7', 1, 0],
    [`${'x'.repeat(159)}€`, 'GSM-7', 2, 145],
    // 306 septets are twice 153, but the euro sign doesn't fit into the last place of the first part.
    [`${'x'.repeat(152)}€${'x'.repeat(152)}`, 'GSM-7', 3, 152],
    ['я'.repeat(70), 'UCS-2', 1, 0],
    ['я'.repeat(71), 'UCS-2', 2, 63],
    [`${'я'.repeat(66)}😀${'я'.repeat(66)}`, 'UCS-2', 3, 66],
    ['Ça coûte 5 € – merci', 'UCS-2', 1, 50],
  ])('counts %j', (text, encoding, segments, remaining) => {
    expect(smsLength(text)).toMatchObject({ encoding, segments, remaining });
  });

  it('counts as many parts as a carrier sends, none above its room', () => {
    fc.assert(
      fc.property(gsmText, (text) => {
        const parts = partsOf(text, (character) => ('€[]{}\\~^|'.includes(character) ? 2 : 1), 160, 153);
        expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', segments: parts.length });
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const counted = smsLength(`${text}ł`);
        const parts = partsOf(`${text}ł`, (character) => character.length, 70, 67);
        expect(counted).toMatchObject({ encoding: 'UCS-2', segments: parts.length, length: text.length + 1 });
      }),
      { numRuns: 60 },
    );
  });

  it('never takes fewer parts for more text, and fills the room it says is left', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        const { segments, remaining, encoding } = smsLength(text);
        expect(smsLength(text + more).segments).toBeGreaterThanOrEqual(segments);
        const filler = encoding === 'GSM-7' ? 'x' : 'ł';
        const most = Math.max(segments, 1);
        expect(smsLength(text + filler.repeat(remaining)).segments).toBeLessThanOrEqual(most);
        expect(smsLength(text + filler.repeat(remaining + 1)).segments).toBeGreaterThan(most);
      }),
      { numRuns: 60 },
    );
  });

  it('names the characters that make it UCS-2', () => {
    expect(outsideGsm('Çay – “süß” – 5 €')).toEqual(['–', '“', '”']);
    fc.assert(fc.property(anyText, (text) => outsideGsm(text).length > 0 === (smsLength(text).encoding === 'UCS-2')));
  });
});
