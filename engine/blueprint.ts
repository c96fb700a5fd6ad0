/** Checks a strategy's steps before they are saved. */
import { compileStep } from './compile.ts';
import { targetsOf } from './graph/graph.ts';
import type { Reason, Step } from './types.ts';

/** Something wrong with a step. An error keeps the strategy from being saved; a warning is a path that simply stops. */
export interface Problem {
  readonly stepId: string;
  readonly severity: 'error' | 'warning';
  readonly why: Reason;
}

function problem(stepId: string, key: string, values?: Reason['values'], severity: Problem['severity'] = 'error'): Problem {
  return { stepId, severity, why: values ? { key, values } : { key } };
}

/** What is wrong with one step by itself: type, state, and outputs that do not fit the type. */
function ownProblems(step: Step, ids: ReadonlySet<string>): Problem[] {
  const found: Problem[] = [];
  const compiled = compileStep(step);
  if (compiled.problem) found.push({ stepId: step.id, severity: 'error', why: compiled.problem });
  const outputs = compiled.definition?.outputs;
  if (!outputs) return found;
  for (const output of new Set([...outputs, ...Object.keys(step.outputs)])) {
    const target = step.outputs[output] ?? null;
    if (target === null && outputs.includes(output)) found.push(problem(step.id, 'blueprint.pathEnds', { output }, 'warning'));
    if (target !== null && !outputs.includes(output))
      found.push(problem(step.id, 'blueprint.outputNotAllowed', { output, stepType: step.stepType }));
    if (target !== null && !ids.has(target)) found.push(problem(step.id, 'blueprint.dangling', { output, target }));
  }
  return found;
}

/** Steps that a walk from the first one meets; `back` are those that lead back onto their own path. */
function walk(steps: ReadonlyMap<string, Step>, first: string): { reached: Set<string>; back: Map<string, string> } {
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
    for (const target of targetsOf(steps.get(id)!)) {
      if (!steps.has(target)) continue;
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
export function validateBlueprint(steps: readonly Step[]): Problem[] {
  const first = steps[0];
  if (!first) return [];
  const byId = new Map<string, Step>();
  const found: Problem[] = [];
  for (const step of steps) {
    if (byId.has(step.id)) found.push(problem(step.id, 'blueprint.duplicateId'));
    else byId.set(step.id, step);
  }
  const ids = new Set(byId.keys());
  const { reached, back } = walk(byId, first.id);
  const parents = new Map<string, number>();
  for (const step of byId.values()) for (const target of targetsOf(step)) parents.set(target, (parents.get(target) ?? 0) + 1);
  for (const step of byId.values()) {
    found.push(...ownProblems(step, ids));
    if (!reached.has(step.id)) found.push(problem(step.id, 'blueprint.unreachable'));
    const target = back.get(step.id);
    if (target !== undefined) found.push(problem(step.id, 'blueprint.cycle', { target }));
    else if ((parents.get(step.id) ?? 0) > 1) found.push(problem(step.id, 'blueprint.manyParents'));
  }
  return found;
}
