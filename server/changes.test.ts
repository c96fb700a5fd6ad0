/** What mutations say they outdate: a screen that shows what one changed must reload. */
import { type DocumentNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fieldsOf, nameOf, queriesThatHold, readChanges } from '../scripts/generate.documents.ts';
import { readContract } from './platform/contract.ts';
import { SERVICES } from './services.ts';

const contracts = new Map(SERVICES.filter(({ name }) => name !== 'mocks').map(({ name }) => [name, parse(readContract(name))]));

describe('@changes', () => {
  it('names every query of the service whose answer holds what the mutation gives', () => {
    const forgotten = [...readChanges(contracts)].flatMap(([service, changes]) => {
      const contract = contracts.get(service)!;
      return fieldsOf(contract, 'Mutation').flatMap(({ name, type }) => {
        const named = changes.get(name.value);
        // What says that nothing changes is a heartbeat.
        if (!named || named.length === 0 || /^(Boolean|Int|String|ID|JSON)$/.test(nameOf(type))) return [];
        return queriesThatHold(contract, nameOf(type))
          .filter((query) => !named.includes(query))
          .map((query) => `${name.value}: ${query}`);
      });
    });
    expect(forgotten).toEqual([]);
  });

  it('is refused for a query or a type that is not there', () => {
    const saying = (directive: string): ReadonlyMap<string, DocumentNode> =>
      new Map([['some', parse(`type Query { one: One } type One { id: ID } type Mutation { change: One ${directive} }`)]]);
    expect(readChanges(saying('@changes(types: ["One"])')).get('some')?.get('change')).toEqual(['one']);
    expect(() => readChanges(saying('@changes(queries: ["two"])'))).toThrow('change: @changes names the query "two"');
    expect(() => readChanges(saying('@changes(types: ["Two"])'))).toThrow('change: @changes names the type "Two"');
  });
});
