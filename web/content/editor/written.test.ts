import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDesign } from '../../../blocks/read.ts';
import { anyDesign, HOSTILE } from '../../../blocks/testing.ts';
import { behind } from '../../../blocks/texts.ts';
import { richTextOf } from '../../../blocks/words.ts';
import { fromClipboard, toClipboard } from './clipboard.ts';
import { type Direction, findBlock, moved, placeAfter, readingOrder, stepPlace, TOP } from './tree.ts';
import { emptyDesign, pieceOf, refusal, type Written, withNew, without, withPiece, withText } from './written.ts';

/** Designs whose blocks have ids of their own, as those of a message do. */
const designs = anyDesign().filter(({ design }) => {
  const ids = readingOrder(design.blocks);
  return new Set(ids).size === ids.length;
});
const DIRECTIONS = ['up', 'down', 'left', 'right'] as const satisfies Direction[];
const EMPTY: Written = { design: emptyDesign('mail'), texts: { en_US: {}, de_DE: {} } };
const writtenOf = (types: readonly string[]) =>
  types.reduce((written, type, at) => withNew(written, type, { ...TOP, index: at }, `b${at}`, 'en_US'), EMPTY);

describe('moving', () => {
  it('keeps every block, and a design that can be saved', () => {
    fc.assert(
      fc.property(designs, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...DIRECTIONS)), { maxLength: 12 }), ({ design }, steps) => {
        let now = design;
        for (const [which, direction] of steps) {
          const order = readingOrder(now.blocks);
          const id = order[which % order.length]!;
          const place = stepPlace(now, id, direction);
          if (place) now = moved(now, id, place);
        }
        expect(readingOrder(now.blocks).toSorted()).toEqual(readingOrder(design.blocks).toSorted());
        expect(readDesign(now, 'mail').problems).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('leads a block through columns and out again', () => {
    let { design } = writtenOf(['text', 'columns', 'heading']);
    const step = (direction: Direction) => {
      const place = stepPlace(design, 'b0', direction);
      if (place) design = moved(design, 'b0', place);
    };
    step('left');
    expect(findBlock(design, 'b1')!.slots!.first!.map(({ id }) => id)).toEqual(['b0']);
    step('right');
    expect(findBlock(design, 'b1')!.slots!.second!.map(({ id }) => id)).toEqual(['b0']);
    step('down');
    expect(design.blocks.map(({ id }) => id)).toEqual(['b1', 'b0', 'b2']);
    step('down');
    step('down');
    expect(design.blocks.map(({ id }) => id)).toEqual(['b1', 'b2', 'b0']);
  });

  it('puts what takes the full width beside columns instead of into them', () => {
    const { design } = writtenOf(['columns', 'text']);
    const inside = moved(design, 'b1', { parent: 'b0', slot: 'first', index: 0 });
    expect(placeAfter(inside, 'b1', 'header')).toEqual({ ...TOP, index: 1 });
    expect(placeAfter(inside, 'b1', 'text')).toEqual({ parent: 'b0', slot: 'first', index: 1 });
    expect(moved(inside, 'b0', { parent: 'b0', slot: 'second', index: 0 })).toBe(inside);
  });
});

describe('texts', () => {
  it('marks other languages as outdated when the leading one changes, until they are written again', () => {
    const written = writtenOf(['heading']);
    const standing = ({ texts }: Written) => Object.fromEntries(behind(texts.en_US!, texts.de_DE!));
    expect(standing(written)).toEqual({});
    const later = withText(written, 'en_US', 'en_US', 'b0.text', 'Please pay');
    expect(standing(later)).toEqual({ 'b0.text': 'outdated' });
    expect(standing(withText(later, 'de_DE', 'en_US', 'b0.text', 'Bitte zahlen'))).toEqual({});
    expect(standing(withText(later, 'de_DE', 'en_US', 'b0.text', ''))).toEqual({ 'b0.text': 'missing' });
  });

  it('go with their block', () => {
    const written = without(writtenOf(['text', 'heading']), 'b0');
    expect(Object.keys(written.texts.de_DE!)).toEqual(['b1.text']);
  });
});

describe('the clipboard', () => {
  it('takes blocks from one design to another with their texts, under new ids', () => {
    fc.assert(
      fc.property(designs, ({ design, texts }) => {
        const written: Written = { design, texts: { en_US: texts } };
        const piece = fromClipboard(toClipboard(pieceOf(written, design.blocks), 'mail'), 'mail');
        if (!piece || 'problems' in piece) throw new Error(JSON.stringify(piece));
        const pasted = withPiece({ design: emptyDesign('mail'), texts: { en_US: {} } }, { ...TOP, index: 0 }, piece);
        expect(readDesign(pasted.design, 'mail').problems).toEqual([]);
        const ids = readingOrder(design.blocks);
        const now = readingOrder(pasted.design.blocks);
        expect(new Set([...ids, ...now]).size).toBe(2 * ids.length);
        for (const [key, text] of Object.entries(texts)) {
          const [id, field] = key.split('.');
          if (field && ids.includes(id!)) expect(pasted.texts.en_US![`${now[ids.indexOf(id!)]}.${field}`]).toEqual(text);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is refused with a reason where it holds what no design may', () => {
    const wrong = (block: object, texts: unknown = {}) =>
      fromClipboard(JSON.stringify({ 'quittance-blocks': 1, design: { format: 1, medium: 'mail', blocks: [block] }, texts }), 'mail');
    const text = { id: 'a', type: 'text', v: 1, fields: { align: 'left', small: false } };
    expect(wrong(text)).toMatchObject({ blocks: [{ type: 'text' }] });
    expect(wrong({ ...text, type: 'script' })).toMatchObject({ problems: [{ key: 'blockUnknown' }] });
    expect(wrong({ ...text, fields: { align: 'left', small: false, onclick: 'x' } })).toMatchObject({ problems: [{ key: 'blockFields' }] });
    const href = richTextOf('');
    href.content = [
      { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }] },
    ];
    expect(wrong(text, { en_US: { 'a.text': { text: href } } })).toMatchObject({ problems: [{ key: 'designForm' }] });
    for (const words of [...HOSTILE, '{"quittance-blocks"', 'Dear {{ debtor.fullName }}']) expect(fromClipboard(words, 'mail')).toBe(null);
  });

  it('says that a block which may be there once is there already', () => {
    const written = writtenOf(['header']);
    expect(refusal(written, written.design.blocks)).toEqual({ key: 'once', type: 'header' });
    expect(refusal(written, writtenOf(['text']).design.blocks)).toBe(null);
  });
});
