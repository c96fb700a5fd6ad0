import { expect, it, vi } from 'vitest';
import { isConsentRequired } from '../../../core/consent.ts';
import { countryOfLanguage, countryOfZone, detectCountry } from './location.ts';

const never = () => Promise.reject(new Error('no answer'));
const detect = (zone: string, answer: (() => Promise<string>) | null, language: string) =>
  detectCountry({ timeZone: () => zone, lookUp: answer, language: () => language });

it('asks the time zone first', async () => {
  const lookUp = vi.fn(async () => 'US');
  expect(await detect('Europe/Berlin', lookUp, 'en-US')).toBe('DE');
  expect(await detect('America/New_York', lookUp, 'de-DE')).toBe('ZZ');
  expect(lookUp).not.toHaveBeenCalled();
  expect([countryOfZone('UTC'), countryOfZone('Etc/GMT+1'), countryOfZone(undefined)]).toEqual([null, null, null]);
});

it('then the IP lookup, whose answer must be two capital letters', async () => {
  expect(await detect('UTC', async () => 'FR', 'en-US')).toBe('FR');
  for (const answer of ['fr', 'FRA', '', '<html>']) expect(await detect('UTC', async () => answer, 'en-US'), answer).toBe('US');
});

it('then the language', async () => {
  expect(await detect('UTC', never, 'de-AT')).toBe('AT');
  expect(await detect('UTC', null, 'de-Latn-CH')).toBe('CH');
  expect(countryOfLanguage('de')).toBeNull();
});

it('asks for consent where all of them fail', async () => {
  expect(isConsentRequired(await detect('UTC', never, 'de'), 'PROD')).toBe(true);
});

it('asks in the European Economic Area, the United Kingdom and Switzerland, and in development in two more', () => {
  for (const country of ['DE', 'GB', 'CH', 'IS', 'LI', 'NO']) expect(isConsentRequired(country, 'PROD'), country).toBe(true);
  for (const country of ['US', 'ZZ', 'MX', 'MD']) expect(isConsentRequired(country, 'PROD'), country).toBe(false);
  for (const country of ['MX', 'MD']) expect(isConsentRequired(country, 'DEV'), country).toBe(true);
  expect(countryOfZone('America/Tijuana')).toBe('MX');
});
