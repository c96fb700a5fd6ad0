/** The demo's two decision trees, live, so that a strategy can ask them at once. */
import type { ConditionBlock } from '../../engine/conditions/blocks.ts';
import type { DecisionTree, TreeNode } from '../../engine/trees/tree.ts';
import type { Tx } from '../platform/tenancy.ts';
import { createTree } from '../services/decision/decision.logic.ts';
import { publishTree } from '../services/decision/decision.status.logic.ts';

type Question = readonly [variable: string, operation: ConditionBlock['operation'], value: ConditionBlock['value']];

interface DemoTree {
  readonly name: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly children: readonly TreeNode[];
}

let made = 0;
/** @param question null for one that always applies. @param answer the branches below, or the leaf's outcome. @param values that the leaf sets. */
function node(name: string, question: Question | null, answer: readonly TreeNode[] | string, values: TreeNode['values'] = {}): TreeNode {
  const [variable, operation, value] = question ?? [null, null, null];
  const leaf = typeof answer === 'string' ? { children: [], outcome: answer, values } : { children: answer, outcome: null, values: {} };
  return { id: `demo-${++made}`, name, variable, operation, value, ...leaf };
}

const otherwise = (answer: readonly TreeNode[] | string, values?: TreeNode['values']) => node('', null, answer, values);

const TREES: readonly DemoTree[] = [
  {
    name: 'Write off or pursue',
    description: 'Small balances that stayed unpaid for long cost more than they bring in.',
    categories: ['Late'],
    children: [
      node(
        'Small balance',
        ['claimBalance', '<', '25.00'],
        [node('Long overdue', ['daysPastDue', '>', 180], 'Write off'), otherwise('Pursue')],
      ),
      otherwise([
        node('Paid recently', ['lastSettledPaymentDate', 'withinLastDays', 90], 'Pursue'),
        otherwise([
          node(
            'Years overdue',
            ['daysPastDue', '>', 720],
            [node('Low balance', ['claimBalance', '<', '100.00'], 'Write off'), otherwise('Review by hand')],
          ),
          otherwise('Pursue'),
        ]),
      ]),
    ],
  },
  {
    name: 'Which letter next',
    description: 'By days past due. Companies get the final notice after a month, high balances after two.',
    categories: ['Energy', 'Early'],
    children: [
      node('Not late yet', ['daysPastDue', '<', 10], 'None'),
      node('First weeks', ['daysPastDue', 'between', [10, 29]], 'Reminder', { fee: 0 }),
      node(
        'A month or more',
        ['daysPastDue', '>=', 30],
        [
          node('Company', ['debtorType', '=', 'company'], 'Final notice', { fee: 40 }),
          otherwise([
            node('Second month', ['daysPastDue', '<', 60], 'Second reminder', { fee: 5 }),
            otherwise([
              node('High balance', ['claimBalance', '>=', '500.00'], 'Final notice', { fee: 5 }),
              otherwise('Second reminder', { fee: 5 }),
            ]),
          ]),
        ],
      ),
      otherwise('None'),
    ],
  },
];

export async function saveDemoTrees(tx: Tx): Promise<void> {
  for (const { name, description, categories, children } of TREES) {
    const root: TreeNode = { id: `demo-${++made}`, name: '', children };
    const columns = columnsOf(root);
    const { id } = await createTree(tx, { columns, root }, { name, description, categories });
    await publishTree(tx, id, 1, null);
  }
}

/** The first condition on each variable, from the top. */
function columnsOf(root: TreeNode): DecisionTree['columns'] {
  const columns = new Map<string, DecisionTree['columns'][number]>();
  const visit = ({ variable, operation, value, children }: TreeNode) => {
    if (variable && operation && !columns.has(variable)) columns.set(variable, { variable, operation, value: value ?? null });
    for (const child of children) visit(child);
  };
  visit(root);
  return [...columns.values()];
}
