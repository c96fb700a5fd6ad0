import { expect, it } from 'vitest';
import { blocksFor } from '../catalogue.ts';
import { allBlocks } from '../design.ts';
import { readDesign } from '../read.ts';
import { fitsPart, PAGE_PARTS, startPage } from './start.ts';

it.each(PAGE_PARTS)('begins the part %s with a page that can be read and holds only what it may', (part) => {
  const { design, problems } = readDesign(startPage(part), 'page');
  expect(problems).toEqual([]);
  expect(allBlocks(design).filter(({ type }) => !fitsPart(part, type))).toEqual([]);
});

it('shows nothing about a debtor before the check and to strangers', () => {
  const open = blocksFor('page').filter(({ type }) => fitsPart('identity', type) || fitsPart('client', type));
  const own = ['identity', 'newLink', 'faq', 'contact'];
  expect(open.filter(({ group }) => group === 'actions').map(({ type }) => type)).toEqual(expect.arrayContaining(own));
  expect(open.filter(({ group }) => group === 'actions')).toHaveLength(own.length);
});
