/** How a block type is declared, for whatever it is read on: one file, one call of `defineBlock`. Panel, canvas, checks and output follow from it. */
import type { ZodObject, ZodType, z } from 'zod';
import type { Brand } from './brand.ts';
import type { Medium } from './design.ts';
import type { Node } from './nodes.ts';
import type { Word } from './said/keys.ts';
import type { Inline, RichText } from './words.ts';

/** A level up in the palette: what frames others, what they hold; `actions` are what debtors do on their pages. */
export const GROUPS = ['layout', 'text', 'money', 'closing', 'actions'] as const;
export type Group = (typeof GROUPS)[number];

/** The controls that a block's panel can show; `shared` is one of the client's shared blocks, `content` one of its texts for pages, `tags` with options several of them in their order. */
export type Control = 'shared' | 'content' | 'switch' | 'select' | 'number' | 'colour' | 'image' | 'address' | 'text' | 'tags';

/** How the panel shows a field; labels are the texts `block.<type>.<field>`. */
export interface FieldLayout {
  readonly control: Control;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly unit?: 'px' | 'percent';
  readonly when?: (fields: Record<string, unknown>) => boolean;
}

/** A text of a block: one line or rich text. It is there once in each language, apart from the design. */
export interface TextField {
  readonly kind: 'line' | 'rich';
  /** At most so many characters. */
  readonly most: number;
  /** Whether a message may go out without it. */
  readonly optional?: boolean;
}

/** What a block is drawn with. */
export interface View {
  /** The texts of the block in the language that is made. */
  readonly line: (field: string) => readonly Inline[];
  readonly rich: (field: string) => RichText;
  /** What stands in a slot, already drawn. */
  readonly slot: (name: string) => readonly Node[];
  readonly brand: Brand;
  /** A word that the product says itself, in the message's language: heads of tables, labels. */
  readonly word: (key: Word) => string;
  /** The blocks that a client's shared block of this name holds, already drawn; empty where there is none of that name. */
  readonly shared: (name: string) => readonly Node[];
  /** The client's text for pages of this name; empty where there is none. */
  readonly content: (name: string) => RichText;
}

export interface Block<Shape extends ZodObject = ZodObject> {
  readonly type: string;
  /** What it can stand in: mails, letters on paper, pages in the browser. */
  readonly media: readonly Medium[];
  /** Counts shapes: raised with an entry in `upgrades` whenever saved fields would no longer fit. */
  readonly version: number;
  /** From version n to n + 1, at place n - 1. */
  readonly upgrades: readonly ((fields: Record<string, unknown>) => Record<string, unknown>)[];
  /** Tabler icon name in kebab case. */
  readonly icon: string;
  readonly group: Group;
  /** Whether it takes the width of the message: it never goes into a slot of another block. Blocks with slots do. */
  readonly top: boolean;
  /** Names of the slots that hold other blocks, left to right. */
  readonly slots: readonly string[];
  /** Whether one design may hold it once only. */
  readonly once: boolean;
  readonly fields: Shape;
  readonly layout: { readonly [K in keyof z.infer<Shape>]?: FieldLayout };
  readonly texts: Readonly<Record<string, TextField>>;
  /** Pure: the same fields and texts give the same nodes. */
  draw(fields: z.infer<Shape>, view: View): readonly Node[];
}

/** Declares a block; the generics keep fields, layout and output in step. */
export function defineBlock<Shape extends ZodObject<Record<string, ZodType>>>(block: Block<Shape>): Block<Shape> {
  return block;
}
