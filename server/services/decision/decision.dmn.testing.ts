/**
 * Decision tables of the DMN Technology Compatibility Kit (dmn-tck, Apache 2.0), written out by hand: rules, hit policies, outputs, defaults and
 * expected results as published. Only the inputs are renamed, from Age to claim.meta.Age, since conditions ask about claims.
 */
export interface TckTable {
  /** The case of the kit; where its model has several tables, which one. */
  readonly name: string;
  readonly hitPolicy: 'FIRST' | 'UNIQUE';
  readonly inputs: readonly (readonly [name: string, typeRef?: string])[];
  /** Of a single output without a name: null. */
  readonly outputs: readonly (readonly [name: string | null, defaultEntry?: string])[];
  /** Inputs, then outputs. */
  readonly rules: readonly (readonly string[])[];
  /** Input values by the inputs' order, and what is decided by the outputs' order. */
  readonly expected: readonly (readonly [inputs: readonly (string | number | boolean)[], outputs: readonly (string | number)[]])[];
}

const approval = [
  ['Age', 'number'],
  ['RiskCategory', 'string'],
  ['isAffordable', 'boolean'],
] as const;
const withDefaults = [
  ['Status', '"Declined"'],
  ['Rate', '"Standard"'],
] as const;
const customer = [
  ['ExistingCustomer', 'boolean'],
  ['ApplicationRiskScore', 'number'],
] as const;

export const TCK: readonly TckTable[] = [
  {
    name: '0004-simpletable-U',
    hitPolicy: 'UNIQUE',
    inputs: approval,
    outputs: [[null]],
    rules: [
      ['>=18', '"Medium","Low"', 'true', '"Approved"'],
      ['<18', '"Medium","Low"', 'true', '"Declined"'],
      ['-', '"High"', 'true', '"Declined"'],
      ['-', '-', 'false', '"Declined"'],
    ],
    expected: [
      [[18, 'Medium', true], ['Approved']],
      [[17, 'Medium', true], ['Declined']],
      [[18, 'High', true], ['Declined']],
    ],
  },
  {
    name: '0010-multi-output-U',
    hitPolicy: 'UNIQUE',
    inputs: approval,
    outputs: withDefaults,
    rules: [
      ['>=18', '"Low"', 'true', '"Approved"', '"Best"'],
      ['>=18', '"Medium"', 'true', '"Approved"', '"Standard"'],
      ['<18', '"Medium","Low"', 'true', '"Declined"', '"Standard"'],
      ['-', '"High"', 'true', '"Declined"', '"Standard"'],
      ['-', '-', 'false', '"Declined"', '"Standard"'],
    ],
    expected: [
      [
        [18, 'Medium', true],
        ['Approved', 'Standard'],
      ],
      [
        [17, 'Medium', true],
        ['Declined', 'Standard'],
      ],
      [
        [18, 'High', true],
        ['Declined', 'Standard'],
      ],
    ],
  },
  {
    name: '0108-first-hitpolicy',
    hitPolicy: 'FIRST',
    inputs: approval,
    outputs: withDefaults,
    rules: [
      ['>=18', '"Medium"', 'true', '"Approved"', '"Best"'],
      ['>=12', '"Medium"', 'true', '"Approved"', '"Standard"'],
      ['<12', '"Low"', 'true', '"Declined"', '"Standard"'],
    ],
    expected: [
      [
        [19, 'Medium', true],
        ['Approved', 'Best'],
      ],
      [
        [13, 'Medium', true],
        ['Approved', 'Standard'],
      ],
      [
        [10, 'Low', true],
        ['Declined', 'Standard'],
      ],
    ],
  },
  {
    name: '0111-first-hitpolicy-singleoutputcol',
    hitPolicy: 'FIRST',
    inputs: [['age', 'number']],
    outputs: [[null]],
    rules: [
      ['>18', '"Cars"'],
      ['>12', '"Videogames"'],
      ['>0', '"Toys"'],
    ],
    expected: [
      [[19], ['Cars']],
      [[13], ['Videogames']],
      [[5], ['Toys']],
    ],
  },
  {
    name: '0004-lending, Strategy',
    hitPolicy: 'UNIQUE',
    inputs: [
      ['Eligibility', 'string'],
      ['BureauCallType', 'string'],
    ],
    outputs: [[null]],
    rules: [
      ['"INELIGIBLE"', '-', '"DECLINE"'],
      ['"ELIGIBLE"', '"FULL","MINI"', '"BUREAU"'],
      ['"ELIGIBLE"', '"NONE"', '"THROUGH"'],
    ],
    expected: [
      [['INELIGIBLE', 'FULL'], ['DECLINE']],
      [['ELIGIBLE', 'MINI'], ['BUREAU']],
      [['ELIGIBLE', 'NONE'], ['THROUGH']],
    ],
  },
  {
    name: '0004-lending, CreditContingencyFactorTable',
    hitPolicy: 'UNIQUE',
    inputs: [['RiskCategory', 'string']],
    outputs: [['factor']],
    rules: [
      ['"HIGH", "DECLINE"', '0.6'],
      ['"MEDIUM"', '0.7'],
      ['"LOW", "VERY LOW"', '0.8'],
    ],
    expected: [
      [['DECLINE'], [0.6]],
      [['MEDIUM'], [0.7]],
      [['VERY LOW'], [0.8]],
    ],
  },
  {
    name: '0004-lending, Pre-bureauRiskCategoryTable',
    hitPolicy: 'UNIQUE',
    inputs: customer,
    outputs: [[null]],
    rules: [
      ['false', '<100', '"HIGH"'],
      ['false', '[100..120)', '"MEDIUM"'],
      ['false', '[120..130)', '"LOW"'],
      ['false', '>130', '"VERY LOW"'],
      ['true', '<80', '"DECLINE"'],
      ['true', '[80..90)', '"HIGH"'],
      ['true', '[90..110]', '"MEDIUM"'],
      ['true', '>110', '"LOW"'],
    ],
    expected: [
      [[false, 99], ['HIGH']],
      [[false, 120], ['LOW']],
      [[true, 90], ['MEDIUM']],
      [[true, 110.5], ['LOW']],
    ],
  },
  {
    name: '0004-lending, Post-bureauRiskCategoryTable',
    hitPolicy: 'UNIQUE',
    inputs: [...customer, ['CreditScore', 'number']],
    outputs: [[null]],
    rules: [
      ['false', '<120', '<590', '"HIGH"'],
      ['false', '<120', '[590..610]', '"MEDIUM"'],
      ['false', '<120', '>610', '"LOW"'],
      ['false', '[120..130]', '<600', '"HIGH"'],
      ['false', '[120..130]', '[600..625]', '"MEDIUM"'],
      ['false', '[120..130]', '>625', '"LOW"'],
      ['false', '>130', '-', '"VERY LOW"'],
      ['true', '<=100', '<580', '"HIGH"'],
      ['true', '<=100', '[580..600]', '"MEDIUM"'],
      ['true', '<=100', '>600', '"LOW"'],
      ['true', '>100', '<590', '"HIGH"'],
      ['true', '>100', '[590..615]', '"MEDIUM"'],
      ['true', '>100', '>615', '"LOW"'],
    ],
    expected: [
      [[false, 119, 610], ['MEDIUM']],
      [[false, 131, 300], ['VERY LOW']],
      [[true, 100, 601], ['LOW']],
      [[true, 101, 589], ['HIGH']],
    ],
  },
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Written = Pick<TckTable, 'name' | 'inputs' | 'outputs' | 'rules'> & { readonly hitPolicy: string };

/** @returns the table as a model of DMN 1.3. @param prefix of the inputs' names. */
export function modelOf({ name, hitPolicy, inputs, outputs, rules }: Written, prefix = 'claim.meta.'): string {
  const text = (tag: string, entry: string) => `<${tag}><text>${escaped(entry)}</text></${tag}>`;
  const columns = inputs.map(([input, typeRef]) => {
    const type = typeRef ? ` typeRef="${typeRef}"` : '';
    return `<input label="${escaped(input)}"><inputExpression${type}><text>${escaped(prefix + input)}</text></inputExpression></input>`;
  });
  const answers = outputs.map(([output, entry]) => {
    const named = output === null ? '' : ` name="${escaped(output)}"`;
    return `<output${named}>${entry === undefined ? '' : text('defaultOutputEntry', entry)}</output>`;
  });
  const rows = rules.map(
    (entries) => `<rule>${entries.map((entry, at) => text(at < inputs.length ? 'inputEntry' : 'outputEntry', entry)).join('')}</rule>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<dmn:definitions xmlns:dmn="https://www.omg.org/spec/DMN/20191111/MODEL/" name="model" namespace="urn:model" id="model">
<dmn:decision name="${escaped(name)}" id="decision"><dmn:decisionTable hitPolicy="${hitPolicy}">${[...columns, ...answers, ...rows]
    .join('\n')
    .replaceAll(/<(\/?)(\w)/g, '<$1dmn:$2')}</dmn:decisionTable></dmn:decision></dmn:definitions>`;
}
