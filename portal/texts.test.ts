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
  const keys = (locale: string) =>
    Object.keys(JSON.parse(readFileSync(path.join(import.meta.dirname, 'i18n', `${locale}.json`), 'utf8')) as object).sort();

  it('have every key in English and German, with the same names to fill in', () => {
    expect(keys('de_DE')).toEqual(keys('en_US'));
    const texts = (locale: string) =>
      JSON.parse(readFileSync(path.join(import.meta.dirname, 'i18n', `${locale}.json`), 'utf8')) as Record<string, string>;
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    for (const [key, text] of Object.entries(texts('en_US'))) expect([key, names(texts('de_DE')[key] ?? '')]).toEqual([key, names(text)]);
    expect(LOCALES).toEqual(expect.arrayContaining([...SPOKEN]));
  });

  it('can be changed on the page and stay so', async () => {
    const { address } = await house.owe([123456n]);
    const browser = await house.browser().enter(address);
    expect((await browser.get(`${address}?locale=de_DE`)).body).toContain('Offen sind 1.234,56\u00a0€');
    expect((await browser.get(`${address}/help`)).body).toContain('Wir finden einen Weg');
  });
});
