/**
 * A design as it is saved: which blocks, in which order, with their settings. Texts stand apart, once in each language (texts.ts), so that languages
 * share one design. `readDesign` brings older ones up to date and refuses, with reasons, what does not fit.
 */
import { z } from 'zod';
import { condition } from './condition.ts';
import { LISTS } from './nodes.ts';

export const FORMAT = 1;
/** Blocks a design may hold, nested ones included, and how deep they may nest. */
export const MOST_BLOCKS = 200;
export const DEEPEST = 4;

/** What a design is read on. */
export const MEDIA = ['mail', 'page', 'paper'] as const;
export type Medium = (typeof MEDIA)[number];

export interface DesignBlock {
  /** Letters, digits and dashes; once in the design. Texts are named by it. */
  readonly id: string;
  readonly type: string;
  /** The version of the block type that wrote the fields. */
  readonly v: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly slots?: Readonly<Record<string, readonly DesignBlock[]>>;
  readonly when?: z.infer<typeof condition>;
  readonly each?: (typeof LISTS)[number];
}

export interface Design {
  readonly format: typeof FORMAT;
  readonly medium: Medium;
  readonly blocks: readonly DesignBlock[];
}

const block: z.ZodType<DesignBlock> = z.lazy(() =>
  z.strictObject({
    id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
    type: z.string().max(60),
    v: z.int().min(1),
    fields: z.record(z.string().max(60), z.unknown()),
    slots: z.record(z.string().max(40), z.array(block).max(MOST_BLOCKS)).optional(),
    when: condition.optional(),
    each: z.enum(LISTS).optional(),
  }),
) as z.ZodType<DesignBlock>;

/** The outer form of a design; what its blocks hold is checked by their types. */
export const designForm = z.strictObject({
  format: z.literal(FORMAT),
  medium: z.enum(MEDIA),
  blocks: z.array(block).max(MOST_BLOCKS),
});

/** @returns every block of a design, those in slots after the one they are in. */
export function allBlocks({ blocks }: Pick<Design, 'blocks'>): DesignBlock[] {
  return blocks.flatMap((each) => [each, ...allBlocks({ blocks: Object.values(each.slots ?? {}).flat() })]);
}

/** @returns the names of the shared blocks that a design uses, each once. */
export const sharedNames = (design: Pick<Design, 'blocks'>): string[] => namesIn(design, 'shared');

/** @returns the names of the client's texts for pages that a design uses, each once. */
export const contentNames = (design: Pick<Design, 'blocks'>): string[] => namesIn(design, 'content');

function namesIn(design: Pick<Design, 'blocks'>, wanted: string): string[] {
  const names = allBlocks(design).flatMap(({ type, fields }) => (type === wanted && typeof fields.name === 'string' ? [fields.name] : []));
  return [...new Set(names)].filter((name) => name !== '');
}
