import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokensOf = (block: string) => new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]));
const [light, dark] = css.split(/:root\[data-mantine-color-scheme='dark'\]/).map(tokensOf) as [Map<string, string>, Map<string, string>];

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Text colour and the grounds it stands on. */
const PAIRS: Record<string, string[]> = {
  ink: ['paper', 'surface', 'sunken', 'brand-soft'],
  ink2: ['paper', 'surface', 'sunken', 'brand-soft'],
  ink3: ['paper', 'surface', 'sunken'],
  brand: ['surface', 'paper'],
  'brand-strong': ['brand-soft', 'surface'],
  'on-brand': ['brand', 'bad'],
  warn: ['warn-soft', 'surface'],
  bad: ['bad-soft', 'surface'],
  info: ['info-soft', 'surface'],
  violet: ['violet-soft', 'surface'],
  'on-bar': ['bar'],
  'on-bar2': ['bar'],
};

describe.each([
  ['light', light],
  ['dark', dark],
])('every text of the %s theme is readable (WCAG AA, 4.5:1)', (_, tokens) => {
  it.each(Object.entries(PAIRS).flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    '%s on %s',
    (text, ground) => {
      expect(contrast(tokens.get(text)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
