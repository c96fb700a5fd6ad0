/** Writes a tree as a decision table of DMN 1.3, with what other engines need to decide by it. */
import { XMLBuilder } from 'fast-xml-parser';
import { invalid } from '../../../core/fault.ts';
import type { ConditionBlock } from '../../../engine/conditions/blocks.ts';
import { conditionVariable } from '../../../engine/conditions/variables.ts';
import { entryOf, type Input, kindOf, OUTCOME, valueText } from '../../../engine/trees/dmn/cells.ts';
import { type DecisionTable, toTable } from '../../../engine/trees/table.ts';
import type { DecisionTree } from '../../../engine/trees/tree.ts';

const MODEL = 'https://www.omg.org/spec/DMN/20191111/MODEL/';
const FEEL = 'https://www.omg.org/spec/DMN/20191111/FEEL/';
const TYPES = { number: 'number', text: 'string', boolean: 'boolean', date: 'date', time: 'time', null: 'Any' } as const;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  indentBy: ' ',
  suppressEmptyNode: true,
});

/** @throws Fault INVALID_INPUT naming the row and the column that DMN can't express. */
export function writeDmn({ id, name, description, tree }: { id: string; name: string; description: string; tree: DecisionTree }): string {
  const table = toTable(tree);
  const inputs = table.columns.map((variable, at) =>
    inputOf(
      variable,
      table.rows.flatMap(({ cells }) => cells[at]!),
    ),
  );
  const outputs = outputsOf(table);
  const given = [...new Set(inputs.map(({ variable }) => variable.split('.')[0]!))];
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    definitions: {
      '@xmlns': MODEL,
      '@id': `definitions_${id}`,
      '@name': plain(name),
      '@namespace': `urn:uuid:${id}`,
      '@expressionLanguage': FEEL,
      '@typeLanguage': FEEL,
      ...(given.length > 0 && {
        inputData: given.map((each, at) => ({
          '@id': `input_${at + 1}`,
          '@name': each,
          variable: { '@name': each, ...typeOf(inputs.find(({ variable }) => variable === each)) },
        })),
      }),
      decision: {
        '@id': `decision_${id}`,
        '@name': plain(name),
        ...(description.trim() !== '' && { description: plain(description) }),
        variable: { '@name': plain(name) },
        ...(given.length > 0 && {
          informationRequirement: given.map((_, at) => ({
            '@id': `requirement_${at + 1}`,
            requiredInput: { '@href': `#input_${at + 1}` },
          })),
        }),
        decisionTable: {
          '@id': `table_${id}`,
          '@hitPolicy': 'FIRST',
          input: inputs.map((input, at) => ({
            '@id': `column_${at + 1}`,
            inputExpression: { '@id': `expression_${at + 1}`, ...typeOf(input), text: input.variable },
          })),
          output: outputs.map((output, at) => ({ '@id': `output_${at + 1}`, '@name': output })),
          rule: table.rows.map(({ name: rowName, cells, outcome, values }, row) => ({
            '@id': `rule_${row + 1}`,
            ...(rowName.trim() !== '' && { description: plain(rowName) }),
            inputEntry: cells.map((blocks, at) => ({
              '@id': `rule_${row + 1}_${at + 1}`,
              text: entryOf(inputs[at]!, blocks) ?? refuse(row + 1, inputs[at]!.variable),
            })),
            outputEntry: outputs.map((output, at) => ({
              '@id': `rule_${row + 1}_output_${at + 1}`,
              text: valueText((output === OUTCOME ? outcome : values[output]) ?? null),
            })),
          })),
        },
      },
    },
  });
}

/** What XML can't hold, and what a name can't. */
const plain = (text: string): string => text.replace(/[^\P{C}\n\t]/gu, ' ');

const typeOf = (input: Input | undefined) => (input ? { '@typeRef': TYPES[kindOf(input.valueType)] } : {});

function inputOf(name: string, blocks: readonly ConditionBlock[]): Input {
  const said = blocks.find(({ valueType }) => valueType)?.valueType;
  const sample = [blocks.find(({ value }) => value != null)?.value].flat()[0];
  const typed = typeof sample === 'number' ? 'NUMBER' : typeof sample === 'boolean' ? 'BOOLEAN' : 'STRING';
  return { variable: name, valueType: conditionVariable(name, said ?? typed)?.valueType ?? typed };
}

function outputsOf({ rows }: DecisionTable): string[] {
  const values = [...new Set(rows.flatMap((row) => Object.keys(row.values)))];
  const clash = rows.findIndex((row) => Object.hasOwn(row.values, OUTCOME));
  if (clash >= 0) refuse(clash + 1, OUTCOME);
  return values.length === 0 || rows.some(({ outcome }) => outcome !== null) ? [OUTCOME, ...values] : values;
}

function refuse(row: number, column: string): never {
  throw invalid('treeId', 'dmnUnsaid', { row, column });
}
