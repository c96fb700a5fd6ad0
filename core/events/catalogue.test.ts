import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../locale.ts';
import { EVENT_TYPES, eventLook, isEventType } from './catalogue.ts';
import { EVENTS, eventTypesOf } from './events.ts';

const types = Object.values(EVENT_TYPES).flat();
const wordsIn = (locale: string) =>
  (JSON.parse(readFileSync(`web/shell/i18n/${locale}/events.json`, 'utf8')) as { type?: Readonly<Record<string, string>> }).type;

describe('the catalogue of events', () => {
  it('declares each kind once, and nothing else', () => {
    expect(new Set(types).size).toBe(types.length);
    expect(Object.keys(EVENTS).sort()).toEqual([...types].sort());
  });

  it.each(LOCALES)('has words for every kind in %s', (locale) => {
    const words = { ...(locale === 'en_GB' && wordsIn('en_US')), ...wordsIn(locale) };
    expect(types.filter((type) => !words[type])).toEqual([]);
  });

  it('knows nothing of what extensions add, nor of what every object has', () => {
    expect(['extensionDidSomething', 'constructor'].map((type) => [isEventType(type), eventLook(type)])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
  });

  it('finds kinds by what of a person they tell', () => {
    expect(eventTypesOf('signIns')).toContain('userSignedIn');
    expect(eventTypesOf('signIns')).not.toContain('noteAdded');
  });
});
