import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayPattern, readDay, writeDay } from './readDay.ts';

const LOCALES = ['en-US', 'en-GB', 'de-DE', 'es-ES', 'nl-NL'];

it('what it writes in a locale it reads again, and every day the international way', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(...LOCALES), (days, locale) => {
      const day = new Date(days * 86_400_000).toISOString().slice(0, 10);
      expect(readDay(writeDay(day, locale), locale, 2026)).toBe(day);
      expect(readDay(day, locale, 2026)).toBe(day);
    }),
  );
});

it.each([
  ['3.5.2026', 'de-DE', '2026-05-03'],
  ['3/5/2026', 'en-GB', '2026-05-03'],
  ['3/5/2026', 'en-US', '2026-03-05'],
  ['03 05 26', 'es-ES', '2026-05-03'],
  ['03052026', 'nl-NL', '2026-05-03'],
  [' 3-5-46 ', 'nl-NL', '2046-05-03'],
  ['3-5-47', 'nl-NL', '1947-05-03'],
  ['29/02/2024', 'en-GB', '2024-02-29'],
  ['29/02/2025', 'en-GB', null],
  ['13/40/1993', 'en-US', null],
  ['2026-02-30', 'en-US', null],
  ['1/2/202', 'en-GB', null],
  ['1/2', 'en-GB', null],
  ['tomorrow', 'en-GB', null],
  ['', 'en-GB', null],
])('reads %o in %s as %o', (typed, locale, day) => {
  expect(readDay(typed, locale, 2026)).toBe(day);
});

it('says how a day is typed', () => {
  expect(dayPattern('en-US', 'DMY')).toBe('MM/DD/YYYY');
  expect(dayPattern('de-DE', 'TMJ')).toBe('TT.MM.JJJJ');
});
