/** The product's texts: one file for each area and language, loaded when a component first asks for it. */
import { use } from 'react';
import { DEFAULT_LOCALE, type Locale } from '../../core/locale.ts';
import { makeStore, useStore } from './store.ts';
import type { Area, Asked, GroupKey, TextKey, Texts } from './texts.types.ts';

export type { Areas, Asked, TextKey, Texts } from './texts.types.ts';

/** What fills {{placeholders}}; `count` chooses the plural too. */
export type Values = Readonly<Record<string, unknown>>;

export interface Translation<A extends Asked> {
  /** @returns the text of a key, filled in; the key itself when there is no such text. */
  readonly t: (key: TextKey<A>, values?: Values) => string;
  /** @returns the texts of a group by their last part, all of an area for an empty key; empty when there is no such group. */
  readonly group: (key: GroupKey<A> | '') => Readonly<Record<string, string>>;
  /** @returns the text of a key that is put together while the application runs, filled in; null when there is no such text. */
  readonly find: (key: string, values?: Values) => string | null;
  /** @returns whether there is a text of exactly this key. */
  readonly exists: (key: string) => boolean;
  readonly language: Locale;
}

const inside = (texts: Texts | undefined, key: string): string | Texts | undefined =>
  (key === '' ? [] : key.split('.')).reduce<string | Texts | undefined>(
    (at, part) => (typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined),
    texts,
  );

/** A value that is missing leaves nothing behind. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String((Object.hasOwn(values, name) ? values[name] : null) ?? ''));

const rules = new Map<Locale, Intl.PluralRules>();

/** @returns the plural's ending of a key, as CLDR names it: "_one", "_other". */
function ending(locale: Locale, count: number): string {
  if (!rules.has(locale)) rules.set(locale, new Intl.PluralRules(locale.replace('_', '-')));
  return `_${rules.get(locale)!.select(count)}`;
}

/**
 * @param area whose keys stand without their area's name. @param textsIn the texts of an area in a language, as far as they are loaded.
 * @returns what speaks this language, and American English where it lacks a text.
 */
export function translate<A extends Asked>(
  language: Locale,
  area: string,
  textsIn: (locale: Locale, area: string) => Texts | undefined,
): Translation<A> {
  const parts = (key: string): [area: string, path: string] => {
    const colon = key.indexOf(':');
    return colon < 0 ? [area, key] : [key.slice(0, colon), key.slice(colon + 1)];
  };
  const locales = language === DEFAULT_LOCALE ? [language] : [language, DEFAULT_LOCALE];
  /** What each language has there, the reader's first. */
  const all = (key: string): (string | Texts | undefined)[] => {
    const [of, path] = parts(key);
    return locales.map((locale) => inside(textsIn(locale, of), path));
  };
  const textOf = (key: string, values: Values = {}): string | null => {
    const [of, path] = parts(key);
    for (const locale of locales) {
      const texts = textsIn(locale, of);
      const { count } = values;
      const text = (typeof count === 'number' ? inside(texts, path + ending(locale, count)) : undefined) ?? inside(texts, path);
      if (typeof text === 'string') return fill(text, values);
    }
    return null;
  };
  return {
    language,
    t: (key, values) => textOf(key, values) ?? parts(key)[1],
    find: textOf,
    group: (key) =>
      Object.assign(
        {},
        ...all(key)
          .reverse()
          .filter((found) => typeof found === 'object'),
      ) as Record<string, string>,
    exists: (key) => all(key).some((found) => typeof found === 'string'),
  };
}

/** Loads the texts of an area in a language; undefined where the language has no such file. */
export type Load = (locale: Locale, area: string) => Promise<Texts | undefined>;

/** British English holds only what differs from American English. */
const PARTIAL: Locale = 'en_GB';

let load: Load;
const current = makeStore<Locale>(DEFAULT_LOCALE);
let wanted: Locale = DEFAULT_LOCALE;
const held = new Map<string, Texts>();
const coming = new Map<string, Promise<void>>();
const translations = new Map<string, Translation<Asked>>();

const place = (locale: Locale, area: string) => `${locale} ${area}`;
const heldIn = (locale: Locale, area: string) => held.get(place(locale, area));

/** @returns the promise of an area's texts, the same one each time. It never fails: a file that cannot be had leaves American English. */
function textsOf(locale: Locale, area: string): Promise<void> {
  const at = place(locale, area);
  let promise = coming.get(at);
  if (!promise) {
    const beneath = locale === PARTIAL ? textsOf(DEFAULT_LOCALE, area) : undefined;
    promise = load(locale, area)
      .catch(() => undefined)
      .then(async (texts) => {
        if (texts === undefined && locale !== DEFAULT_LOCALE) await textsOf(DEFAULT_LOCALE, area);
        await beneath;
        held.set(at, texts ?? {});
        // What React reads of a promise that it has waited for: nothing waits for these texts again.
        Object.assign(coming.get(at)!, { status: 'fulfilled' });
      });
    coming.set(at, promise);
  }
  return promise;
}

/** Begins to speak. @param first the areas that are loaded before anything shows. */
export async function startTexts(from: Load, locale: Locale, first: readonly Area[]): Promise<void> {
  load = from;
  await Promise.all(first.map((area) => textsOf(locale, area)));
  wanted = locale;
  current.set(locale);
}

/** Hears of each language from here on. */
export function onLanguage(listener: (locale: Locale) => void): void {
  current.listen(() => listener(current.get()));
}

/** Changes the language once all that was shown in another one is there. Of several changes the last counts. */
export async function changeLanguage(locale: Locale): Promise<void> {
  wanted = locale;
  const areas = new Set([...coming.keys()].map((at) => at.split(' ')[1]!));
  await Promise.all([...areas].map((area) => textsOf(locale, area)));
  if (wanted === locale) current.set(locale);
}

/** @returns what speaks the present language, for what happens outside of components. The area's texts must be loaded already. */
export function translation<A extends Area>(area: A): Translation<A> {
  const at = place(current.get(), area);
  if (!translations.has(at)) translations.set(at, translate(current.get(), area, heldIn) as unknown as Translation<Asked>);
  return translations.get(at) as unknown as Translation<A>;
}

/** @returns the words of the areas in the reader's language, the same functions until it changes. Suspends while they load. */
export function useTranslation<const A extends Asked>(areas: A): Translation<A> {
  const language = useStore(current);
  const names: readonly Area[] = typeof areas === 'string' ? [areas] : areas;
  awaited(names.map((area) => textsOf(language, area)));
  return translation(names[0]!) as unknown as Translation<A>;
}

/** React knows the promises of a component by their order: each render asks for the same ones, those that are there too. */
function awaited(promises: readonly Promise<void>[]): void {
  for (const promise of promises) use(promise);
}
