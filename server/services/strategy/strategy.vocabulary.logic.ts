/** What conditions can ask: the product's variables, the client's own metadata fields, the functions of expressions, and scores. */
import { conditionFunctions } from '../../../engine/conditions/expression.ts';
import { metaVariables } from '../../../engine/conditions/metaVariables.ts';
import { operationsOf } from '../../../engine/conditions/operations.ts';
import { conditionVariables } from '../../../engine/conditions/variables.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listMetadata } from '../account/metadata/metadata.logic.ts';

/** @returns the variables by name, the client's metadata fields after the product's own, and the names of the functions. */
export async function vocabulary(tx: Tx) {
  const own = metaVariables(await listMetadata(tx)).map(({ name, valueType, options }) => ({ name, valueType, options }));
  return {
    variables: [...conditionVariables, ...own].map(({ name, valueType, options }) => ({
      name,
      valueType,
      operations: [...operationsOf[valueType]],
      options: options ? [...options] : null,
    })),
    functions: conditionFunctions.map((each) => each.name),
  };
}

const SCORE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  collection: 'How likely collecting the claim is to succeed',
  paymentProbability: 'How likely the debtor is to pay, by earlier behaviour',
  selfServiceProbability: 'How likely the debtor is to settle on their own page, without staff',
};

/** @returns the scores that conditions can ask about; an account or a claim that has none fails such a condition. */
export function scoreModels() {
  return conditionVariables.flatMap(({ name }) => {
    const [owner, type] = name.split('.');
    return owner === 'scores' && type ? [{ type, model: name, description: SCORE_DESCRIPTIONS[type] ?? type }] : [];
  });
}
