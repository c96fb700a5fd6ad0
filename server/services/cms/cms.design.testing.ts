/** Designs as tests write them. */
import type { Design, DesignBlock } from '../../../blocks/design.ts';
import { startBlock } from '../../../blocks/start.ts';
import { type RichText, richTextOf } from '../../../blocks/words.ts';

/** @returns a block with its defaults and these fields. */
export const blockOf = (type: string, id: string, fields: object = {}): DesignBlock => {
  const block = startBlock(type, id);
  return { ...block, fields: { ...block.fields, ...fields } };
};

export const designOf = (...blocks: DesignBlock[]): Design => ({ format: 1, medium: 'mail', blocks });

/** @returns the texts of a language as JSON; an array is rich text of so many paragraphs. */
export const textsOf = (texts: Readonly<Record<string, string | readonly string[] | RichText>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, { text: Array.isArray(text) ? richTextOf(...(text as string[])) : text }]),
    ),
  );

/** A heading, a text and a button. */
export const LETTER = designOf(blockOf('heading', 'h'), blockOf('text', 't'), blockOf('button', 'b', { href: 'https://shop.example/pay' }));
export const SAID = {
  subject: 'About {{ claim.reference }}',
  'h.text': 'Dear {{ debtor.lastName }}',
  't.text': ['You owe {{ claim.balance }}.'],
  'b.label': 'Pay',
};

/** @returns a language of a bundle. */
export const language = (texts: Parameters<typeof textsOf>[0] = SAID, locale = 'en_US') => ({
  locale,
  format: 'design',
  content: textsOf(texts),
});
