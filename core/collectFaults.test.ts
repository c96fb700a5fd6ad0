import { describe, expect, it } from 'vitest';
import { type Check, collectFaults, faultOfIssues, inSchema } from './collectFaults.ts';
import { type Fault, invalid, notFound, fault as refusal, words } from './fault.ts';

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
      check(refuse(invalid('name', 'nameUpTo', { most: 60 })));
      check(() => 'fine');
      check(refuse(invalid('birthday', 'bornLater')));
      check(refuse(invalid('name', 'thereTwice', { name: 'Ann' })));
    });
    expect(fault).toMatchObject({ code: 'INVALID_INPUT', message: 'Enter a name of 1 to 60 characters', field: 'name' });
    expect(fault.fields).toEqual([
      { field: 'name', words: { key: 'nameUpTo', values: { most: 60 } } },
      { field: 'birthday', words: { key: 'bornLater', values: {} } },
    ]);
  });

  it('leaves a single refusal as it is', () => {
    expect(refusalOf((check) => check(refuse(invalid('name', 'nameUpTo', { most: 60 })))).fields).toBeUndefined();
  });

  it('merges faults of nested collections and of the fault that ended the check', async () => {
    const inner = (check: Check) => {
      check(refuse(invalid('list.0', 'needed')));
      check(refuse(invalid('list.1', 'needed')));
    };
    const fault = refusalOf((check) => {
      check(() => collectFaults(inner));
      throw invalid('last', 'needed');
    });
    expect(fault.fields?.map(({ field }) => field)).toEqual(['list.0', 'list.1', 'last']);
    const later = collectFaults(async (check) => {
      await check(async () => refuse(invalid('one', 'needed'))());
      await check(async () => refuse(invalid('two', 'needed'))());
    });
    await expect(later).rejects.toMatchObject({ field: 'one', fields: [{ field: 'one' }, { field: 'two' }] });
  });

  it('rethrows anything but a wrong field: a conflict, a missing record, a defect', () => {
    for (const error of [notFound('accountNotFound'), refusal('CONFLICT', 'userChanged', {}, 'revision'), new TypeError('defect')])
      expect(
        refusalOf((check) => {
          check(refuse(invalid('name', 'nameUpTo', { most: 60 })));
          check(refuse(error as Fault));
        }),
      ).toBe(error);
  });

  it('reads what a schema found: the words of its own checks, and what the schema itself says', () => {
    const fault = faultOfIssues('settings', [
      { path: ['days'], message: inSchema(words('wholeBetween', { least: 1, most: 9 })) },
      { path: ['name'], message: 'Invalid input: expected string' },
      { path: ['name'], message: 'Too small' },
    ]);
    expect(fault).toMatchObject({ field: 'settings.days', message: 'Enter a whole number from 1 to 9' });
    expect(fault.fields?.map(({ field, words: { key, values } }) => [field, key, values])).toEqual([
      ['settings.days', 'wholeBetween', { least: 1, most: 9 }],
      ['settings.name', 'valueWrong', { reason: 'Invalid input: expected string' }],
    ]);
    expect(faultOfIssues('settings', [])).toMatchObject({ field: 'settings', words: { key: 'needed' } });
  });
});
