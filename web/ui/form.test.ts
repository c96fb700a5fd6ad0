import { describe, expect, it } from 'vitest';
import { faultOf, faultsOf } from './fault.ts';
import { errorAt, fieldErrors, fieldsOf } from './form.ts';

const refusal = (...errors: { message: string; code?: string; field?: string }[]) => ({
  errors: errors.map(({ message, code, field }) => ({ message, extensions: { ...(code && { code }), ...(field && { field }) } })),
});

/** What the element beside a field is given to say. */
const said = (element: unknown) => (element as { props: { fault: { message: string } } }).props.fault.message;

describe('a refusal of the server', () => {
  it('stands beside the field it names, under the argument’s name or without', () => {
    const error = refusal(
      { message: 'not a day', code: 'INVALID_INPUT', field: 'task.dueDate' },
      { message: 'too long', code: 'INVALID_INPUT', field: 'note' },
    );
    const { errors, rest } = fieldErrors(error, ['dueDate', 'note'], 'task');
    expect([said(errors.dueDate), said(errors.note), rest]).toEqual(['not a day', 'too long', []]);
  });

  it('stands at the outer field when it names a part of it', () => {
    expect(said(fieldErrors(refusal({ message: 'unknown', field: 'tags.3' }), ['tags']).errors.tags)).toBe('unknown');
  });

  it('stands at the field inside a group or a list when it names one', () => {
    const fields = fieldsOf({ name: '', tags: ['a'], limits: { most: 3, intervals: ['weekly'] }, rates: [{ from: '' }] });
    const error = refusal(...['limits.most', 'limits.intervals.0', 'rates.0.from', 'tags.0'].map((field) => ({ message: field, field })));
    expect(Object.keys(fieldErrors(error, fields).errors)).toEqual(['limits.most', 'limits.intervals', 'rates.0.from', 'tags']);
  });

  it('stands at the column of a list when it names no row, and is found from the list too', () => {
    const { errors } = fieldErrors(
      refusal({ message: 'unknown', field: 'groups.role' }),
      fieldsOf({ groups: [{ role: '', partners: [] }] }),
    );
    expect(Object.keys(errors)).toEqual(['groups.role']);
    expect([said(errorAt(errors, 'groups')), errorAt(errors, 'group')]).toEqual(['unknown', undefined]);
  });

  it('is not lost when no field is its own', () => {
    const { errors, rest } = fieldErrors(refusal({ message: 'changed', code: 'CONFLICT' }, { message: 'x', field: 'other' }), ['note']);
    expect(errors).toEqual({});
    expect(rest.map((fault) => fault.message)).toEqual(['changed', 'x']);
  });
});

it('tells a server that was not reached from one that failed', () => {
  expect(faultOf(new TypeError('Failed to fetch')).code).toBe('NETWORK');
  expect(faultOf(Object.assign(new Error('Bad gateway'), { statusCode: 502 })).code).toBe('NETWORK');
  expect(faultOf(Object.assign(new Error('Received status code 500'), { statusCode: 500 })).code).toBe('INTERNAL');
  expect(faultOf(new Error('defect')).code).toBe('INTERNAL');
  expect(faultsOf(refusal({ message: 'a', code: 'FORBIDDEN' }))[0]).toEqual({ code: 'FORBIDDEN', message: 'a', field: null });
});
