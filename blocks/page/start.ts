/** The pages that a client begins with: what the product's own page has, as blocks. */
import { type Design, FORMAT } from '../design.ts';
import { startBlock } from '../start.ts';

/** What a landing page consists of: `identity` before the check and `home` after it, for debtors; `client`, which anybody may open. */
export const PAGE_PARTS = ['identity', 'home', 'client'] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

/** Blocks by part, in their order; each has its type as its id. */
const STARTS: Readonly<Record<PagePart, readonly string[]>> = {
  identity: ['identity', 'contact'],
  home: [
    'greeting',
    'financialAssessment',
    'offer',
    'plans',
    'claims',
    'pay',
    'instalments',
    'promiseToPay',
    'balance',
    'dispute',
    'help',
    'callback',
    'message',
    'settledBills',
    'contact',
  ],
  client: ['newLink', 'contact'],
};

/** @returns a part as it is before anybody changes it. Its texts are empty: the product's own words are said in the debtor's language. */
export const startPage = (part: PagePart): Design => ({
  format: FORMAT,
  medium: 'page',
  blocks: STARTS[part].map((type) => startBlock(type, type)),
});

/** Blocks that say nothing about a debtor: all that a page before the identity check, or one that anybody may open, can hold. */
const PUBLIC = new Set([
  'columns',
  'text',
  'heading',
  'button',
  'image',
  'picture',
  'divider',
  'space',
  'shared',
  'content',
  'faq',
  'contact',
]);

/** @returns whether a part of a page may hold a block of a type that pages can hold. */
export function fitsPart(part: PagePart, type: string): boolean {
  if (part === 'home') return type !== 'identity' && type !== 'newLink';
  return PUBLIC.has(type) || (part === 'identity' ? type === 'identity' : type === 'newLink');
}

/** @returns whether a word names a part of a page. */
export const isPagePart = (word: string): word is PagePart => (PAGE_PARTS as readonly string[]).includes(word);
