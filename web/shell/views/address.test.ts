import { describe, expect, it } from 'vitest';
import { openView, searchOfView } from './address.ts';

describe('a view as an address', () => {
  it('is the same however its parameters came together, and wherever one is in the list', () => {
    const one = searchOfView(new URLSearchParams('product=Gas&search=m%C3%BCller&product=Electricity&page=3'));
    expect(one).toBe(searchOfView(new URLSearchParams('search=müller&product=Electricity&product=Gas&view=x')));
    expect(one).not.toBe(searchOfView(new URLSearchParams('search=müller&product=Gas')));
  });

  it('comes back whole', () => {
    const search = searchOfView(new URLSearchParams('pastDue=10..&sort=-balance&columns=debtor,claim'));
    expect(searchOfView(openView({ viewId: 'v', search }))).toBe(search);
    expect(openView({ viewId: 'v', search }).get('view')).toBe('v');
  });
});
