import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FEATURE_FLAGS, isFlagOn, STATIC_FLAGS, UNBUILT_FLAGS } from './featureFlags.ts';

const root = path.resolve(import.meta.dirname, '..');

describe('a flag', () => {
  it('follows the client, else the installation, else the default', () => {
    expect(isFlagOn('PARTNERS', { PARTNERS: true }, [])).toBe(true);
    expect(isFlagOn('PARTNERS', ['PARTNERS'], [])).toBe(true);
    expect(isFlagOn('i18n', { i18n: false }, ['i18n'])).toBe(false);
    expect(isFlagOn('PARTNERS', {}, ['PARTNERS'])).toBe(true);
    expect(isFlagOn('PARTNERS', { PARTNERS: false }, ['PARTNERS'])).toBe(false);
    for (const own of [{}, [], null, { PARTNERS: 'yes' }]) {
      expect(isFlagOn('i18n', own, [])).toBe(true);
      expect(isFlagOn('PARTNERS', own, [])).toBe(false);
    }
  });

  it('is read somewhere, or is listed as unbuilt and off', () => {
    const files = globSync(['web/**/*.{ts,tsx}', 'server/**/*.ts', 'core/screens.ts', 'core/modules.ts'], { cwd: root });
    const sources = files
      .filter((file) => !/\.test\.ts$|\.graphql\.ts$/.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8'));
    const decides = (flag: string) => sources.some((source) => source.includes(`'${flag}'`));
    for (const flag of FEATURE_FLAGS) expect(decides(flag), flag).toBe(!UNBUILT_FLAGS.has(flag));
    for (const flag of UNBUILT_FLAGS) expect(STATIC_FLAGS[flag] ?? false, flag).toBe(false);
  });

  it('is documented', () => {
    const documented = readFileSync(path.join(root, 'docs/decisions/flags.md'), 'utf8');
    for (const flag of FEATURE_FLAGS) expect(documented).toContain(`\`${flag}\``);
  });
});
