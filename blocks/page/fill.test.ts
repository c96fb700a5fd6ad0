import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Condition, isMet } from '../condition.ts';
import type { Node } from '../nodes.ts';
import { lineHtml, lineWords } from '../pageHtml.ts';
import { inlinesOf, linked, richTextOf, saidLine } from '../words.ts';
import { type Filling, fillAddress, fillNodes } from './fill.ts';

const values: Readonly<Record<string, string | number>> = {
  'claim.balance': '1284.60',
  'claim.daysPastDue': 31,
  'claim.dueDate': '2026-10-01',
  'debtor.city': 'Köln',
  'debtor.email': '',
  'link.pay': '/p/abc',
  'meta.site': 'javascript:alert(1)',
};
const from: Filling = {
  text: ({ tag, fallback }) => String(values[tag] ?? '') || fallback,
  value: (tag) => values[tag],
  each: () => ['one', 'two'].map((name) => ({ ...from, text: ({ tag }) => (tag === 'item.reference' ? name : '') })),
};
const ask = (tag: string, operation: Condition['asks'][number]['operation'], value = '') => ({ tag, operation, value });

describe('a condition', () => {
  it.each([
    [ask('claim.balance', 'above', '1000'), true],
    [ask('claim.balance', 'below', '1000'), false],
    // Numbers are compared as numbers, however they are written.
    [ask('claim.balance', 'equals', '1284.6'), true],
    [ask('claim.daysPastDue', 'above', '30'), true],
    [ask('debtor.city', 'equals', 'Köln'), true],
    [ask('debtor.city', 'differs', 'köln'), true],
    [ask('debtor.city', 'above', '3'), false],
    [ask('debtor.email', 'there'), false],
    [ask('debtor.email', 'missing'), true],
    [ask('debtor.email', 'below', '5'), false],
    [ask('no.such', 'missing'), true],
  ])('%j is %s', (one, holds) => {
    expect(isMet({ match: 'every', asks: [one] }, from.value)).toBe(holds);
  });

  it('asks for every one or for any', () => {
    const asks = [ask('debtor.city', 'there'), ask('debtor.email', 'there')];
    expect([isMet({ match: 'every', asks }, from.value), isMet({ match: 'any', asks }, from.value)]).toEqual([false, true]);
  });
});

describe('filled nodes', () => {
  it('say values and fallbacks, repeat lists, and leave out what a condition keeps out', () => {
    const text = (line: string): Node => ({ node: 'text', text: richTextOf(line), align: 'left', small: false, place: null });
    const nodes = fillNodes(
      [
        { node: 'block', id: 'a', nodes: [text('{{ debtor.city }}, {{ debtor.email | default: "unknown" }}')] },
        { node: 'each', each: 'claims', nodes: [text('{{ item.reference }}')] },
        { node: 'when', when: { match: 'every', asks: [ask('debtor.email', 'there')] }, nodes: [text('hidden')] },
      ],
      from,
    );
    expect(
      nodes.map((node) =>
        node.node === 'text' ? lineWords(node.text.content.flatMap((each) => ('content' in each ? (each.content as never) : []))) : node,
      ),
    ).toEqual(['Köln, unknown', 'one', 'two']);
  });

  it.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['{{ link.pay }}', '/p/abc'],
    ['{{ meta.site }}', ''],
    ['javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['//example.com', ''],
  ])('lead from %s to “%s”', (href, to) => {
    expect(fillAddress(href, from)).toBe(to);
  });

  it('turn whatever is written and known into text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (written, known) => {
        const filling = { ...from, text: () => known };
        const [node] = fillNodes(
          [
            {
              node: 'button',
              label: [...saidLine(written), ...linked(inlinesOf('{{ debtor.city }}'), '{{ meta.site }}')],
              href: '',
              align: 'left',
              place: null,
            },
          ],
          filling,
        );
        const shown = lineHtml((node as Extract<Node, { node: 'button' }>).label).text;
        expect(shown).not.toMatch(/[<>"'`]/);
        expect(lineWords((node as Extract<Node, { node: 'button' }>).label)).toBe(written + known);
      }),
    );
  });
});
