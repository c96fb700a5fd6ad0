import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ArchiveNames, safeName } from './archiveNames.ts';

const names = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '..',
    '.',
    '',
    ' ',
    '/',
    '..\\..\\x',
    'C:\\x',
    'nul',
    'COM1.txt',
    'a.',
    `${'a'.repeat(200)}.pdf`,
    '\ud800',
    'x\u202efdp.exe',
  ),
);

it('lead nowhere, can be written on any system, and keep their extension', () => {
  fc.assert(
    fc.property(names, (name) => {
      const safe = safeName(name);
      expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]|^[.\s]|[.\s]$|^$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu);
      expect([...safe].length).toBeLessThanOrEqual(100);
    }),
  );
  expect(safeName(`${'a'.repeat(200)}.pdf`)).toMatch(/^a{96}\.pdf$/);
});

it('are each somebody’s alone, also where capitals are the same', () => {
  fc.assert(
    fc.property(fc.array(names, { maxLength: 30 }), (given) => {
      const unique = new ArchiveNames();
      const paths = given.map((name) => unique.pathOf('folder', name).toLowerCase());
      expect(new Set(paths).size).toBe(paths.length);
      for (const path of paths) expect(path).toMatch(/^folder\/[^/]+$/);
    }),
  );
});
