import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import debtor from '../i18n/en_US/debtor.json' with { type: 'json' };
import proposals from '../i18n/en_US/proposals.json' with { type: 'json' };
import { effectOf } from './effects.ts';
import { presentValue } from './present.ts';
import { type Row, rowsOf } from './rows.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
const api = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** What may be proposed (server/api/mcp/proposals.ts): changes with a JSON body or none, but for webhooks, partners' files and the half of a file. */
const operations = Object.values(api.paths)
  .flatMap((methods) => Object.entries(methods))
  .filter(([method]) => method !== 'get')
  .map(([, operation]) => operation)
  .filter(
    ({ operationId, tags = [] }) =>
      operationId !== undefined && operationId !== 'announceFile' && !tags.includes('webhooks') && !tags.includes('partners'),
  )
  .filter(({ requestBody }) => Object.keys(requestBody?.content ?? {}).every((type) => type === 'application/json'));

/** The fields of a schema and of what lies in it, without what the client names itself. */
function fieldsOf({ $ref, properties = {}, items, anyOf = [], allOf = [] }: Schema): string[] {
  if ($ref) return fieldsOf(api.components.schemas[$ref.split('/').at(-1)!]!);
  const inner = [...(items ? [items] : []), ...anyOf, ...allOf].flatMap(fieldsOf);
  // An object of fields stands in its fields' names.
  return [
    ...inner,
    ...Object.entries(properties).flatMap(([name, of]) => (of.properties || of.$ref ? fieldsOf(of) : [name, ...fieldsOf(of)])),
  ];
}

/** Objects that the screen takes apart. */
const APART = ['meta', 'values', 'debtor', 'additionalAddresses', 'additionalContactInformation'];

describe('every change that the API makes can be read by people before they confirm it', () => {
  it.each(operations.map((operation) => [operation.operationId!, operation] as const))('%s', (name, { parameters = [], requestBody }) => {
    expect(Object.keys(proposals.operation)).toContain(name);
    const fields = [
      ...parameters.filter((each) => each.in === 'path' || each.in === 'query').map((each) => each.name),
      ...fieldsOf(requestBody?.content['application/json']?.schema ?? {}),
    ];
    const known = new Set([...Object.keys(proposals.field), ...Object.keys(debtor.field), ...APART]);
    expect(fields.filter((field) => !known.has(field))).toEqual([]);
  });

  it('what this release doesn’t know is asked once more', () => {
    expect(effectOf({ operation: 'moveMountains' })).toBe('other');
    expect(effectOf({ operation: 'constructor' })).toBe('other');
    expect(effectOf({ operation: 'addNote' })).toBe('changes');
  });
});

describe('what would be sent, as lines', () => {
  const about = { accountId: 'a', externalClaimRef: 'C-1' };
  const names = (rows: readonly Row[]) => rows.map(({ path, value, isOwn }) => [path, value, isOwn]);

  it('leaves out the account and the claim that stand above, and no other', () => {
    expect(names(rowsOf({ ...about, values: { accountId: 'a', externalClaimRef: 'C-1', text: 'Hello' } }))).toEqual([
      ['text', 'Hello', false],
    ]);
    expect(names(rowsOf({ ...about, values: { accountId: 'b' } }))).toEqual([['accountId', 'b', false]]);
  });

  it('takes objects apart; what the client names itself stays whole and says so', () => {
    const values = { debtor: { city: 'Hamburg', companyName: null }, meta: { meter: { no: 4711 } } };
    expect(names(rowsOf({ ...about, values }))).toEqual([
      // In the order of reading: the database keeps none.
      ['debtor.companyName', null, false],
      ['debtor.city', 'Hamburg', false],
      ['meta.meter', { no: 4711 }, true],
    ]);
  });

  it('nothing is lost, whatever comes', () => {
    expect(rowsOf({ ...about, values: null })).toEqual([]);
    expect(rowsOf({ ...about, values: { list: [{ a: 1 }] } })[0]?.value).toEqual([{ a: 1 }]);
  });
});

describe('what it is now', () => {
  const debtors = [{ externalDebtorRef: 'D-1', firstName: 'Ada', contactInformation: { city: 'Berlin' } }];
  const account = { meta: { meter: 1 }, optedOut: ['sms'], ceaseRequestedAt: null, assignee: null, claims: [], debtors };
  const present = (operation: string, values: Record<string, unknown>, name: string, isOwn = false) =>
    presentValue({ operation, values, externalClaimRef: null }, { path: name, name, value: null, isOwn }, account as never);

  it('is told of what is changed in place', () => {
    expect(present('updateDebtor', { externalDebtorRef: 'D-1' }, 'city')).toBe('Berlin');
    expect(present('updateDebtor', { externalDebtorRef: 'D-1' }, 'firstName')).toBe('Ada');
    expect(present('setAccountMeta', {}, 'meter', true)).toBe(1);
    expect(present('setAccountMeta', {}, 'new', true)).toBe(null);
    expect(present('setContactConsent', { channel: 'sms' }, 'optedOut')).toBe(true);
    expect(present('assignAccount', {}, 'userId')).toBe(null);
  });

  it('and not of what is only added, nor of somebody who isn’t there', () => {
    expect(present('updateDebtor', { externalDebtorRef: 'D-1' }, 'email')).toBeUndefined();
    expect(present('updateDebtor', { externalDebtorRef: 'D-2' }, 'city')).toBeUndefined();
    expect(present('addNote', {}, 'text')).toBeUndefined();
  });
});
