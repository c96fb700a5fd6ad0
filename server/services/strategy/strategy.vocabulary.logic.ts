/** What conditions can ask: the product's variables, the client's own metadata fields, the functions of expressions, and scores. */
import { conditionFunctions } from '../../../engine/conditions/expression.ts';
import { FUNCTION_MEANINGS, VARIABLE_MEANINGS } from '../../../engine/conditions/meanings.ts';
import { metaVariables } from '../../../engine/conditions/metaVariables.ts';
import { operationsOf } from '../../../engine/conditions/operations.ts';
import { conditionVariables } from '../../../engine/conditions/variables.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listMetadata } from '../account/metadata/metadata.logic.ts';

/** @returns the variables by name, the client's metadata fields after the product's own, and the functions. */
export async function vocabulary(tx: Tx) {
  const own = metaVariables(await listMetadata(tx)).map(({ name, valueType, options }) => ({ name, valueType, options }));
  return {
    variables: [...conditionVariables, ...own].map(({ name, valueType, options }) => ({
      name,
      description: VARIABLE_MEANINGS[name] ?? null,
      valueType,
      operations: [...operationsOf[valueType]],
      options: options ? [...options] : null,
    })),
    functions: conditionFunctions.map(({ name }) => name),
    functionDescriptions: conditionFunctions.map(({ name, signature }) => ({ name, signature, description: FUNCTION_MEANINGS[name]! })),
  };
}

/** @returns the scores that conditions can ask about; an account or a claim that has none fails such a condition. */
export function scoreModels() {
  return conditionVariables.flatMap(({ name }) => {
    const [owner, type] = name.split('.');
    return owner === 'scores' && type ? [{ type, model: name, description: VARIABLE_MEANINGS[name]! }] : [];
  });
}
