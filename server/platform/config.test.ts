/** docs/CONFIGURATION.md lists exactly the environment variables that the code reads. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot, readConfig, VARIABLES } from './config.ts';

/** Read by libraries we use: documented because operators need them. */
const READ_BY_LIBRARIES = new Set(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'OTEL_SERVICE_NAME']);
const INTERNAL = new Set(['QUITTANCE_WEB_ELSEWHERE', 'AWS_EXECUTION_ENV', 'TMPDIR', 'XDG_DATA_HOME', 'QUITTANCE_TEST_ID']);

const page = readFileSync(path.join(projectRoot(), 'docs', 'CONFIGURATION.md'), 'utf8');
const documented = new Set(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1]!)),
);

/** Every variable that a file of the product reads by name. */
function readByName(): Set<string> {
  const files = globSync(['server/**/*.ts', 'scripts/*.{ts,mjs}'], { cwd: projectRoot(), exclude: ['**/*.test.ts', '**/*testing*'] });
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(path.join(projectRoot(), file), 'utf8').matchAll(/process\.env\.([A-Z][A-Z0-9_]+)/g)].map((match) => match[1]!),
    ),
  );
}

it('documents every variable that the code reads', () => {
  const read = [...VARIABLES, ...readByName()].filter((name) => !INTERNAL.has(name));
  expect(read.filter((name) => !documented.has(name))).toEqual([]);
});

it('documents no variable that the code does not read', () => {
  const known = new Set([...VARIABLES, ...readByName(), ...READ_BY_LIBRARIES]);
  expect([...documented].filter((name) => !known.has(name))).toEqual([]);
});

it('names the invalid variable', () => {
  expect(() => readConfig({ PORT: 'many' })).toThrow('PORT');
});
