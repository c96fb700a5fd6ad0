import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Locale } from '../../core/locale.ts';
import { formatFor } from '../ui/format.ts';
import { type Texts, translate } from '../ui/texts.ts';
import { reasonsIn } from './reasons.ts';

function reasonsOf(locale: Locale) {
  const texts = new Map<string, Texts>(
    ['reasons', 'strategy'].map((area) => [
      area,
      JSON.parse(readFileSync(path.join(import.meta.dirname, 'i18n', locale, `${area}.json`), 'utf8')),
    ]),
  );
  const { find } = translate<'reasons'>(locale, 'reasons', (_, area) => texts.get(area));
  return reasonsIn(find, formatFor(locale.replace('_', '-'), 'Europe/Berlin'), 'EUR', (type) => type);
}

const condition = (key: string, variable: string, operation: string, value: unknown, actual: unknown) => ({
  key: `condition.${key}`,
  values: { variable, operation, value, actual },
});
const opened = condition('false', 'lastDebtorEmailOpened', 'withinLastDays', 8, '2026-09-26');
const balance = condition('true', 'claimBalance', '>=', '1000.00', '1284.60 EUR');

test.each([
  ['en_US', opened, '“Last email opened within the last 8 days”: no, it is Sep 26, 2026'],
  [
    'en_US',
    {
      key: 'condition.expressionKinds',
      values: { left: 'daysPastDue', operator: '>', right: '"3"', leftKind: 'number', rightKind: 'text', line: 1, column: 4 },
    },
    '“>” doesn’t work between a number and a text: daysPastDue > "3" (line 1, column 4)',
  ],
  [
    'de_DE',
    { key: 'condition.expressionFieldMeant', values: { name: 'balnce', suggestion: 'claimBalance', line: 2, column: 3 } },
    'Es gibt kein Feld „balnce“. Meinten Sie „claimBalance“? (Zeile 2, Spalte 3)',
  ],
  ['de_DE', opened, '„Letzte E-Mail geöffnet in den letzten 8 Tagen“: nein, der Wert ist 26.09.2026'],
  ['es_ES', opened, '«Último correo abierto en los últimos 8 días»: no, el valor es 26 sept 2026'],
  ['nl_NL', opened, '“Laatste e-mail geopend in de laatste 8 dagen”: nee, de waarde is 26 sep 2026'],
  ['en_US', balance, '“Outstanding balance is at least 1,000.00”: yes, it is €1,284.60'],
  ['de_DE', balance, '„Offener Betrag ist mindestens 1.000,00“: ja, der Wert ist 1.284,60\u00a0€'],
  [
    'de_DE',
    condition('true', 'daysPastDue', 'between', '30, 1200', 1065),
    '„Tage überfällig liegt zwischen 30 – 1.200“: ja, der Wert ist 1.065',
  ],
  ['en_US', condition('missing', 'ptpDueDate', '<', '2026-01-02', null), '“Promised date is before Jan 2, 2026”: no, the value is unknown'],
  ['en_US', condition('true', 'ptpDueDate', 'notExists', null, null), '“Promised date is not known”: yes'],
  ['de_DE', condition('false', 'isHolidayInCountry', '=', 'DE', '2026-03-16'), '„Feiertag in Deutschland“: nein, der Wert ist 16.03.2026'],
  [
    'de_DE',
    condition('true', 'dayOfTheWeek', 'in', 'Monday, Friday', 'Monday'),
    '„Wochentag ist eines von Montag, Freitag“: ja, der Wert ist Montag',
  ],
  [
    'en_US',
    condition('true', 'claim.meta.limit', '>', '250.49', '250.50 EUR'),
    '“Claim field limit is more than 250.49”: yes, it is €250.50',
  ],
  [
    'en_US',
    condition('false', 'claim.meta.since', '>', '2026-03-01', '2026-02-01'),
    '“Claim field since is after Mar 1, 2026”: no, it is Feb 1, 2026',
  ],
  ['de_DE', condition('false', 'claim.meta.vip', '=', true, false), '„Forderungsfeld vip ist Ja“: nein, der Wert ist Nein'],
  [
    'de_DE',
    { key: 'step.invalidState', values: { stepType: 'sendEmail', field: 'bundleName', message: 'x' } },
    'Der Schritt ist nicht vollständig eingerichtet: Vorlage',
  ],
] as const)('%s %j', (locale, reason, sentence) => {
  expect(reasonsOf(locale)(reason)).toBe(sentence);
});
