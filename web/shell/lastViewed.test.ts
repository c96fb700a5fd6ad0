import { expect, it } from 'vitest';
import { type ViewedAccount, withViewed } from './lastViewed.ts';

it('keeps the ten accounts that were looked at last, each once, the latest first', () => {
  let list: readonly ViewedAccount[] = [];
  for (let at = 0; at < 14; at++) list = withViewed(list, { accountId: `a${at % 12}`, name: `N${at}` });
  expect(list.map((each) => each.accountId)).toEqual(['a1', 'a0', 'a11', 'a10', 'a9', 'a8', 'a7', 'a6', 'a5', 'a4']);
  expect(list[0]?.name).toBe('N13');
});
