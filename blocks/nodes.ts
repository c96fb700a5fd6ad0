/**
 * What blocks come to, whatever shows it: MJML on the server (mjml.ts), elements in the editor. About ten kinds of nodes, so that what is previewed
 * while people write is what debtors get.
 */
import type { Condition } from './condition.ts';
import type { Window } from './windows.ts';
import type { Inline, RichText } from './words.ts';

export const ALIGNS = ['left', 'center', 'right'] as const;
export type Align = (typeof ALIGNS)[number];

/** A field whose text people change where it stands; `inline` is one line. */
export interface Place {
  readonly field: string;
  readonly kind: 'rich' | 'line';
}

export type Node =
  /**
   * Takes the width of the mail; its columns stack on a phone. Widths are in percent and add up to 100. `background` is #rrggbb; null leaves the
   * background of the page, for what is outside the letter itself: logo and legal footer.
   */
  | {
      readonly node: 'columns';
      readonly background: string | null;
      readonly columns: readonly { readonly width: number; readonly nodes: readonly Node[] }[];
    }
  | { readonly node: 'text'; readonly text: RichText; readonly align: Align; readonly small: boolean; readonly place: Place | null }
  | {
      readonly node: 'button';
      readonly label: readonly Inline[];
      readonly href: string;
      readonly align: Align;
      readonly place: Place | null;
    }
  /** @param width px. `src` is an address of the product's own pictures, or one of CODES, made when the message is. */
  | {
      readonly node: 'image';
      readonly src: string;
      readonly alt: readonly Inline[];
      readonly width: number;
      readonly align: Align;
      readonly href: string | null;
    }
  | { readonly node: 'line' }
  | { readonly node: 'space'; readonly height: number }
  /** Rows of facts; with `each` its body rows stand once for every one of that list. */
  | {
      readonly node: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
      readonly each: List | null;
      readonly ends: readonly Align[];
    }
  /**
   * Something the debtor's page does, such as choosing claims: the portal draws it by its name from the fields and texts of its block. Pages alone
   * have them.
   */
  | {
      readonly node: 'function';
      readonly name: string;
      readonly fields: Readonly<Record<string, unknown>>;
      readonly texts: Readonly<Record<string, readonly Inline[] | RichText>>;
    }
  /**
   * Paper alone has these four. The head of a letter down to where its text begins: the sender, the address in the envelope's window, facts beside it. A
   * logo is drawn where `logo` says.
   */
  | {
      readonly node: 'letterhead';
      readonly window: Window;
      readonly logo: Align;
      readonly sender: readonly Inline[];
      readonly address: readonly Inline[];
      readonly facts: readonly (readonly [label: readonly Inline[], value: readonly Inline[]])[];
      readonly contact: RichText;
    }
  | { readonly node: 'pageBreak' }
  /** What stands at the foot of every page. */
  | { readonly node: 'pageFooter'; readonly text: RichText; readonly place: Place }
  /** The payment part of a Swiss QR bill. It takes the lower third of a page of its own; its code is `cid:swissCode`. */
  | { readonly node: 'paymentPart'; readonly creditor: readonly string[] }
  /** What one block of the design comes to. It draws nothing itself: editors put their frame there, checks name the block. */
  | { readonly node: 'block'; readonly id: string; readonly nodes: readonly Node[] }
  /** `seen`: only eyes have a use for it, so the text part goes without. */
  | { readonly node: 'when'; readonly when: Condition; readonly nodes: readonly Node[]; readonly seen?: true }
  | { readonly node: 'each'; readonly each: List; readonly nodes: readonly Node[] };

/** Pictures that are made with the message, as their addresses in it: of a transfer, of the debtor's own page, of a Swiss bill. */
export const CODES = { transfer: 'cid:transferCode', page: 'cid:pageCode', swiss: 'cid:swissCode' } as const;
export type Code = keyof typeof CODES;

/** @returns whether a picture's address is that of a code. */
export const isCode = (src: string): boolean => Object.values<string>(CODES).includes(src);

/** What can be repeated; inside, `item.<field>` is one of it. */
export const LISTS = ['claims', 'instalments'] as const;
export type List = (typeof LISTS)[number];
/** The fields of one of a list. */
export const ITEM_FIELDS: Readonly<Record<List, readonly string[]>> = {
  claims: ['reference', 'product', 'amount', 'fees', 'balance', 'dueDate', 'daysPastDue'],
  instalments: ['number', 'amount', 'dueDate', 'status'],
};
