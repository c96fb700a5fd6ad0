import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineBlock } from './block.ts';
import { MOST_BLOCKS } from './design.ts';
import { readDesign, readFields } from './read.ts';
import { startBlock } from './start.ts';

const text = (id = 't') => startBlock('text', id);
const design = (...blocks: readonly unknown[]) => ({ format: 1, medium: 'mail', blocks });
const keysOf = (json: unknown, inside?: 'message' | 'shared') =>
  readDesign(json, 'mail', inside).problems.map(({ blockId, key }) => [blockId, key]);

describe('a design', () => {
  it('is read with the defaults of what its blocks leave out', () => {
    const read = readDesign(design({ id: 't', type: 'text', v: 1, fields: { small: true } }), 'mail');
    expect(read).toEqual({ problems: [], design: design({ ...text(), fields: { align: 'left', small: true } }) });
  });

  it('is refused with every reason, by block', () => {
    expect(
      keysOf(
        design(
          { ...text('a'), type: 'spinner' },
          { ...text('b'), v: 2 },
          { ...text('c'), fields: { align: 'above' } },
          { ...text('d'), fields: { script: 1 } },
          text('e'),
          text('e'),
          startBlock('legalFooter', 'f'),
          startBlock('legalFooter', 'g'),
          { ...startBlock('columns', 'h'), slots: { first: [startBlock('columns', 'i')], fourth: [] } },
          { ...text('j'), when: { match: 'every', asks: [{ tag: 'claim.daysPastDue', operation: 'above', value: 'many' }] } },
        ),
      ),
    ).toEqual([
      ['a', 'blockUnknown'],
      ['b', 'blockNewer'],
      ['c', 'blockFields'],
      ['d', 'blockFields'],
      ['e', 'blockTwice'],
      ['g', 'blockOnce'],
      ['h', 'blockSlot'],
      ['i', 'blockNested'],
      ['j', 'conditionNumber'],
    ]);
  });

  it.each([
    ['no design', null],
    ['a text', 'design'],
    ['another format', { ...design(), format: 2 }],
    ['more than a design holds', { ...design(), script: '' }],
    ['an id that could be anything', design({ ...text(), id: 'a.b' })],
    [
      'a placeholder that is Liquid',
      design({ ...text(), when: { match: 'any', asks: [{ tag: 'a.b %}', operation: 'there', value: '' }] } }),
    ],
    ['a list that there is none of', design({ ...text(), each: 'payments' })],
  ])('is refused where it is %s', (_what, json) => {
    expect(keysOf(json)).toEqual([[null, 'designForm']]);
  });

  it('is refused where it is too deep or too large, or for something else', () => {
    const deep = JSON.parse(`${'{"format":1,"medium":"mail","blocks":['.repeat(1_000)}${']}'.repeat(1_000)}`);
    expect(keysOf(deep)).toEqual([[null, 'designDeep']]);
    const inner = (name: string) => Array.from({ length: MOST_BLOCKS }, (_, at) => text(`${name}-${at}`));
    expect(keysOf(design({ ...startBlock('columns', 'c'), slots: { first: inner('a') } }))).toEqual([[null, 'designLarge']]);
    expect(keysOf({ ...design(), medium: 'page' })).toEqual([[null, 'designMedium']]);
  });

  it('of a shared block holds no other shared one', () => {
    const shared = { ...startBlock('shared', 's'), fields: { name: 'footer' } };
    expect(keysOf(design(shared))).toEqual([]);
    expect(keysOf(design(shared), 'shared')).toEqual([['s', 'blockShared']]);
  });
});

it('brings fields of an older version up to date, one version after the other', () => {
  const third = defineBlock({
    type: 'third',
    media: ['mail'],
    version: 3,
    upgrades: [({ colour, ...more }) => ({ ...more, tone: colour }), (fields) => ({ ...fields, size: 2 })],
    icon: '',
    group: 'text',
    top: false,
    slots: [],
    once: false,
    fields: z.strictObject({ tone: z.string(), size: z.int() }),
    layout: {},
    texts: {},
    draw: () => [],
  });
  const now = { v: 3, fields: { tone: 'red', size: 2 }, wrong: null };
  expect(readFields(third, { v: 1, fields: { colour: 'red' } })).toEqual(now);
  expect(readFields(third, { v: 2, fields: { tone: 'red' } })).toEqual(now);
  expect(readFields(third, { v: 3, fields: { tone: 'red' } }).wrong?.key).toBe('blockFields');
});
