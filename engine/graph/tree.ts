/**
 * The specification's shape of a step (specification 3, section 3) at the edge of the product: what GraphQL reads and gives, and what versions
 * and drafts are stored in. Inside, a step has named outputs. The shape stays, so that two releases can work on the same rows side by side.
 */
import { stepDefinition } from '../steps.ts';
import type { Step } from '../types.ts';

/** `down` is the next step; a condition has `left` (no) and `right` (yes) instead. null ends the path. */
export interface TreeStep {
  readonly id: string;
  readonly stepType: string;
  readonly stepState: Record<string, unknown>;
  readonly down?: string | null;
  readonly left?: string | null;
  readonly right?: string | null;
  /** Outputs for which the specification has no place, by name. */
  readonly outputs?: Readonly<Record<string, string | null>>;
  readonly x?: number;
  readonly y?: number;
}

/** Where the specification puts an output, in the canvas's order. */
const PLACES = { no: 'left', next: 'down', yes: 'right' } as const;
const PLACED = Object.entries(PLACES) as [keyof typeof PLACES, (typeof PLACES)[keyof typeof PLACES]][];

const isPlaced = (name: string): name is keyof typeof PLACES => Object.hasOwn(PLACES, name);

/**
 * @returns the steps as the product works on them: each output of its type is there, in the type's order, null where nothing follows. An output that
 * the type doesn't have stays if it leads somewhere, so that the check can name it. Anything else that an editor keeps on a step is left out.
 */
export function fromTree(steps: readonly TreeStep[]): Step[] {
  return steps.map(({ id, stepType, stepState, x, y, ...step }) => {
    const given = new Map<string, string | null>(Object.entries(step.outputs ?? {}));
    for (const [name, place] of PLACED) if (step[place] !== undefined) given.set(name, step[place]);
    const own = stepDefinition(stepType)?.outputs;
    const names = own ? [...own, ...[...given.keys()].filter((name) => !own.includes(name) && given.get(name))] : [...given.keys()];
    const outputs = Object.fromEntries(names.map((name) => [name, given.get(name) ?? null]));
    return { id, stepType, stepState, outputs, ...place(x, y) };
  });
}

/** @returns the steps in the specification's shape. The reverse of fromTree. */
export function toTree(steps: readonly Step[]): TreeStep[] {
  return steps.map(({ id, stepType, stepState, outputs, x, y }) => {
    const all = Object.entries(outputs);
    const placed = Object.fromEntries(all.flatMap(([name, target]) => (isPlaced(name) ? [[PLACES[name], target]] : [])));
    const others = all.filter(([name]) => !isPlaced(name));
    return { id, stepType, stepState, ...placed, ...(others.length > 0 ? { outputs: Object.fromEntries(others) } : {}), ...place(x, y) };
  });
}

function place(x: number | undefined, y: number | undefined): { x?: number; y?: number } {
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}

/** @returns an outcome as the engine names it today: events of earlier releases name a condition's branch by its place. */
export function outcomeNamed(outcome: string): string {
  return outcome === 'left' ? 'no' : outcome === 'right' ? 'yes' : outcome;
}
