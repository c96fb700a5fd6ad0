/** How a client's messages look, once for all of them. */
import { z } from 'zod';

/** Fonts that mail programs have themselves: none is loaded from anywhere. */
export const FONTS = {
  sans: 'Arial, Helvetica, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: "'Trebuchet MS', Arial, sans-serif",
  georgia: 'Georgia, serif',
  times: "'Times New Roman', Times, serif",
} as const;
export type Font = keyof typeof FONTS;

/** A colour, #rrggbb. */
export const COLOUR = /^#[0-9a-f]{6}$/i;
/** The address of a picture: of the web, or of this installation ("/…"), to which `toMjml` adds its public address. */
export const PICTURE = /^(https?:\/\/[^\s<>"'{}\\]+|\/[^\s<>"'{}\\/][^\s<>"'{}\\]*)$/;

const colour = z.string().regex(COLOUR);

export const brand = z.strictObject({
  text: colour,
  /** Of the page around the letter. */
  background: colour,
  /** Of the letter itself. */
  surface: colour,
  /** Of buttons and links. */
  accent: colour,
  /** What is written on buttons. */
  onAccent: colour,
  font: z.enum(Object.keys(FONTS) as [Font, ...Font[]]),
  /** Address of the logo; empty without one. */
  logo: z.union([z.literal(''), z.string().max(2_000).regex(PICTURE)]),
  /** px. */
  logoWidth: z.int().min(16).max(600),
  /** What stands in place of the logo, and what it says to whoever can't see it; empty: the creditor's name. */
  name: z.string().max(120),
});
export type Brand = z.infer<typeof brand>;

/** What a client's messages look like until it sets its own brand. */
export const DEFAULT_BRAND: Brand = {
  text: '#17211e',
  background: '#f7f7f4',
  surface: '#ffffff',
  accent: '#0e6b57',
  onAccent: '#ffffff',
  font: 'sans',
  logo: '',
  logoWidth: 160,
  name: '',
};
