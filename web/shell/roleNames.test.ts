import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN_ROLES } from '../../core/roles.ts';

it('every built-in role has a name that people read', () => {
  const { builtIn } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'i18n/en_US/roleNames.json'), 'utf8')) as { builtIn: object };
  expect(Object.keys(builtIn).sort()).toEqual(BUILT_IN_ROLES.map((role) => role.name).sort());
});
