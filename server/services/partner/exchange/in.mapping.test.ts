import { expect, it } from 'vitest';
import { guessReturnMapping, kindOf } from './in.mapping.ts';

const columnsOf = (columns: readonly string[]) =>
  Object.fromEntries(guessReturnMapping(columns, [], 'DE').fields.flatMap(({ field, column }) => (column ? [[field, column]] : [])));

it.each([
  [['Claim number', 'Paid on', 'Amount paid', 'Currency', 'Our reference']],
  [['Rechnungsnr.', 'Bezahlt am', 'Betrag', 'Währung', 'Belegnummer']],
  [['Factura', 'Fecha pago', 'Importe', 'Moneda', 'Referencia']],
  [['Factuurnummer', 'Betaald op', 'Bedrag', 'Valuta', 'Onze referentie']],
])('recognises the columns of payments in %j', (columns) => {
  const [claimRef, date, amount, currency, reference] = columns;
  expect(columnsOf(columns)).toEqual({ claimRef, date, amount, currency, reference });
});

it('takes rows for payments when an amount and no kind is there', () => {
  expect(guessReturnMapping(['Invoice', 'Paid'], [], 'GB').fields).toContainEqual({ field: 'kind', constant: 'payment' });
});

it.each([
  ['Zahlung', 'payment'],
  ['returned', 'closing'],
  ['gastos', 'costs'],
  ['weather', null],
])('reads %s as %s', (word, kind) => expect(kindOf(word)).toBe(kind));
