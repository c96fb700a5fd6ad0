import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../core/locale.ts';
import { type Texts, translate } from '../../ui/texts.ts';

const folder = import.meta.dirname;
const web = path.resolve(folder, '../..');

function flat(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

/** The key as code writes it: without the plural's ending. */
const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const read = (locale: string, area: string) => flat(JSON.parse(readFileSync(path.join(folder, locale, `${area}.json`), 'utf8')) as Texts);
const areasOf = (locale: string) =>
  globSync(`${locale}/*.json`, { cwd: folder })
    .map((file) => path.basename(file, '.json'))
    .sort();
const areas = areasOf('en_US');
/** Every text is written in American English first and then in each of these. British English holds only what differs from it. */
const TRANSLATIONS = LOCALES.filter((locale) => !locale.startsWith('en'));
const DIFFERING = LOCALES.filter((locale) => locale !== 'en_US');

/** The plural's endings that a language tells apart: no other is looked for, and one that is lacking would be English. */
const pluralsOf = (locale: string) => new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions().pluralCategories;
/** @returns the English text that a key of another language translates: "many" says what "other" says. */
const englishOf = (english: ReadonlyMap<string, string>, key: string) => english.get(key) ?? english.get(key.replace(/_many$/, '_other'));
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)|<(\d)\/>/g)].map((match) => match[1] ?? match[2]).sort();
/** Words of a text beside its placeholders and code: three or more are never the same in two languages. */
const wordsOf = (text: string) => text.replace(/\{\{.*?\}\}/g, ' ').match(/\p{L}{2,}/gu) ?? [];
const keysOf = new Map(areas.map((area) => [area, new Set([...read('en_US', area).keys()].map(singular))]));

interface Use {
  /** Those it may be of; null: any. */
  readonly areas: readonly string[] | null;
  /** A key, or a pattern where the code puts it together. */
  readonly key: string | RegExp;
}

/** What a source file asks for. A file that has no useTranslation of its own (it is handed `t`) may mean any area. */
function usesIn(source: string): { asked: Use[]; literals: Set<string>; own: string[] } {
  const own = [...source.matchAll(/useTranslation\(\[?((?:'\w+'(?:,\s*)?)+)\]?\)/g)].flatMap((match) =>
    [...match[1]!.matchAll(/'(\w+)'/g)].map((name) => name[1]!),
  );
  const literals = new Set([...source.matchAll(/'([^'\n]+)'|"([^"\n]+)"/g)].map((match) => match[1] ?? match[2]!));
  const asked: Use[] = [];
  const add = (text: string, isTemplate: boolean) => {
    const [, named, key] = /^(?:([a-z]\w*|\$\{[^}]*\}):)?(.*)$/s.exec(text)!;
    // An area that is handed over is one of those that the file names as its type.
    const handed = named?.startsWith('$') ? areas.filter((area) => literals.has(area)) : null;
    const ownFirst = own.length > 0 ? [own[0]!] : null;
    const pattern = key!
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+');
    asked.push({
      areas: handed ?? (named === undefined ? ownFirst : [named]),
      key: isTemplate && key!.includes('${') ? new RegExp(`^${pattern}$`) : key!,
    });
  };
  for (const match of source.matchAll(/\b(?:t|group|find)\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`)/g))
    add(match[1] ?? match[2] ?? match[3]!, match[3] !== undefined);
  // A key with its area, put together anywhere: exists(`reasons:${key}`).
  for (const match of source.matchAll(/`(([a-z]\w*):[^`\n]*\$\{[^`\n]*)`/g)) if (areas.includes(match[2]!)) add(match[1]!, true);
  return { asked, literals, own };
}

const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !/\.test\.tsx?$|\.graphql\.ts$|\.d\.ts$/.test(file));
const uses = files.map((file) => ({ file, ...usesIn(readFileSync(path.join(web, file), 'utf8')) }));

const fits = (use: Use, area: string, key: string) =>
  (use.areas === null || use.areas.includes(area)) && (typeof use.key === 'string' ? use.key === key : use.key.test(key));

describe('the texts of the staff application', () => {
  it.each(TRANSLATIONS)('%s has every area', (locale) => {
    expect(areas.length).toBeGreaterThan(2);
    expect(areasOf(locale)).toEqual(areas);
  });

  describe.each(TRANSLATIONS)('%s', (locale) => {
    it.each(areas)('%s has every key, in every number that the language knows', (area) => {
      const expected = [...read('en_US', area).keys()].flatMap((key) => {
        const [, stem, ending] = /^(.*)_(one|other)$/.exec(key) ?? [];
        if (stem === undefined) return [key];
        return ending === 'one' ? [] : pluralsOf(locale).map((plural) => `${stem}_${plural}`);
      });
      expect([...read(locale, area).keys()].sort()).toEqual(expected.sort());
    });

    it.each(areas)('%s is translated', (area) => {
      const english = read('en_US', area);
      const copied = [...read(locale, area)].filter(([key, text]) => text === englishOf(english, key) && wordsOf(text).length > 2);
      expect(copied).toEqual([]);
    });
  });

  it.each(DIFFERING.flatMap((locale) => areasOf(locale).map((area) => [locale, area] as const)))(
    '%s %s has the placeholders of the English text',
    (locale, area) => {
      const english = read('en_US', area);
      for (const [key, text] of read(locale, area)) {
        const original = englishOf(english, key) ?? '';
        expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(original)]);
        expect([key, text.trim() === '']).toEqual([key, original.trim() === '']);
      }
    },
  );

  it.each(areasOf('en_GB'))('en_GB %s holds what differs from American English, and nothing else', (area) => {
    const english = read('en_US', area);
    const own = [...read('en_GB', area)];
    expect(own.filter(([key, text]) => !english.has(key) || english.get(key) === text)).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
  });

  it('shows American English where British English has no text of its own', () => {
    const { t } = translate<'queue'>(
      'en_GB',
      'queue',
      (locale) => JSON.parse(readFileSync(path.join(folder, locale, 'queue.json'), 'utf8')) as Texts,
    );
    const title = (count: number) => t('resolveTitle', { count, note: 'Call back' });
    expect([title(1), title(2)]).toEqual(['Resolve ‘Call back’', 'Resolve 2 tasks']);
  });

  // docs/decisions/languages.md: one word for one thing, and one form of address.
  it.each([
    ['de_DE', /versprechen|versprochen|abschreib|abgeschrieb|schlagworte|rückgabe(?!grund)|\b(du|dich|dir|deine?[mnrs]?)\b/i],
    [
      'es_ES',
      /plan(es)? de plazos|(número|mínimo|máximo) de plazos|(primer|cada) plazo\b|importe de la quita|\bexpedientes?\b|\b(tu|tus|contigo|puedes|tienes)\b/i,
    ],
    [
      'nl_NL',
      /beloften?\b|beloofde?\b|(deze|de|geen|welke) account\b|van het account\b|grootboek|bewaarplicht|\b(je|jij|jou|jouw|jullie)\b/i,
    ],
  ])('keep to the glossary in %s', (locale, other) => {
    expect(areas.flatMap((area) => [...read(locale, area)].filter(([, text]) => other.test(text)))).toEqual([]);
  });

  it('say whole millions in Spanish, which has a form of its own for them', () => {
    const lists = JSON.parse(readFileSync(path.join(folder, 'es_ES', 'lists.json'), 'utf8')) as Texts;
    const { t } = translate<'lists'>('es_ES', 'lists', () => lists);
    const said = (count: number) => t('finished.account', { count, number: String(count) });
    expect([1, 2, 1_000_000, 1_000_001].map(said)).toEqual([
      '1 cuenta procesada',
      '2 cuentas procesadas',
      '1000000 de cuentas procesadas',
      '1000001 cuentas procesadas',
    ]);
  });

  it('holds every key that the code asks for', () => {
    const missing = uses.flatMap(({ file, asked }) =>
      asked
        .filter(
          (use) =>
            !areas.some((area) =>
              [...keysOf.get(area)!].some((key) => fits(use, area, key) || fits(use, area, key.replace(/\.[^.]+$/, ''))),
            ),
        )
        .map((use) => `${file}: ${use.areas ?? '?'}:${String(use.key)}`),
    );
    expect(uses.reduce((sum, { asked }) => sum + asked.length, 0)).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  it.each(areas)('%s holds no key that nobody asks for', (area) => {
    const unused = [...keysOf.get(area)!].filter(
      (key) =>
        !uses.some(
          ({ asked, literals, own }) =>
            asked.some((use) => fits(use, area, key)) ||
            literals.has(`${area}:${key}`) ||
            ((own.length === 0 || own.includes(area)) && literals.has(key)),
        ),
    );
    expect(unused).toEqual([]);
  });
});
