import { setTimeout } from 'node:timers/promises';
import { createElement, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { describe, expect, it } from 'vitest';
import type { Locale } from '../../core/locale.ts';
import { changeLanguage, onLanguage, startTexts, type Texts, type Translation, translate, translation, useTranslation } from './texts.ts';

interface Spoken {
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly group: (key: string) => object;
  readonly exists: (key: string) => boolean;
  readonly find: (key: string, values?: Record<string, unknown>) => string | null;
}

/** What speaks a language of which these texts are loaded. */
const speaking = (language: Locale, loaded: Partial<Record<Locale, Record<string, Texts>>>) =>
  translate(language, 'shell', (locale, area) => loaded[locale]?.[area]) as unknown as Spoken;

const english = {
  shell: {
    title: 'Home',
    menu: { close: 'Close {{ name }}', open: 'Open' },
    only: 'Only here',
    row_one: 'One row',
    row_other: '{{count}} rows',
  },
  events: { kind: { fee: 'Fee' } },
};

describe('a text', () => {
  it('is found by its dots, in its own area or in the one that is named', () => {
    const { t } = speaking('en_US', { en_US: english });
    expect([t('title'), t('menu.open'), t('events:kind.fee')]).toEqual(['Home', 'Open', 'Fee']);
  });

  it('is filled in once, with what there is', () => {
    const { t } = speaking('en_US', { en_US: english });
    expect(t('menu.close', { name: '{{count}} $& <b>', count: 2 })).toBe('Close {{count}} $& <b>');
    expect([t('menu.close'), t('menu.close', { name: null }), t('menu.close', { name: 0 })]).toEqual(['Close ', 'Close ', 'Close 0']);
  });

  it('counts as its language does, and takes the plain text where it has no plural', () => {
    const spanish = { shell: { row_one: '{{count}} fila', row_many: '{{count}} de filas', row_other: '{{count}} filas', title: 'Inicio' } };
    const { t } = speaking('es_ES', { en_US: english, es_ES: spanish });
    expect([1, 2, 1_000_000].map((count) => t('row', { count }))).toEqual(['1 fila', '2 filas', '1000000 de filas']);
    expect(t('title', { count: 2 })).toBe('Inicio');
  });

  it('that a language lacks is said in American English, by the plural of that', () => {
    const { t } = speaking('de_DE', { en_US: english, de_DE: { shell: { title: 'Start' } } });
    expect([t('title'), t('only'), t('row', { count: 1 }), t('events:kind.fee')]).toEqual(['Start', 'Only here', 'One row', 'Fee']);
    expect(speaking('en_GB', { en_US: english }).t('only')).toBe('Only here');
  });

  it('that is nowhere is its key', () => {
    const { t } = speaking('de_DE', { en_US: english });
    expect([t('menu.none'), t('events:kind.none'), t('other:title'), t('menu'), t('title.of'), t('constructor')]).toEqual([
      'menu.none',
      'kind.none',
      'title',
      'menu',
      'title.of',
      'constructor',
    ]);
  });

  it('is found by a key that is put together, or is none', () => {
    const { find } = speaking('de_DE', { en_US: english });
    expect([find('title'), find('events:kind.fee'), find('menu'), find('none')]).toEqual([english.shell.title, 'Fee', null, null]);
  });

  it('exists by exactly its key; groups are handed out whole', () => {
    const { exists, group } = speaking('de_DE', { en_US: english });
    expect([exists('title'), exists('events:kind.fee'), exists('menu'), exists('row'), exists('none')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(group('events:kind')).toEqual({ fee: 'Fee' });
    expect([group('none'), group('title')]).toEqual([{}, {}]);
    const british = { shell: { menu: { close: 'Close it' } } };
    expect(speaking('en_GB', { en_US: english, en_GB: british }).group('menu')).toEqual({ close: 'Close it', open: 'Open' });
  });
});

describe('the language', () => {
  const said = (area: string) => translation(area as never) as unknown as Translation<never> & Spoken;

  it('changes once its texts are there, and the last of several changes counts', async () => {
    const asked: string[] = [];
    const answers = new Map<string, () => void>();
    const load = (locale: Locale, area: string) => {
      asked.push(`${locale} ${area}`);
      const texts = { hello: `${area} in ${locale}` };
      return locale === 'nl_NL' ? new Promise<Texts>((resolve) => answers.set(area, () => resolve(texts))) : Promise.resolve(texts);
    };
    await startTexts(load, 'de_DE', ['shell' as never]);
    expect(said('shell').t('hello')).toBe('shell in de_DE');
    expect(said('shell')).toBe(said('shell'));
    // A complete language asks for nothing of another one.
    expect(asked).toEqual(['de_DE shell']);

    const heard: Locale[] = [];
    onLanguage((locale) => heard.push(locale));
    const slow = changeLanguage('nl_NL');
    await changeLanguage('es_ES');
    expect(said('shell').t('hello')).toBe('shell in es_ES');
    answers.get('shell')!();
    await slow;
    expect(said('shell').t('hello')).toBe('shell in es_ES');
    await changeLanguage('nl_NL');
    expect(said('shell').t('hello')).toBe('shell in nl_NL');
    expect(heard).toEqual(['es_ES', 'nl_NL']);
    expect(asked).toEqual(['de_DE shell', 'nl_NL shell', 'es_ES shell']);
  });

  it('has American English beneath British English, which holds only what differs', async () => {
    const asked: string[] = [];
    const load = async (locale: Locale, area: string) => {
      asked.push(`${locale} ${area}`);
      return (locale === 'en_GB' ? { colour: 'Colour' } : { colour: 'Color', hello: 'Hello' }) as Texts;
    };
    await startTexts(load, 'en_GB', ['beneath' as never]);
    expect([said('beneath').t('colour'), said('beneath').t('hello')]).toEqual(['Colour', 'Hello']);
    expect(asked.sort()).toEqual(['en_GB beneath', 'en_US beneath']);
  });

  it('falls back to American English for a file that cannot be had', async () => {
    const load = async (locale: Locale, area: string) => {
      if (locale === 'de_DE' && area === 'gone') throw new Error('404');
      return locale === 'de_DE' ? undefined : { hello: `${area} in ${locale}` };
    };
    await startTexts(load, 'de_DE', ['gone' as never, 'none' as never]);
    expect([said('gone').t('hello'), said('none').t('hello')]).toEqual(['gone in en_US', 'none in en_US']);
  });

  it('is not spoken before each area is there, in whatever order they come', async () => {
    const waits: Record<string, number> = { early: 5, late: 60, last: 30 };
    await startTexts(async (_, area) => setTimeout(waits[area] ?? 0, { hello: `${area} here` }), 'en_US', ['shell' as never]);
    const Screen = () => {
      const { t } = useTranslation(['early', 'late'] as never) as unknown as Spoken;
      const last = useTranslation('last' as never) as unknown as Spoken;
      return createElement('p', null, [t('hello'), t('late:hello'), last.t('hello')].join(', '));
    };
    const stream = await renderToReadableStream(createElement(Suspense, { fallback: '…' }, createElement(Screen)));
    await stream.allReady;
    expect(await new Response(stream).text()).toContain('early here, late here, last here');
  });
});
