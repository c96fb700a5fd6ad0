import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../core/events/catalogue.ts';
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
