/**
 * The edits of the canvas: pure functions from steps to steps. What hangs together from the first step is a tree in the
 * order of its saved form; steps that came disconnected stand after it and keep the strategy from being saved.
 */
import { type Branch, flatten, targetsOf, treeOf } from '../../../../engine/graph/graph.ts';
import type { Step } from '../../../../engine/types.ts';

export type Steps = readonly Step[];

/** An output where a step can be put; `after` null is the start of the strategy. */
export interface Slot {
  readonly after: string | null;
  readonly output: string;
}

export const START: Slot = { after: null, output: 'next' };

const stepOf = (steps: Steps, id: string | null) => steps.find((step) => step.id === id);
/** @returns the only output of a step that does not branch, else null. */
const onlyOutput = ({ outputs }: Step) => (Object.keys(outputs).length === 1 ? Object.keys(outputs)[0]! : null);

/** @returns a step with each output of its type, and nothing that follows. */
export function newStep(id: string, stepType: string, outputs: readonly string[], stepState: Record<string, unknown>): Step {
  return { id, stepType, stepState, outputs: Object.fromEntries(outputs.map((name) => [name, null])) };
}

/** @returns the steps in the order of their saved form, the disconnected ones last. */
export function normalise(steps: Steps): Steps {
  const tree = flatten(treeOf(steps));
  const connected = new Set(tree.map((step) => step.id));
  return [...tree, ...steps.filter((step) => !connected.has(step.id))];
}

/** @returns the ids of the steps that cannot be reached from the first one. */
export function disconnected(steps: Steps): readonly string[] {
  const connected = new Set(flatten(treeOf(steps)).map((step) => step.id));
  return steps.filter((step) => !connected.has(step.id)).map((step) => step.id);
}

/** @returns where a step hangs; the first step of the strategy at START, a disconnected top step at null. */
export function slotOf(steps: Steps, id: string): Slot | null {
  if (steps[0]?.id === id) return START;
  for (const step of steps) {
    const found = Object.entries(step.outputs).find(([, target]) => target === id);
    if (found) return { after: step.id, output: found[0] };
  }
  return null;
}

/** @returns the id of what hangs at an output, or null. */
export function at(steps: Steps, slot: Slot): string | null {
  if (slot.after === null) return steps[0]?.id ?? null;
  return stepOf(steps, slot.after)?.outputs[slot.output] ?? null;
}

/** @returns the ids of a step and everything after it. */
export function subtree(steps: Steps, id: string): readonly string[] {
  const ids: string[] = [];
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const step = stepOf(steps, next);
    if (!step || ids.includes(next)) continue;
    ids.push(next);
    waiting.push(...targetsOf(step));
  }
  return ids;
}

/** Lets `id` (or nothing) hang at an output. The first step is the first of the list, so START moves it there. */
function attach(steps: Steps, slot: Slot, id: string | null): Steps {
  if (slot.after !== null)
    return steps.map((step) => (step.id === slot.after ? { ...step, outputs: { ...step.outputs, [slot.output]: id } } : step));
  const first = stepOf(steps, id ?? '');
  return first ? [first, ...steps.filter((step) => step !== first)] : steps;
}

/** @returns the first output below a step where nothing follows, its last output before the others. Null when every path has ended. */
export function openEnd(steps: Steps, id: string): Slot | null {
  const step = stepOf(steps, id);
  if (!step) return null;
  for (const [output, next] of Object.entries(step.outputs).reverse()) {
    const found = next === null ? { after: id, output } : openEnd(steps, next);
    if (found) return found;
  }
  return null;
}

/** Puts a detached step with all that is below it at an output; what hung there goes on at its first open end. */
function graft(steps: Steps, slot: Slot, id: string): Steps | null {
  const tail = at(steps, slot);
  if (tail === null || tail === id) return normalise(attach(steps, slot, id));
  const end = openEnd(steps, id);
  return end && normalise(attach(attach(steps, end, tail), slot, id));
}

/**
 * Puts a step at an output. What hung there follows it, on the last output of a step that branches.
 * @returns null when something follows there and the step ends the path.
 */
export function insertStep(steps: Steps, slot: Slot, step: Step): Steps | null {
  if (steps.length === 0) return [step];
  return graft([...steps, step], slot, step.id);
}

/**
 * Takes a step away; what followed takes its place.
 * @param keep which branch of a step that branches stays; the others, or with null all, go with it.
 */
export function deleteStep(steps: Steps, id: string, keep: Keep = null): Steps {
  const step = stepOf(steps, id);
  if (!step) return steps;
  const slot = slotOf(steps, id);
  const successor = successorOf(step, keep);
  const gone = new Set(goneWith(steps, step, keep));
  const relinked = slot === null ? steps : attach(steps, slot, successor);
  return normalise(relinked.filter((one) => !gone.has(one.id)));
}

/** @returns what moves along with a step: one that branches takes its branches, any other goes alone, a disconnected one takes all. */
export function movedWith(steps: Steps, id: string): readonly string[] {
  const step = stepOf(steps, id);
  if (!step) return [];
  return onlyOutput(step) === null || slotOf(steps, id) === null ? subtree(steps, id) : [id];
}

/** @returns whether moving the step to the output changes anything and is possible. */
export function canMove(steps: Steps, id: string, slot: Slot): boolean {
  return moveStep(steps, id, slot) !== null;
}

/** Moves a step (and what moves with it) to another output. @returns null when that is where it is, lies within what moves, or would cut a path off. */
export function moveStep(steps: Steps, id: string, slot: Slot): Steps | null {
  const step = stepOf(steps, id);
  const from = slotOf(steps, id);
  const moved = movedWith(steps, id);
  if (!step || (slot.after !== null && moved.includes(slot.after)) || at(steps, slot) === id) return null;
  if (from === null) return graft(steps, slot, id);
  const only = moved.length === 1 ? onlyOutput(step) : null;
  const successor = only === null ? null : step.outputs[only]!;
  // Without a successor the first step has nobody to hand its place to.
  if (from.after === null && successor === null) return null;
  const detached = attach(steps, from, successor);
  return graft(only === null ? detached : attach(detached, { after: id, output: only }, null), slot, id);
}

/** Replaces the fields of a step. */
export function changeState(steps: Steps, id: string, stepState: Record<string, unknown>): Steps {
  return steps.map((step) => (step.id === id ? { ...step, stepState } : step));
}

/** How the steps of a tree follow each other, without their places on the drawing. */
function content(steps: Steps): string {
  return JSON.stringify(steps.map(({ id, stepType, stepState, outputs }) => [id, stepType, sorted(stepState), sorted(outputs)]));
}

/** The database keeps objects with their keys in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** @returns whether two strategies have the same steps in the same places. */
export function sameSteps(left: Steps, right: Steps): boolean {
  return left === right || content(normalise(left)) === content(normalise(right));
}

/** @returns how many steps were added, deleted, changed or moved; 0 only when nothing differs. */
export function countChanges(saved: Steps, now: Steps): number {
  if (sameSteps(saved, now)) return 0;
  const before = new Map(saved.map((step) => [step.id, step]));
  const common = now.filter((step) => before.has(step.id));
  const added = now.length - common.length;
  const deleted = saved.length - common.length;
  const changed = common.filter(
    (step) => JSON.stringify(sorted(step.stepState)) !== JSON.stringify(sorted(before.get(step.id)!.stepState)),
  ).length;
  const places = new Map(normalise(saved).map((step, index) => [step.id, index]));
  const order = normalise(common).flatMap((step) => places.get(step.id) ?? []);
  const moved = order.length - longestRise(order);
  return Math.max(1, added + deleted + changed + moved);
}

/** The length of the longest subsequence that only rises: those steps stayed where they were, the others moved. */
function longestRise(numbers: readonly number[]): number {
  const tails: number[] = [];
  for (const number of numbers) {
    const place = tails.findIndex((tail) => tail >= number);
    if (place < 0) tails.push(number);
    else tails[place] = number;
  }
  return tails.length;
}

/** @returns every output of the tree from top to bottom, the start first. */
export function slots(steps: Steps): readonly Slot[] {
  const found: Slot[] = [START];
  const visit = ({ node, outputs }: Branch<Step>): void => {
    for (const [output, next] of Object.entries(outputs)) {
      found.push({ after: node.id, output });
      if (next) visit(next);
    }
  };
  const tree = treeOf(steps);
  if (tree) visit(tree);
  return found;
}

/** The output whose branch stays when its step goes; null is none. */
export type Keep = string | null;

const successorOf = (step: Step, keep: Keep) => step.outputs[keep ?? onlyOutput(step) ?? ''] ?? null;

/** @returns the ids that go with a step, by the branch that stays. */
export function goneWith(steps: Steps, step: Step, keep: Keep): readonly string[] {
  const successor = successorOf(step, keep);
  const stays = new Set(successor === null ? [] : subtree(steps, successor));
  return subtree(steps, step.id).filter((id) => !stays.has(id));
}

/** @returns whether deleting the step needs a question: several of its outputs lead somewhere. */
export function needsQuestion(step: Step): boolean {
  return targetsOf(step).length > 1;
}

/** @returns the branch that stays unless people choose another: the last one that leads somewhere. */
export function keptBranch(step: Step): Keep {
  return Object.keys(step.outputs).findLast((name) => step.outputs[name] !== null) ?? null;
}
