/** Designs as they come from a database, a file or the clipboard: brought up to date, or refused with every reason. */
import type { Block } from './block.ts';
import { blockType } from './catalogue.ts';
import type { Condition } from './condition.ts';
import { DEEPEST, type Design, type DesignBlock, designForm, FORMAT, MOST_BLOCKS } from './design.ts';
import { NUMBER } from './words.ts';

export const PROBLEMS = [
  'designForm',
  'designDeep',
  'designLarge',
  'designMedium',
  'blockUnknown',
  'blockMedium',
  'blockNewer',
  'blockFields',
  'blockTwice',
  'blockOnce',
  'blockNested',
  'blockSlot',
  'blockShared',
  'conditionNumber',
] as const;

/** Why a design is refused. Its texts are `problem.<key>` of the area `blocks`. */
export interface DesignProblem {
  readonly blockId: string | null;
  readonly key: (typeof PROBLEMS)[number];
  readonly values: Readonly<Record<string, string | number>>;
}

export interface ReadDesign {
  /** Empty where its form is not that of a design. With problems it holds what could be read, for messages that name its blocks. */
  readonly design: Design;
  readonly problems: readonly DesignProblem[];
}

/**
 * Reads a design. What a newer version of the product wrote is refused rather than half understood.
 * @param json parsed JSON. @param inside `shared` for a shared block's own design, which can't hold other shared blocks.
 */
export function readDesign(json: unknown, medium: Design['medium'], inside: 'message' | 'shared' = 'message'): ReadDesign {
  const empty: Design = { format: FORMAT, medium, blocks: [] };
  // Asked first: the form below is read by recursion, which a text of brackets alone could exhaust.
  if (depthOf(json) > DEEPEST) return { design: empty, problems: [problem(null, 'designDeep', { number: DEEPEST })] };
  const form = designForm.safeParse(json);
  if (!form.success) {
    const [issue] = form.error.issues;
    return { design: empty, problems: [problem(null, 'designForm', { path: issue?.path.join('.') ?? '', reason: issue?.message ?? '' })] };
  }
  const problems: DesignProblem[] = [];
  if (form.data.medium !== medium) problems.push(problem(null, 'designMedium', { medium }));
  const seen = { ids: new Set<string>(), types: new Set<string>(), count: 0 };
  const read = (block: DesignBlock, nested: boolean): DesignBlock => {
    const { id, type } = block;
    const report = (key: DesignProblem['key'], values: DesignProblem['values'] = {}) => problems.push(problem(id, key, values));
    seen.count++;
    if (seen.ids.has(id)) report('blockTwice', { id });
    seen.ids.add(id);
    for (const { value } of unreadable(block.when)) report('conditionNumber', { value });
    const known = blockType(type);
    if (!known) {
      report('blockUnknown', { type });
      return block;
    }
    if (!known.media.includes(medium)) report('blockMedium', { type });
    if (nested && known.top) report('blockNested', { type });
    if (known.once && seen.types.has(type)) report('blockOnce', { type });
    seen.types.add(type);
    if (type === 'shared' && inside === 'shared') report('blockShared');
    const slots = Object.entries(block.slots ?? {});
    for (const [name] of slots) if (!known.slots.includes(name)) report('blockSlot', { name });
    const { v, fields, wrong } = readFields(known, block);
    if (wrong) report(wrong.key, wrong.values);
    return {
      ...block,
      v,
      fields,
      ...(block.slots ? { slots: Object.fromEntries(slots.map(([name, blocks]) => [name, blocks.map((each) => read(each, true))])) } : {}),
    };
  };
  const blocks = form.data.blocks.map((block) => read(block, false));
  if (seen.count > MOST_BLOCKS) problems.push(problem(null, 'designLarge', { number: MOST_BLOCKS }));
  return { design: { format: FORMAT, medium, blocks }, problems };
}

const problem = (blockId: string | null, key: DesignProblem['key'], values: DesignProblem['values']): DesignProblem => ({
  blockId,
  key,
  values,
});

/** @returns a block's fields in its type's present version; as they are, with what is wrong, where they don't fit. */
export function readFields(
  { type, version, upgrades, fields: shape }: Block,
  { v, fields }: Pick<DesignBlock, 'v' | 'fields'>,
): Pick<DesignBlock, 'v' | 'fields'> & { readonly wrong: Pick<DesignProblem, 'key' | 'values'> | null } {
  if (v > version) return { v, fields, wrong: { key: 'blockNewer', values: { type } } };
  const upgraded = upgrades.slice(v - 1).reduce<Record<string, unknown>>((older, upgrade) => upgrade(older), { ...fields });
  const parsed = shape.safeParse(upgraded);
  if (parsed.success) return { v: version, fields: parsed.data, wrong: null };
  const [issue] = parsed.error.issues;
  return { v, fields, wrong: { key: 'blockFields', values: { type, path: issue?.path.join('.') ?? '', reason: issue?.message ?? '' } } };
}

const unreadable = (when: Condition | undefined) =>
  (when?.asks ?? []).filter(({ operation, value }) => (operation === 'above' || operation === 'below') && !NUMBER.test(value));

/** @returns how deep blocks nest in what may be a design; stops counting beyond what is allowed. */
function depthOf(json: unknown, depth = 0): number {
  if (depth > DEEPEST || typeof json !== 'object' || json === null) return depth;
  const blocks = 'blocks' in json ? json.blocks : undefined;
  const slots = 'slots' in json && typeof json.slots === 'object' && json.slots !== null ? Object.values(json.slots) : [];
  const inner = [blocks, ...slots].filter(Array.isArray).flat();
  return inner.reduce<number>((deepest, each) => Math.max(deepest, depthOf(each, depth + 1)), depth);
}
