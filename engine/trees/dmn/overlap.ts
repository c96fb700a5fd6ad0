/** Whether two rules of a table may apply to the same claim. */
import { meet, type Parts, partsOf } from '../box.ts';
import { answersOf, domainOf, type Setting } from '../domain.ts';
import type { TableRow } from '../table.ts';

/** Amounts with the most digits of any currency: values between any two that are compared. */
const SETTING: Setting = { today: '2026-01-01' as Setting['today'], currency: 'CLF' };

/**
 * @param ruleOf which rule a row comes from; rows of one rule may overlap. @returns the first two rules that overlap for certain. What the
 * analysis can't compare, such as parts of texts, overlaps with nothing.
 */
export function overlapOf(rows: readonly TableRow[], ruleOf: (row: number) => number): readonly [rule: number, other: number] | null {
  const regions = regionsOf(rows);
  for (const [index, region] of regions.entries())
    for (let other = 0; other < index; other++) {
      if (ruleOf(other) === ruleOf(index)) continue;
      const there = regions[other]!;
      if (region.every((parts, column) => meets(parts, there[column]!))) return [ruleOf(other), ruleOf(index)];
    }
  return null;
}

/** For each row and column the parts of the values it takes; all: any value; unknown: can't be compared. */
type Region = Parts | 'all' | 'unknown';

function regionsOf(rows: readonly TableRow[]): Region[][] {
  const columns = rows[0]?.cells.length ?? 0;
  const regions: Region[][] = rows.map(() => []);
  for (let column = 0; column < columns; column++) {
    const blocks = rows.flatMap(({ cells }) => cells[column]!);
    const domain = blocks[0] ? domainOf(blocks[0].variable, blocks, SETTING) : null;
    for (const [index, { cells }] of rows.entries()) {
      const cell = cells[column]!;
      if (cell.length === 0) regions[index]!.push('all');
      else if (!domain || typeof domain === 'string') regions[index]!.push('unknown');
      else {
        const answers = cell.map((block) => answersOf(domain, block, SETTING));
        regions[index]!.push(partsOf(answers[0]!.map((_, part) => answers.every((each) => each[part]))));
      }
    }
  }
  return regions;
}

function meets(left: Region, right: Region): boolean {
  if (left === 'all' || right === 'all') return true;
  return left !== 'unknown' && right !== 'unknown' && meet(left, right);
}
