/** Reads a tree from anything: an answer of the API, a file, a stored version. Limits are checked without recursion, so depth can't exhaust the stack. */
import { z } from 'zod';
import { conditionBlock } from '../conditions/blocks.ts';
import { OPERATIONS } from '../conditions/operations.ts';
import { VALUE_TYPES } from '../conditions/variables.ts';
import type { Reason } from '../types.ts';
import { type DecisionTree, MOST_COLUMNS, MOST_LEVELS, MOST_NODES, MOST_VALUES, type TreeNode, type TreeProblem } from './tree.ts';

const value = conditionBlock.shape.value;
const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);

const column = z.object({
  variable: z.string().min(1).max(200),
  operation: z.enum(OPERATIONS),
  value,
  valueType: z.enum(VALUE_TYPES).optional(),
});

/** A node without its children. */
const own = z.object({
  id: z.string().min(1).max(100),
  name: z.string().max(200).default(''),
  variable: z.string().max(200).nullish(),
  operation: z.enum(OPERATIONS).nullish(),
  value,
  valueType: z.enum(VALUE_TYPES).nullish(),
  outcome: z.string().max(200).nullish(),
  values: z
    .record(z.string().min(1).max(100), scalar)
    .refine((values) => Object.keys(values).length <= MOST_VALUES)
    .optional(),
});

export type ReadTree = { readonly tree: DecisionTree; readonly problem: null } | { readonly tree: null; readonly problem: TreeProblem };

const refuse = (key: string, values: Reason['values'] = {}, nodeId: string | null = null): ReadTree => ({
  tree: null,
  problem: { nodeId, why: { key, values } },
});

/** @returns the tree, or why it is none. Conditions may still be incomplete, as those of a draft are; compileTree looks at them. Never throws. */
export function readTree(raw: unknown): ReadTree {
  if (!isObject(raw) || !isObject(raw.root)) return refuse('tree.malformed', { place: 'root' });
  const columns = z
    .array(column)
    .max(MOST_COLUMNS)
    .safeParse(raw.columns ?? []);
  if (!columns.success) return refuse('tree.malformed', { place: ['columns', ...columns.error.issues[0]!.path].join('.') });
  const ids = new Set<string>();
  const seen = new Set<object>();
  const above: { children: TreeNode[] } = { children: [] };
  const waiting: { raw: unknown; into: TreeNode[]; level: number; place: string }[] = [
    { raw: raw.root, into: above.children, level: 0, place: 'root' },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { raw: given, into, level, place } = next;
    if (!isObject(given)) return refuse('tree.malformed', { place });
    if (seen.has(given)) return refuse('tree.circular', { place });
    seen.add(given);
    if (level > MOST_LEVELS) return refuse('tree.tooDeep', { limit: MOST_LEVELS });
    if (seen.size > MOST_NODES) return refuse('tree.tooLarge', { limit: MOST_NODES });
    const read = own.safeParse(given);
    if (!read.success) return refuse('tree.malformed', { place: [place, ...read.error.issues[0]!.path].join('.') });
    if (ids.has(read.data.id)) return refuse('tree.sameId', { id: read.data.id }, read.data.id);
    ids.add(read.data.id);
    const node = { ...read.data, ...(level === 0 && { variable: null, operation: null, value: null, valueType: null }), children: [] };
    into.push(node as TreeNode);
    const children = given.children ?? [];
    if (!Array.isArray(children)) return refuse('tree.malformed', { place: `${place}.children` });
    if (children.length > MOST_NODES) return refuse('tree.tooLarge', { limit: MOST_NODES });
    for (let index = children.length - 1; index >= 0; index--)
      waiting.push({ raw: children[index], into: node.children, level: level + 1, place: `${place}.children.${index}` });
  }
  return { tree: { columns: columns.data as DecisionTree['columns'], root: above.children[0]! }, problem: null };
}

function isObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return raw !== null && typeof raw === 'object' && !Array.isArray(raw);
}
