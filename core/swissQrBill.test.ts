import { expect, it } from 'vitest';
import { checkDigit, qrReference, rfReference, type SwissBill, swissPayload } from './swissQrBill.ts';

/** The example of the guidelines, annex A. */
const bill: SwissBill = {
  iban: 'CH6431961000004421557',
  creditor: { name: 'Max Muster & Söhne', street: 'Musterstrasse', number: '123', postalCode: '8000', town: 'Seldwyla', country: 'CH' },
  amount: 5_000n,
  currency: 'CHF',
  debtor: { name: 'Simon Muster', street: 'Musterstrasse', number: '1', postalCode: '8000', town: 'Seldwyla', country: 'CH' },
  reference: '00 00820 79128 37907 68010 0000',
};

it('writes the lines of the guidelines in their order', () => {
  const lines = swissPayload({ ...bill, reference: '0008207791225857421286694' })!.split('\n');
  expect(lines).toHaveLength(31);
  expect(lines.slice(0, 11)).toEqual([
    'SPC',
    '0200',
    '1',
    bill.iban,
    'S',
    'Max Muster & Söhne',
    'Musterstrasse',
    '123',
    '8000',
    'Seldwyla',
    'CH',
  ]);
  expect(lines.slice(11, 18).every((text) => text === '')).toBe(true);
  expect(lines.slice(18, 20)).toEqual(['50.00', 'CHF']);
  expect(lines[27]).toBe('QRR');
  expect(lines[28]).toMatch(/^\d{27}$/);
  expect(lines[30]).toBe('EPD');
});

it('knows a QR reference by its check digit, and makes one of a number', () => {
  expect(checkDigit('21000000000313947143000901')).toBe(7);
  expect(qrReference('21 00000 00003 13947 14300 09017')).toBe('210000000003139471430009017');
  expect(qrReference('21 00000 00003 13947 14300 09018')).toBeNull();
  expect(qrReference('4711')).toMatch(/^0{22}4711\d$/);
  expect(qrReference('R-4711')).toBeNull();
});

it('takes an RF reference or any text for an ordinary account, and neither for a QR-IBAN', () => {
  expect(rfReference('RF18 5390 0754 7034')).toBe('RF18539007547034');
  expect(rfReference('RF19 5390 0754 7034')).toBeNull();
  const ordinary = { ...bill, iban: 'CH5604835012345678009' };
  expect(
    swissPayload({ ...ordinary, reference: 'RF18 5390 0754 7034' })!
      .split('\n')
      .slice(27, 30),
  ).toEqual(['SCOR', 'RF18539007547034', '']);
  expect(
    swissPayload({ ...ordinary, reference: 'R-4711' })!
      .split('\n')
      .slice(27, 30),
  ).toEqual(['NON', '', 'R-4711']);
  expect(swissPayload({ ...bill, reference: 'R-4711' })).toBeNull();
});

it('returns none for what no bill can hold', () => {
  const ordinary = { ...bill, iban: 'CH5604835012345678009', reference: 'R-1' };
  expect(swissPayload(ordinary)).not.toBeNull();
  for (const wrong of [
    { iban: 'DE02120300000000202051' },
    { currency: 'USD' },
    { amount: 0n },
    { creditor: { ...bill.creditor, town: '' } },
  ])
    expect(swissPayload({ ...ordinary, ...wrong })).toBeNull();
});
