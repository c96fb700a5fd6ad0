import { expect, it } from 'vitest';
import { retag, sharedTags } from './bundleTags.ts';

const of = (fileName: string, ...contentTags: string[]) => ({ fileName, contentTags });

it('what all have is replaced, and what some have stays with them', () => {
  const bundles = [of('a', 'soft', 'may'), of('b', 'soft'), of('c', 'soft')];
  expect(sharedTags(bundles)).toEqual({ all: ['soft'], some: ['may'] });
  expect(retag(bundles, ['hard'])).toEqual([
    { fileNames: ['a'], contentTags: ['may', 'hard'] },
    { fileNames: ['b', 'c'], contentTags: ['hard'] },
  ]);
  expect(retag(bundles, ['soft', 'may'])).toEqual([{ fileNames: ['b', 'c'], contentTags: ['soft', 'may'] }]);
  expect(retag(bundles, ['soft'])).toEqual([]);
});
