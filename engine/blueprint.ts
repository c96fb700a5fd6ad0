/** Checks a strategy's steps before they are saved, and turns them from the flat saved form into a tree and back. */
import { compileStep } from './compile.ts';
import type { Reason, TreeStep } from './types.ts';

/** Something wrong with a step. An error keeps the strategy from being saved; a warning is a path that simply stops. */
export interface Problem {
  readonly stepId: string;
  readonly severity: 'error' | 'warning';
  readonly why: Reason;
}

type Way = 'down' | 'left' | 'right';
const WAYS: readonly Way[] = ['left', 'down', 'right'];

function problem(stepId: string, key: string, values?: Reason['values'], severity: Problem['severity'] = 'error'): Problem {
  return { stepId, severity, why: values ? { key, values } : { key } };
}

/** What is wrong with one step by itself: type, state, and outputs that do not fit the type. */
function ownProblems(step: TreeStep, ids: ReadonlySet<string>): Problem[] {
  const found: Problem[] = [];
  const compiled = compileStep(step);
  if (compiled.problem) found.push({ stepId: step.id, severity: 'error', why: compiled.problem });
  const outputs = compiled.definition?.outputs;
  if (!outputs) return found;
  const allowed: readonly Way[] = outputs === 'one' ? ['down'] : outputs === 'two' ? ['left', 'right'] : [];
  for (const way of WAYS) {
    const target = step[way] ?? null;
    if (target === null && allowed.includes(way)) found.push(problem(step.id, 'blueprint.pathEnds', { way }, 'warning'));
    if (target !== null && !allowed.includes(way))
      found.push(problem(step.id, 'blueprint.outputNotAllowed', { way, stepType: step.stepType }));
    if (target !== null && !ids.has(target)) found.push(problem(step.id, 'blueprint.dangling', { way, target }));
  }
  return found;
}

/** Steps that a walk from the first one meets; `back` are those that lead back onto their own path. */
function walk(steps: ReadonlyMap<string, TreeStep>, first: string): { reached: Set<string>; back: Map<string, string> } {
  const reached = new Set<string>();
  const back = new Map<string, string>();
  const onPath = new Set<string>();
  // An explicit stack: a path of thousands of steps must not exhaust the call stack.
  const stack: { id: string; leaving: boolean }[] = [{ id: first, leaving: false }];
  while (stack.length > 0) {
    const { id, leaving } = stack.pop()!;
    if (leaving) {
      onPath.delete(id);
      continue;
    }
    if (reached.has(id)) continue;
    reached.add(id);
    onPath.add(id);
    stack.push({ id, leaving: true });
    const step = steps.get(id)!;
    for (const way of WAYS) {
      const target = step[way] ?? null;
      if (target === null || !steps.has(target)) continue;
      if (onPath.has(target)) back.set(id, target);
      else stack.push({ id: target, leaving: false });
    }
  }
  return { reached, back };
}

/**
 * Finds everything wrong with a strategy. A strategy is a tree: every step but the first is the output of exactly one other.
 * @returns problems in the order of the steps; a strategy without steps has none. Only errors forbid saving.
 */
export function validateBlueprint(steps: readonly TreeStep[]): Problem[] {
  const first = steps[0];
  if (!first) return [];
  const byId = new Map<string, TreeStep>();
  const found: Problem[] = [];
  for (const step of steps) {
    if (byId.has(step.id)) found.push(problem(step.id, 'blueprint.duplicateId'));
    else byId.set(step.id, step);
  }
  const ids = new Set(byId.keys());
  const { reached, back } = walk(byId, first.id);
  const parents = new Map<string, number>();
  for (const step of byId.values()) {
    for (const way of WAYS) {
      const target = step[way];
      if (target) parents.set(target, (parents.get(target) ?? 0) + 1);
    }
  }
  for (const step of byId.values()) {
    found.push(...ownProblems(step, ids));
    if (!reached.has(step.id)) found.push(problem(step.id, 'blueprint.unreachable'));
    const target = back.get(step.id);
    if (target !== undefined) found.push(problem(step.id, 'blueprint.cycle', { target }));
    else if ((parents.get(step.id) ?? 0) > 1) found.push(problem(step.id, 'blueprint.manyParents'));
  }
  return found;
}

/** A step with what follows it; the canvas edits this form. */
export interface StepNode {
  readonly step: Omit<TreeStep, Way>;
  readonly down?: StepNode | null;
  readonly left?: StepNode | null;
  readonly right?: StepNode | null;
}

/** @returns the tree below the first step; null for no steps. Dangling ids, and a step met a second time, are left out. */
export function treeOf(steps: readonly TreeStep[]): StepNode | null {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const used = new Set<string>();
  const nodeOf = (id: string | null | undefined): StepNode | null => {
    const found = id == null || used.has(id) ? undefined : byId.get(id);
    if (!found) return null;
    used.add(found.id);
    const { down, left, right, ...step } = found;
    return {
      step,
      ...(down === undefined ? {} : { down: nodeOf(down) }),
      ...(left === undefined ? {} : { left: nodeOf(left) }),
      ...(right === undefined ? {} : { right: nodeOf(right) }),
    };
  };
  return nodeOf(steps[0]?.id);
}

/** @returns the flat saved form of a tree, first step first. The reverse of treeOf. */
export function flatten(tree: StepNode | null): TreeStep[] {
  const steps: TreeStep[] = [];
  const add = (node: StepNode): void => {
    const { step, down, left, right } = node;
    steps.push({
      ...step,
      ...(down === undefined ? {} : { down: down?.step.id ?? null }),
      ...(left === undefined ? {} : { left: left?.step.id ?? null }),
      ...(right === undefined ? {} : { right: right?.step.id ?? null }),
    });
    for (const child of [left, down, right]) if (child) add(child);
  };
  if (tree) add(tree);
  return steps;
}

/** @returns the steps as they are saved: without the flags an editor keeps on them (specification 3, section 3). */
export function savedForm(steps: readonly TreeStep[]): TreeStep[] {
  return steps.map(({ id, stepType, stepState, down, left, right, x, y }) => ({
    id,
    stepType,
    stepState,
    ...(down === undefined ? {} : { down }),
    ...(left === undefined ? {} : { left }),
    ...(right === undefined ? {} : { right }),
    ...(x === undefined ? {} : { x }),
    ...(y === undefined ? {} : { y }),
  }));
}
