import { expect, it } from 'vitest';
import { isPostable, type PostalAddress, postalLines } from './postalAddress.ts';

const berlin: PostalAddress = { addressLine1: 'Lindenstraße', houseNumber: '12a', postalCode: '10115', city: 'Berlin', country: 'DE' };

it.each<[string, PostalAddress, string, string[]]>([
  ['at home without its country', berlin, 'DE', ['Anna Weber', 'Lindenstraße 12a', '10115 Berlin']],
  ['abroad with it', berlin, 'NL', ['Anna Weber', 'Lindenstraße 12a', '10115 Berlin', 'GERMANY']],
  ['without a country: the sender’s', { ...berlin, country: null }, 'DE', ['Anna Weber', 'Lindenstraße 12a', '10115 Berlin']],
  [
    'British, postcode apart',
    { addressLine1: 'High Street', houseNumber: '4', city: 'Leeds', postalCode: 'LS1 4AP', country: 'GB' },
    'GB',
    ['Anna Weber', '4 High Street', 'Leeds', 'LS1 4AP'],
  ],
  [
    'American, postcode last',
    { addressLine1: 'Main St', houseNumber: '4', addressLine2: 'Apt 5', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
    'US',
    ['Anna Weber', '4 Main St', 'Apt 5', 'Austin, TX 78701'],
  ],
  [
    'at home with more than its window shows',
    {
      addressLine1: 'Long Lane',
      houseNumber: '1',
      addressLine2: 'Flat 2',
      addressLine3: 'The Mill',
      suburb: 'Otley',
      city: 'Leeds',
      state: 'West Yorkshire',
      postalCode: 'LS21 3AB',
      country: 'GB',
    },
    'GB',
    ['Anna Weber', '1 Long Lane', 'Flat 2, The Mill, Otley', 'Leeds', 'West Yorkshire', 'LS21 3AB'],
  ],
  [
    'abroad from where windows are low',
    { addressLine1: 'High Street', addressLine2: 'Flat 2', suburb: 'Otley', city: 'Leeds', postalCode: 'LS1 4AP', country: 'GB' },
    'US',
    ['Anna Weber', 'High Street', 'Flat 2, Otley', 'Leeds, LS1 4AP', 'UNITED KINGDOM'],
  ],
])('writes an address %s', (_, address, home, lines) => {
  expect(postalLines(' Anna  Weber', address, home)).toEqual(lines);
});

it('posts nothing to an address without street, town or postcode', () => {
  expect(isPostable(berlin, 'DE')).toBe(true);
  for (const gone of ['addressLine1', 'city', 'postalCode'] as const) expect(isPostable({ ...berlin, [gone]: ' ' }, 'DE')).toBe(false);
  expect(isPostable({ addressLine1: 'Box 1', city: 'Dubai', country: 'AE' }, 'DE')).toBe(true);
});
