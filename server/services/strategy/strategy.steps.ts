/** Reads steps as a caller hands them in: text that must be a JSON array of steps. */
import { z } from 'zod';
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { invalid } from '../../../core/fault.ts';

import { fromTree, type TreeStep } from '../../../engine/graph/tree.ts';
import type { Step } from '../../../engine/types.ts';
import { MOST_LEVELS, nestingOf } from '../../platform/edge/body.ts';

/** A strategy of thousands of steps is a mistake, and its canvas would not open. */
const MOST_STEPS = 2000;
const id = z.string().min(1).max(100);
const target = id.nullable().optional();

const schema = z
  .array(
    z.object({
      id,
      stepType: z.string().min(1).max(100),
      stepState: z.record(z.string(), z.unknown()).default({}),
      down: target,
      left: target,
      right: target,
      outputs: z.record(z.string().regex(/^[a-z]\w{0,59}$/i), id.nullable()).optional(),
      x: z.number().optional(),
      y: z.number().optional(),
    }),
  )
  .max(MOST_STEPS);

/** @returns the steps, without the flags that an editor keeps on them (specification 3, section 3). @throws Fault INVALID_INPUT naming the place, e.g. "steps.3.stepType". */
export function savedSteps(text: string): Step[] {
  // Before anything walks through it by calling itself.
  if (nestingOf(text) > MOST_LEVELS) throw invalid('steps', 'levelsMost', { number: MOST_LEVELS });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('steps', 'stepsArray');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw faultOfIssues('steps', parsed.error.issues);
  }
  return fromTree(parsed.data as TreeStep[]);
}
