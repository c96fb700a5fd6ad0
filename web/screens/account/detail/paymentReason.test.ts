import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { translate } from '../../../ui/texts.ts';
import { paymentReason } from './paymentReason.ts';

const german = translate<['account', 'events']>('de_DE', 'account', (locale, area) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../../../shell/i18n/${locale}/${area}.json`), 'utf8')),
);

it.each([
  ['replaced', 'durch einen neueren Versuch ersetzt'],
  ['started', 'Zahlungsseite geöffnet'],
  ['AC04', 'Konto aufgelöst'],
  ['bankDeclined', 'Von der Bank abgelehnt'],
  ['testKey', 'Beim Zahlungsdienst ist ein Testschlüssel hinterlegt'],
  ['card_declined: Your card was declined.', 'card_declined: Your card was declined.'],
  [null, undefined],
])('a payment’s reason %s is said in the reader’s language', (code, said) => {
  expect(paymentReason(code, german.find)).toBe(said);
});
