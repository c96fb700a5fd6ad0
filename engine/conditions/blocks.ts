/** Easy conditions: blocks of variable, operation and value, of which every one or any one must hold. */
import { z } from 'zod';
import type { Context, Facts, Need, Reason, Scalar } from '../types.ts';
import { compileComparison, OPERATIONS, shown } from './operations.ts';
import { conditionVariable, VALUE_TYPES, type ValueType } from './variables.ts';

const scalar = z.union([z.string().max(500), z.number(), z.boolean()]);

/** One block. `valueType` matters for metadata fields only; without it the value's own type decides. */
export const conditionBlock = z.object({
  variable: z.string().min(1).max(200),
  operation: z.enum(OPERATIONS),
  value: z.union([scalar, z.array(scalar).max(200)]).nullish(),
  valueType: z.enum(VALUE_TYPES).optional(),
});
export type ConditionBlock = z.infer<typeof conditionBlock>;

export const matchType = z.enum(['every', 'any']);
export type MatchType = z.infer<typeof matchType>;

/** The answer of a condition with the block that decided it. */
export interface Answer {
  readonly yes: boolean;
  readonly why: Reason;
}

/** A compiled condition; `problem` is set when it cannot be decided, and `answer` must then not be asked. */
export interface Condition {
  readonly needs: readonly Need[];
  readonly problem: Reason | null;
  readonly answer: (facts: Facts, context: Context) => Answer;
}

interface Test {
  readonly needs: readonly Need[];
  readonly run: (facts: Facts, context: Context) => BlockAnswer;
}

interface BlockAnswer {
  readonly yes: boolean;
  readonly missing: boolean;
  readonly actual: Scalar;
}

function typeOfValue(value: ConditionBlock['value']): ValueType {
  const sample = Array.isArray(value) ? value[0] : value;
  return typeof sample === 'number' ? 'NUMBER' : typeof sample === 'boolean' ? 'BOOLEAN' : 'STRING';
}

function compileBlock(block: ConditionBlock): Test | Reason {
  const variable = conditionVariable(block.variable, block.valueType ?? typeOfValue(block.value));
  if (!variable) return { key: 'condition.unknownVariable', values: { variable: block.variable } };
  const bad: Reason = {
    key: 'condition.badValue',
    values: { variable: block.variable, operation: block.operation, value: shown(block.value) },
  };
  const { ask } = variable;
  if (ask) {
    const value = block.value;
    if ((block.operation !== '=' && block.operation !== '!=') || typeof value !== 'string') return bad;
    const wanted = block.operation === '=';
    return {
      needs: variable.needs,
      run: (facts, context) => ({ yes: ask(value, context) === wanted, missing: false, actual: shown(variable.read(facts, context)) }),
    };
  }
  const comparison = compileComparison(variable.valueType, block.operation, block.value);
  if (!comparison) return bad;
  return {
    needs: variable.needs,
    run: (facts, context) => {
      const { result, actual } = comparison(variable.read(facts, context), context);
      return {
        yes: result,
        missing: actual === null && block.operation !== 'notExists' && block.operation !== 'exists',
        actual: shown(actual),
      };
    },
  };
}

function explain(block: ConditionBlock, { yes, missing, actual }: BlockAnswer): Reason {
  const { variable, operation } = block;
  return {
    key: missing ? 'condition.missing' : yes ? 'condition.true' : 'condition.false',
    values: { variable, operation, value: shown(block.value), actual },
  };
}

/**
 * Compiles blocks once; the answer names the block that decided: the first that failed where every one must hold,
 * the first that held where any one suffices, and otherwise the last one looked at. A missing value does not hold, whatever the operation.
 */
export function compileBlocks(match: MatchType, blocks: readonly ConditionBlock[]): Condition {
  const tests: Test[] = [];
  for (const block of blocks) {
    const test = compileBlock(block);
    if ('key' in test) return broken(test);
    tests.push(test);
  }
  if (tests.length === 0) return broken({ key: 'condition.empty' });
  const stopAt = match === 'any';
  return {
    needs: [...new Set(tests.flatMap((test) => test.needs))],
    problem: null,
    answer: (facts, context) => {
      let last: BlockAnswer | undefined;
      let index = 0;
      for (; index < tests.length; index++) {
        last = tests[index]!.run(facts, context);
        if (last.yes === stopAt) break;
      }
      const decided = Math.min(index, tests.length - 1);
      return { yes: last!.yes, why: explain(blocks[decided]!, last!) };
    },
  };
}

/** Combines conditions: every one or any one must hold. The explanation is that of the part that decided. */
export function combine(match: MatchType, parts: readonly Condition[]): Condition {
  const problem = parts.find((part) => part.problem)?.problem;
  if (problem) return broken(problem);
  if (parts.length === 0) return broken({ key: 'condition.empty' });
  return {
    needs: [...new Set(parts.flatMap((part) => part.needs))],
    problem: null,
    answer: (facts, context) => {
      let answer: Answer | undefined;
      for (const part of parts) {
        answer = part.answer(facts, context);
        if (answer.yes === (match === 'any')) break;
      }
      return answer!;
    },
  };
}

/** A condition that cannot be decided, with the reason. */
export function broken(problem: Reason): Condition {
  return { needs: [], problem, answer: () => ({ yes: false, why: problem }) };
}
