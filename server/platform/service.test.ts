import { expect, it } from 'vitest';
import { presentError } from './service.ts';

it('tells of the database’s limit of time as EXECUTION_TIMEOUT, so that it may be asked again, and of a defect as a number', () => {
  const slow = presentError(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }));
  expect(slow.extensions).toEqual({ code: 'EXECUTION_TIMEOUT' });
  expect(slow.message).toContain('Execution timeout');
  const defect = presentError(new Error('a detail that is nobody’s business'));
  expect(defect.extensions.code).toBe('INTERNAL');
  expect(defect.message).not.toContain('detail');
  expect(defect.message).toContain(String(defect.extensions.incident));
});
