/** Pages, commands and files that the documentation mentions exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './platform/config.ts';

const root = projectRoot();
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}));
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** @returns every match of the pattern's first group, with its page. */
const found = (pattern: RegExp) =>
  pages.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((match) => ({ file, what: match[1]! })));

it('links to existing pages', () => {
  const links = found(/\]\(([^)#\s]+)[^)]*\)/g).filter(({ what }) => !/^(https?|mailto):/.test(what));
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, what }) => !existsSync(path.join(root, path.dirname(file), what)))).toEqual([]);
});

it('mentions existing commands', () => {
  const commands = found(/npm run ([a-z][\w:-]*)/g);
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ what }) => !(what in scripts))).toEqual([]);
});

it('mentions existing programs', () => {
  const programs = found(/\b((?:server|scripts|deploy)\/[\w./-]+\.(?:ts|mjs|service|sql))\b/g);
  expect(programs.length).toBeGreaterThan(20);
  expect(programs.filter(({ what }) => !existsSync(path.join(root, what)))).toEqual([]);
});
