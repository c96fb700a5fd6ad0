/** Where things stand on the first page of a letter, so that the address shows in the window of its envelope. Millimetres from the page's edges. */

interface Measures {
  readonly paper: 'A4' | 'letter';
  /** The lines of the address: they stay within the window however the letter slides in its envelope. */
  readonly address: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
    /** From one line to the next: six of them fit, or five in an American window (core/postalAddress.ts). */
    readonly line: number;
    /** Points. */
    readonly font: number;
  };
  /** Facts such as the date, beside the address. */
  readonly facts: { readonly left: number; readonly top: number; readonly width: number };
  /** Where the text begins. */
  readonly text: number;
  /** Small lines at the left edge: where to fold, and where to punch. */
  readonly marks: readonly number[];
}

export const WINDOWS = {
  /** DIN 5008, form B: 45 mm of letterhead; the line of the sender stands above the address. */
  dinB: {
    paper: 'A4',
    address: { left: 25, top: 62.7, width: 78, height: 27.3, line: 4.2, font: 10 },
    facts: { left: 125, top: 50, width: 65 },
    text: 98.5,
    marks: [105, 148.5, 210],
  },
  /** DIN 5008, form A: 27 mm of letterhead. */
  dinA: {
    paper: 'A4',
    address: { left: 25, top: 44.7, width: 78, height: 27.3, line: 4.2, font: 10 },
    facts: { left: 125, top: 32, width: 65 },
    text: 80.5,
    marks: [87, 148.5, 192],
  },
  /**
   * A DL envelope (BS 4264) with its window of 35 by 90 mm, 20 mm from the left and 18 mm from the bottom; the sheet folded in three. It slides by 11 mm up
   * and 10 mm sideways: from 20 to 100 and from 57 to 81 mm of the sheet show wherever it is, and anything from 10 to 110 and from 46 to 92 mm may.
   */
  uk: {
    paper: 'A4',
    address: { left: 25, top: 57.2, width: 73, height: 23.6, line: 3.9, font: 9.5 },
    facts: { left: 125, top: 50, width: 65 },
    text: 98.5,
    marks: [99, 198],
  },
  /**
   * A #10 envelope with its window of 1⅛ by 4½ in, ⅞ in from the left and ½ in from the bottom; the sheet folded in three. It slides by 11.6 mm up and 25.4 mm
   * sideways: from 22.2 to 111.1 and from 63.5 to 80.4 mm of the sheet show wherever it is, and anything to 136.5 and from 51.9 to 92.1 mm may. The Postal
   * Service wants ⅛ in free beside the address.
   */
  us10: {
    paper: 'letter',
    address: { left: 25.5, top: 63.7, width: 82, height: 16.6, line: 3.3, font: 8 },
    facts: { left: 139, top: 45, width: 56.9 },
    text: 98.5,
    marks: [],
  },
} as const satisfies Record<string, Measures>;

export type Window = keyof typeof WINDOWS;
export const WINDOW_NAMES = Object.keys(WINDOWS) as [Window, ...Window[]];

/** Width and height of a sheet. */
export const PAPERS = { A4: { name: 'A4', width: 210, height: 297 }, letter: { name: 'letter', width: 215.9, height: 279.4 } } as const;
