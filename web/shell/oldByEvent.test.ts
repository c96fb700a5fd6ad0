import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../core/events/catalogue.ts';
import { answers, makeOld } from './answers.ts';
import { oldByEvent } from './oldByEvent.ts';

const events = Object.values(EVENT_TYPES).flat();

it('names only queries that some service has', () => {
  const contracts = globSync('server/services/*/*.graphql')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const named = new Set(events.flatMap((type) => oldByEvent(type) ?? []));
  expect([...named].filter((query) => !new RegExp(`^  ${query}\\(`, 'm').test(contracts))).toEqual([]);
  expect(named.size).toBeGreaterThan(10);
});

it('takes everything for outdated after an event that may change anything, and after events that are not told one by one', () => {
  expect(oldByEvent('ledgerEntryBooked')).toBeUndefined();
  expect(oldByEvent(null)).toBeUndefined();
  expect(oldByEvent('noteAdded')).not.toContain('getAccountDataV2');
});

it('a change makes the answers of the queries it names old, and without names all of them', () => {
  const keep = (name: string, fields: readonly string[]) => {
    answers.setQueryData([name], {});
    answers
      .getQueryCache()
      .find({ queryKey: [name] })!
      .setOptions({ queryKey: [name], meta: { fields } });
  };
  const old = () => {
    const queries = answers.getQueryCache().getAll();
    return queries.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey[0]);
  };
  keep('Account', ['getAccountDataV2']);
  keep('Diary', ['getAllDiaryEvents']);
  keep('Payments', ['getAccountPayments', 'getAccountInstalments']);
  makeOld({ fields: [] });
  expect(old()).toEqual([]);
  makeOld({ service: 'notes', fields: ['listNotes', 'getAllDiaryEvents', 'getAccountInstalments'] });
  expect(old()).toEqual(['Diary', 'Payments']);
  makeOld({});
  expect(old()).toEqual(['Account', 'Diary', 'Payments']);
  answers.clear();
});
