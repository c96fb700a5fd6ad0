/** Any design with any texts, for property tests. Some of the words are those of somebody who wants more than to write. */
import fc, { type Arbitrary } from 'fast-check';
import type { FieldLayout } from './block.ts';
import { blocksFor, blockType } from './catalogue.ts';
import { CONDITION_OPERATIONS, type Condition } from './condition.ts';
import { type Design, type DesignBlock, FORMAT } from './design.ts';
import { LISTS } from './nodes.ts';
import { startBlock } from './start.ts';
import type { DesignTexts } from './texts.ts';
import { CHIP_FORMATS, type Inline, inlinesOf, type RichText } from './words.ts';

/** A placeholder that no design here reads: where its value shows, words became Liquid. */
export const SECRET = 'debtor.email';
export const HOSTILE = [
  `{{ ${SECRET} }}`,
  '{% for i in (1..9) %}x{% endfor %}',
  '{% raw %}',
  '{% endif %}{% endraw %}',
  '{',
  '}}',
  `{{{{ ${SECRET} }}}}`,
  '</mj-text></mj-column><script>alert(1)</script>',
  '<mj-include path="/etc/passwd" />',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<!--[if mso]><v:rect><![endif]-->',
  '&lt;script&gt;&amp;&#123;',
  ']]></mj-raw>',
  '\u202eabc\ufdd00\ufdd2',
  '\\u007b{ \\',
];
const HOSTILE_ADDRESSES = [
  `https://example.com/{{${SECRET}}}`,
  'https://example.com/?a=1&b={%raw%}',
  'https://example.com/]]&gt;',
  'mailto:a@example.com?subject={{x}}',
];

/** What the design may use: formats and lists are left out where their filters and values are not there. */
interface Allowed {
  readonly formats?: boolean;
  readonly lists?: boolean;
  /** Mails where it isn't said. */
  readonly medium?: Design['medium'];
}

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }) },
);
const tag = fc.constantFrom('claim.reference', 'claim.balance', 'debtor.fullName', 'account.creditor');
const address = fc.oneof(fc.constantFrom(...HOSTILE_ADDRESSES), fc.constant('{{ link.pay }}'), fc.constant('https://example.com/a?b=c&d'));

const inline = ({ formats = true }: Allowed): Arbitrary<Inline> => {
  const marks = fc.option(
    fc.array(
      fc.oneof(
        fc.record({ type: fc.constantFrom('bold' as const, 'italic' as const, 'underline' as const) }),
        fc.record({ type: fc.constant('link' as const), attrs: fc.record({ href: address }) }),
      ),
      { maxLength: 3 },
    ),
    { nil: undefined },
  );
  const chip = fc.record({
    tag,
    format: formats ? fc.constantFrom(...CHIP_FORMATS) : fc.constant('plain' as const),
    fallback: fc.oneof(fc.constant(''), word),
  });
  return fc.oneof(
    fc.record({ type: fc.constant('text' as const), text: word, marks }),
    fc.record({ type: fc.constant('hardBreak' as const), marks }),
    fc.record({ type: fc.constant('placeholder' as const), attrs: chip, marks }),
  ) as Arbitrary<Inline>;
};

const rich = (allowed: Allowed): Arbitrary<RichText> => {
  const content = fc.array(inline(allowed), { maxLength: 4 });
  const paragraph = fc.record({ type: fc.constant('paragraph' as const), content });
  const item = fc.record({ type: fc.constant('listItem' as const), content: fc.array(paragraph, { minLength: 1, maxLength: 2 }) });
  const block = fc.oneof(
    paragraph,
    fc.record({ type: fc.constant('heading' as const), attrs: fc.record({ level: fc.constantFrom(1 as const, 2, 3) }), content }),
    fc.record({ type: fc.constantFrom('bulletList' as const, 'orderedList'), content: fc.array(item, { minLength: 1, maxLength: 2 }) }),
  );
  return fc.record({ type: fc.constant('doc' as const), content: fc.array(block, { maxLength: 3 }) });
};

const line = fc
  .array(
    fc.oneof(
      word,
      tag.map((each) => `{{ ${each} }}`),
    ),
    { maxLength: 4 },
  )
  .map((parts) =>
    // Only what people meant as placeholders: words that look like them are tried in rich texts.
    parts.map((part) => (inlinesOf(part).some(({ type }) => type === 'placeholder') && part.includes(SECRET) ? 'x' : part)).join(' '),
  );

const condition: Arbitrary<Condition> = fc.record({
  match: fc.constantFrom('every', 'any'),
  asks: fc.array(
    fc
      .record({ tag, operation: fc.constantFrom(...CONDITION_OPERATIONS), value: word })
      .map((ask) => (ask.operation === 'above' || ask.operation === 'below' ? { ...ask, value: '12.5' } : ask)),
    { minLength: 1, maxLength: 3 },
  ),
});

const value = ({ control, options = [], min = 0, max = 100 }: FieldLayout): Arbitrary<unknown> => {
  if (control === 'switch') return fc.boolean();
  if (control === 'select') return fc.constantFrom(...options);
  if (control === 'tags') return fc.subarray([...options], { minLength: 1 });
  if (control === 'number') return fc.integer({ min, max });
  if (control === 'colour') return fc.constantFrom('', '#112233', '#ffee00');
  if (control === 'address') return address;
  if (control === 'image') return fc.constantFrom('', 'https://example.com/a.png?b=1&c=2', '/pictures/1.png');
  return fc.constant('none');
};

interface Made {
  readonly design: Design;
  readonly texts: DesignTexts;
}

type Built = readonly [block: DesignBlock, texts: DesignTexts];

function block(type: string, allowed: Allowed, slots: Arbitrary<Record<string, readonly Built[]>>): Arbitrary<Built> {
  const { layout, texts } = blockType(type)!;
  const fields = fc.record(
    Object.fromEntries(Object.entries(layout as Record<string, FieldLayout>).map(([name, each]) => [name, value(each)])),
  );
  const said = fc.record(
    Object.fromEntries(Object.entries(texts).map(([name, { kind }]) => [name, kind === 'rich' ? rich(allowed) : line])) as Record<
      string,
      Arbitrary<RichText | string>
    >,
  );
  const id = fc.uuid();
  const each = allowed.lists === false ? fc.constant(undefined) : fc.option(fc.constantFrom(...LISTS), { nil: undefined, freq: 4 });
  const when = fc.option(condition, { nil: undefined, freq: 2 });
  return fc.tuple(id, fields, said, when, each, slots).map(([id, fields, said, when, each, slots]): Built => {
    const start = startBlock(type, id);
    const inner = Object.values(slots).flat();
    return [
      {
        ...start,
        fields: { ...start.fields, ...fields },
        ...(start.slots
          ? { slots: Object.fromEntries(Object.entries(slots).map(([name, built]) => [name, built.map(([each]) => each)])) }
          : {}),
        ...(when ? { when } : {}),
        ...(each ? { each } : {}),
      },
      Object.assign(
        {},
        ...inner.map(([, texts]) => texts),
        Object.fromEntries(Object.entries(said).map(([name, text]) => [`${id}.${name}`, { text }])),
      ),
    ];
  });
}

/** @returns designs that `readDesign` accepts, with texts, subject and preheader. */
export function anyDesign(allowed: Allowed = {}): Arbitrary<Made> {
  const { medium = 'mail' } = allowed;
  const types = blocksFor(medium).filter(({ type }) => allowed.lists !== false || (type !== 'claimTable' && type !== 'plan'));
  const inside = fc.oneof(...types.filter(({ top }) => !top).map(({ type }) => block(type, allowed, fc.constant({}))));
  const slots = fc.record(Object.fromEntries(['first', 'second', 'third'].map((name) => [name, fc.array(inside, { maxLength: 2 })])));
  const all = fc.oneof(
    inside,
    ...types.filter(({ top }) => top).map(({ type, slots: names }) => block(type, allowed, names.length > 0 ? slots : fc.constant({}))),
  );
  const once = (blocks: readonly Built[]) =>
    blocks.filter(([{ type }], at) => !blockType(type)!.once || blocks.findIndex(([other]) => other.type === type) === at);
  return fc.tuple(fc.array(all, { minLength: 1, maxLength: 6 }), line, line).map(([built, subject, preheader]) => ({
    design: { format: FORMAT, medium, blocks: once(built).map(([each]) => each) },
    texts: Object.assign({}, ...built.map(([, texts]) => texts), {
      subject: { text: subject },
      preheader: { text: preheader },
    }) as DesignTexts,
  }));
}
