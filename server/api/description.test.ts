/** The description of the REST API: it is the one that lies in docs/, a public linter finds nothing wrong with it, and it says what is so. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { API_SCOPES } from '../../core/apiScopes.ts';
import { projectRoot } from '../platform/config.ts';
import { describeApi } from './description.ts';
import { ENDPOINTS } from './endpoints.ts';
import { pageOf } from './page.ts';

const docs = (name: string) => readFileSync(path.join(projectRoot(), 'docs', name), 'utf8');
const lint = async (description: object) =>
  lintFromString({
    source: JSON.stringify(description),
    absoluteRef: path.join(projectRoot(), 'docs', 'openapi.json'),
    config: await createConfig({
      extends: ['recommended'],
      rules: { 'operation-operationId-unique': 'error', 'no-ambiguous-paths': 'error' },
    }),
  });

it('is what lies in docs', () => {
  const description = describeApi();
  expect(docs('openapi.json')).toBe(`${JSON.stringify(description, null, 2)}\n`);
  expect(docs('API.md')).toBe(pageOf(description));
});

it('passes a public linter without a word, which finds what is wrong', async () => {
  const description = describeApi();
  expect((await lint(description)).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  const broken = { ...(description.paths['/claims']!.get as object), parameters: [{ name: 'limit' }] };
  const wrong = await lint({ ...description, paths: { ...description.paths, '/claims': { get: broken } } });
  expect(wrong.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
});

it('gives every scope something to do, and reading only to those that read', () => {
  expect(new Set(ENDPOINTS.map(({ scope }) => scope))).toEqual(new Set(API_SCOPES));
  for (const { name, method, scope } of ENDPOINTS) expect(scope.endsWith(':read'), name).toBe(method === 'GET');
});

it('names each endpoint once, in few words', () => {
  expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length);
  for (const { name, summary } of ENDPOINTS) expect(summary.length, name).toBeLessThan(80);
});
