import { describe, expect, it } from 'vitest';
import { type Check, collectFaults } from './collectFaults.ts';
import { Fault, invalid, notFound } from './fault.ts';
import { invalidField } from './faultTexts.ts';

const refuse = (fault: Fault) => () => {
  throw fault;
};
function refusalOf(read: (check: Check) => unknown): Fault {
  try {
    collectFaults(read);
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was refused');
}

describe('collecting faults', () => {
  it('returns the values if nothing is wrong, synchronously or not', async () => {
    expect(collectFaults((check) => check(() => 2)! + check(() => 3)!)).toBe(5);
    expect(await collectFaults(async (check) => (await check(async () => 2))! + 1)).toBe(3);
  });

  it('names every wrong field in order, the first one as it would have been alone', () => {
    const fault = refusalOf((check) => {
      check(refuse(invalid('name', 'Too long')));
      check(() => 'fine');
      check(refuse(invalidField('birthday', 'bornLater')));
      check(refuse(invalid('name', 'This name appears twice')));
    });
    expect(fault).toMatchObject({ code: 'INVALID_INPUT', message: 'Too long', field: 'name' });
    expect(fault.fields).toEqual([
      { field: 'name', message: 'Too long' },
      { field: 'birthday', message: 'The date of birth can’t be in the future', words: { key: 'bornLater', values: {} } },
    ]);
  });

  it('leaves a single refusal as it is', () => {
    expect(refusalOf((check) => check(refuse(invalid('name', 'Too long')))).fields).toBeUndefined();
  });

  it('merges faults of nested collections and of the fault that ended the check', async () => {
    const inner = (check: Check) => {
      check(refuse(invalid('list.0', 'a')));
      check(refuse(invalid('list.1', 'b')));
    };
    const fault = refusalOf((check) => {
      check(() => collectFaults(inner));
      throw invalid('last', 'c');
    });
    expect(fault.fields?.map(({ field }) => field)).toEqual(['list.0', 'list.1', 'last']);
    const later = collectFaults(async (check) => {
      await check(async () => refuse(invalid('one', 'a'))());
      await check(async () => refuse(invalid('two', 'b'))());
    });
    await expect(later).rejects.toMatchObject({ field: 'one', fields: [{ field: 'one' }, { field: 'two' }] });
  });

  it('rethrows anything but a wrong field: a conflict, a missing record, a defect', () => {
    for (const error of [notFound('Account'), new Fault('CONFLICT', 'Changed', 'revision'), new TypeError('defect')])
      expect(
        refusalOf((check) => {
          check(refuse(invalid('name', 'Too long')));
          check(refuse(error as Fault));
        }),
      ).toBe(error);
  });
});
