/** What a selection offers is what the server does: under the same name, over the same things, with the same permission. */
import { expect, it } from 'vitest';
import '../server/server.ts';
import { definitionOf } from '../server/services/account/bulk/bulk.definition.logic.ts';
import { BULK_ACTIONS, type BulkAction } from '../web/shell/bulk/actions.ts';
import lists from '../web/shell/i18n/en_US/lists.json' with { type: 'json' };

const actions: readonly BulkAction[] = BULK_ACTIONS;

it.each(actions.map((action) => [action.name, action] as const))('%s is the same action on both sides', (name, { units, permission }) => {
  const { permission: demanded, accounts, claims } = definitionOf(name);
  expect([demanded.domain, demanded.action]).toEqual(permission);
  for (const unit of units) expect(unit === 'account' ? accounts : claims, unit).toBeDefined();
});

it.each(actions.map((action) => [action.name, action] as const))('%s has its question in words', (name, { units }) => {
  expect(Object.keys(lists.action)).toContain(name);
  expect(Object.keys(lists.running)).toContain(name);
  for (const unit of units)
    expect([Object.keys(lists.ask[unit]), Object.keys(lists.detail[unit])]).toEqual([
      expect.arrayContaining([`${name}_one`, `${name}_other`]),
      expect.arrayContaining([name]),
    ]);
});
