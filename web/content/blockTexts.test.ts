import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { FieldLayout } from '../../blocks/block.ts';
import { GROUPS } from '../../blocks/block.ts';
import { BLOCKS } from '../../blocks/catalogue.ts';
import { CHECKS } from '../../blocks/checks.ts';
import { PROBLEMS } from '../../blocks/read.ts';

type Texts = { [key: string]: string | Texts };

it('names every block with its fields and options, and every problem and check', () => {
  const texts = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../shell/i18n/en_US/blocks.json'), 'utf8')) as Texts;
  const textOf = (key: string) =>
    key.split('.').reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : at), texts);
  const layouts = BLOCKS.flatMap(({ layout }) => Object.entries(layout as Record<string, FieldLayout>));
  const keys = [
    ...BLOCKS.flatMap(({ type }) => [`block.${type}.name`, `block.${type}.about`]),
    ...BLOCKS.flatMap(({ texts: own }) => Object.keys(own).map((field) => `field.${field}`)),
    ...layouts.map(([field]) => `field.${field}`),
    ...layouts.flatMap(([field, { options = [] }]) => options.map((option) => `option.${field}.${option}`)),
    ...GROUPS.map((group) => `group.${group}`),
    ...Object.keys(CHECKS).map((key) => `check.${key}`),
    ...PROBLEMS.map((key) => `problem.${key}`),
  ];
  expect(keys.filter((key) => typeof textOf(key) !== 'string')).toEqual([]);
});
