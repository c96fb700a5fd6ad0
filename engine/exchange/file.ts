/**
 * Steps as a file or on a clipboard, for another strategy, client or house: as saved, with the names of whatever they point at. Ids mean nothing
 * elsewhere, so what they point at is found again by its name.
 */
import { z } from 'zod';
import { fromTree, type TreeStep, toTree } from '../graph/tree.ts';
import type { Control } from '../step.ts';
import { stepDefinition } from '../steps.ts';
import type { Step } from '../types.ts';

export const FORMAT = 'quittance.strategy';
/** Letters of a file, steps in it, and how deep what a step says may be nested. */
export const LONGEST_FILE = 5 * 2 ** 20;
const MOST_STEPS = 2_000;
const DEEPEST = 40;

/** What steps point at, by the control that chooses it. */
export const POINTING = ['strategy', 'tree', 'workflow', 'topic', 'user', 'users', 'bundle'] as const satisfies readonly Control[];
export type Pointing = (typeof POINTING)[number];
/** Names by id, for each kind of thing. `users` are under `user`. */
export type Names = { readonly [Kind in Exclude<Pointing, 'users'>]: ReadonlyMap<string, string> };

const treeStep = z.looseObject({
  id: z.string().min(1).max(100),
  stepType: z.string().min(1).max(100),
  stepState: z.record(z.string(), z.unknown()),
});
const file = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  displayName: z.string().max(200).default(''),
  categories: z.array(z.string().max(100)).max(50).default([]),
  steps: z.array(treeStep).min(1).max(MOST_STEPS),
  names: z.record(z.string(), z.record(z.string(), z.string().max(500))).default({}),
});
export type StrategyFile = Omit<z.infer<typeof file>, 'steps'> & { readonly steps: readonly TreeStep[] };

/** The fields of a step that point at something, with their kind. */
function pointers({ stepType }: Pick<Step, 'stepType'>): [field: string, kind: Pointing][] {
  const layout = stepDefinition(stepType)?.layout ?? {};
  return Object.entries(layout as Record<string, { readonly control: Control }>).flatMap(([field, { control }]) =>
    (POINTING as readonly string[]).includes(control) ? [[field, control as Pointing] as [string, Pointing]] : [],
  );
}

const nameKind = (kind: Pointing): keyof Names => (kind === 'users' ? 'user' : kind);
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string' && id !== '');

/** @returns a file of these steps. @param names of what this client has. */
export function writeFile(content: { displayName: string; categories: readonly string[]; steps: readonly Step[] }, names: Names): string {
  const used: Record<string, Record<string, string>> = {};
  for (const step of content.steps)
    for (const [field, kind] of pointers(step))
      for (const id of idsOf(step.stepState[field])) {
        const name = names[nameKind(kind)].get(id);
        if (name !== undefined) used[nameKind(kind)] = { ...used[nameKind(kind)], [id]: name };
      }
  const { displayName, categories } = content;
  return JSON.stringify({ format: FORMAT, version: 1, displayName, categories, steps: toTree(content.steps), names: used }, null, 2);
}

/** Why a text is no file of a strategy. */
export type Refusal = 'tooLong' | 'noJson' | 'otherFormat' | 'tooDeep' | 'wrongSteps';

/** @returns what a text holds. Never throws, whatever the text. */
export function readFile(text: string): { readonly file: StrategyFile } | { readonly refusal: Refusal } {
  if (text.length > LONGEST_FILE) return { refusal: 'tooLong' };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { refusal: 'noJson' };
  }
  if (typeof given !== 'object' || given === null || (given as { format?: unknown }).format !== FORMAT) return { refusal: 'otherFormat' };
  // Before anything walks through it by calling itself.
  if (isDeep(given)) return { refusal: 'tooDeep' };
  const read = file.safeParse(given);
  return read.success ? { file: read.data as StrategyFile } : { refusal: 'wrongSteps' };
}

function isDeep(given: unknown): boolean {
  let level: unknown[] = [given];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** Something that a file points at, and that nothing of this client is called. */
export interface Unknown {
  readonly kind: keyof Names;
  readonly name: string;
}

/**
 * @param names of what this client has. @param freshId makes ids of steps. @returns the steps with ids of their own, pointing at what is called
 * the same here; what is unknown is left empty. A type of step that the product doesn't have becomes a stand-in. What the steps have outside
 * of their tree (circles, ids that lead nowhere) is for the check before saving.
 */
export function takeIn(
  { steps, names: theirs }: StrategyFile,
  names: Names,
  freshId: () => string,
): { readonly steps: Step[]; readonly unknown: readonly Unknown[]; readonly standIns: readonly string[] } {
  const unknown = new Map<string, Unknown>();
  const standIns = new Set<string>();
  const ids = new Map(steps.map(({ id }) => [id, freshId()]));
  const byName = Object.fromEntries(
    Object.entries(names).map(([kind, known]) => [kind, new Map([...known].map(([id, name]) => [name.toLowerCase(), id]))]),
  ) as unknown as Record<keyof Names, ReadonlyMap<string, string>>;
  const here = (kind: keyof Names, id: string): string | null => {
    if (names[kind].has(id)) return id;
    const name = theirs[kind]?.[id] ?? id;
    const found = byName[kind].get(name.toLowerCase());
    if (found === undefined) unknown.set(`${kind} ${name}`, { kind, name });
    return found ?? null;
  };
  const taken = fromTree(steps).map((step): Step => {
    const outputs = Object.fromEntries(
      Object.entries(step.outputs).map(([name, target]) => [name, (target !== null && ids.get(target)) || null]),
    );
    if (!stepDefinition(step.stepType)) {
      standIns.add(step.stepType);
      const [first = null] = Object.values(outputs).filter((target) => target !== null);
      return { id: ids.get(step.id)!, stepType: 'dummy', stepState: { mask: step.stepType, description: '' }, outputs: { next: first } };
    }
    const state = { ...step.stepState };
    for (const [field, kind] of pointers(step)) {
      const value = state[field];
      if (Array.isArray(value)) state[field] = idsOf(value).flatMap((id) => here(nameKind(kind), id) ?? []);
      else if (typeof value === 'string' && value !== '') state[field] = here(nameKind(kind), value) ?? (kind === 'bundle' ? value : null);
    }
    return { id: ids.get(step.id)!, stepType: step.stepType, stepState: state, outputs };
  });
  return { steps: taken, unknown: [...unknown.values()], standIns: [...standIns] };
}
