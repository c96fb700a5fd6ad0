import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../core/locale.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';
import { SPOKEN } from './texts.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

describe('languages', () => {
  const textsOf = (locale: string) =>
    JSON.parse(readFileSync(path.join(import.meta.dirname, 'i18n', `${locale}.json`), 'utf8')) as Record<string, string>;
  const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
  const words = (text: string) => text.replace(/\{\w+\}/g, ' ').match(/\p{L}{2,}/gu) ?? [];
  const english = textsOf('en_US');

  it.each(LOCALES)('%s has every key, with the same names to fill in', (locale) => {
    expect(SPOKEN).toContain(locale);
    const texts = textsOf(locale);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) expect([key, names(texts[key]!)]).toEqual([key, names(text)]);
  });

  it.each(LOCALES.filter((locale) => !locale.startsWith('en')))('%s is translated', (locale) => {
    // Three words or more are never the same in two languages.
    expect(Object.entries(textsOf(locale)).filter(([key, text]) => text === english[key] && words(text).length > 2)).toEqual([]);
  });

  it.each([
    ['de_DE', /\b(du|dich|dir|dein\w*|euch|euer)\b/iu],
    ['es_ES', /\b(tú|ti|tu|tus|te|contigo|vosotros|puedes|debes|tienes)\b/iu],
    ['nl_NL', /\b(je|jij|jou|jouw|jullie)\b/iu],
    // The long forms sound like a summons; the mandate's words are the scheme's own.
    ['en_US', /\b(do|does|did|is|are|have|has|will|can) ?not\b/iu],
    ['en_GB', /\b(do|does|did|is|are|have|has|will|can) ?not\b/iu],
  ])('%s addresses debtors in one way', (locale, other) => {
    expect(Object.entries(textsOf(locale)).filter(([key, text]) => key !== 'mandate_words' && other.test(text))).toEqual([]);
  });

  it('have names that tell them apart', () => {
    expect(new Set(LOCALES.map((locale) => textsOf(locale).language)).size).toBe(LOCALES.length);
  });

  it('can be changed on the page and stay so', async () => {
    const { address } = await house.owe([123456n]);
    const browser = await house.browser().enter(address);
    expect((await browser.get(`${address}?locale=de_DE`)).body).toContain('Offen sind 1.234,56\u00a0€');
    expect((await browser.get(`${address}/help`)).body).toContain('Wir finden eine Lösung');
    expect((await browser.get(`${address}?locale=es_ES`)).body).toContain('Debe 1234,56\u00a0€');
    expect((await browser.get(`${address}/help`)).body).toContain('Encontraremos una solución');
    expect((await browser.get(`${address}?locale=nl_NL`)).body).toContain('U moet nog €\u00a01.234,56 betalen');
  });
});
