/**
 * Messages by WhatsApp as its Business API wants them: a template is approved word for word before it may be sent, and holds nothing but
 * numbered places. We write placeholders instead; the numbers follow from where these stand.
 */
import { z } from 'zod';
import { inSchema } from './collectFaults.ts';
import { words } from './fault.ts';

export const WHATSAPP_CATEGORIES = ['UTILITY', 'MARKETING'] as const;
export type WhatsappCategory = (typeof WHATSAPP_CATEGORIES)[number];

/** What becomes of a template at WhatsApp; PAUSED is one that too many readers have reported. */
export const APPROVAL_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Characters, and buttons of one template. */
export const WHATSAPP_MOST = { header: 60, body: 1_024, footer: 60, label: 25, address: 2_000, buttons: 10, url: 2, phone: 1 } as const;

/** Free messages may be written for this long after the debtor's last one, in hours. */
export const WINDOW_HOURS = 24;

const needed = inSchema(words('needed'));
const atMost = (number: number) => inSchema(words('atMostCharacters', { number }));
const label = z.string().trim().min(1, needed).max(WHATSAPP_MOST.label, atMost(WHATSAPP_MOST.label));
const button = z.discriminatedUnion('kind', [
  /** An address that ends in at most one placeholder; the rest is approved with the template. */
  z.strictObject({
    kind: z.literal('url'),
    label,
    address: z.string().trim().min(1, needed).max(WHATSAPP_MOST.address, atMost(WHATSAPP_MOST.address)),
  }),
  z.strictObject({
    kind: z.literal('phone'),
    label,
    number: z.string().regex(/^\+[1-9]\d{5,14}$/, inSchema(words('internationalNumber'))),
  }),
  /** Its label comes back as the debtor's answer. */
  z.strictObject({ kind: z.literal('reply'), label }),
]);
const header = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('text'), text: z.string().trim().min(1, needed) }),
  /** One of the client's own pictures, by its address `/pictures/…`. */
  z.strictObject({ kind: z.literal('image'), address: z.string().regex(/^\/pictures\/[\w./-]+$/, inSchema(words('whatsappPicture'))) }),
  /** The newest PDF of a kind (core/fileTypes.ts, or the client's own) among the files of the reader's account. */
  z.strictObject({ kind: z.literal('document'), documentType: z.string().trim().min(1, needed).max(60, atMost(60)) }),
]);

/** A template in one language, as it is written. */
export const whatsappTemplate = z.strictObject({
  category: z.enum(WHATSAPP_CATEGORIES),
  header: header.default({ kind: 'none' }),
  body: z
    .string()
    .trim()
    .min(1, inSchema(words('messageEmpty'))),
  footer: z.string().trim().max(WHATSAPP_MOST.footer, atMost(WHATSAPP_MOST.footer)).default(''),
  buttons: z.array(button).max(WHATSAPP_MOST.buttons).default([]),
});
export type WhatsappTemplate = z.infer<typeof whatsappTemplate>;
export type WhatsappButton = WhatsappTemplate['buttons'][number];

const OUTPUT = /\{\{.*?\}\}/gs;

/** @returns the placeholders of a text as they are written, in their order: the n-th of them is the template's {{n}}. */
export const outputsIn = (text: string): string[] => text.match(OUTPUT) ?? [];

/** @returns the text with numbers in place of its placeholders, from the given one on. */
export function numbered(text: string, first = 1): string {
  let at = first;
  return text.replace(OUTPUT, () => `{{${at++}}}`);
}

/** @returns whether a text begins or ends with a placeholder, or has two side by side: WhatsApp refuses all three. */
export function hasLooseEdge(text: string): boolean {
  const words = text.split(OUTPUT);
  return words.length > 1 && words.some((each) => each.trim() === '');
}

/** @returns the name under which a bundle's version is submitted: lower case, digits and underscores. */
export const templateNameOf = (fileName: string, version: number): string =>
  `${fileName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 480)}_v${version}`;

const LANGUAGES: Readonly<Record<string, string>> = { en_US: 'en_US', en_GB: 'en_GB', de_DE: 'de', es_ES: 'es_ES', nl_NL: 'nl' };

/** @returns a locale as WhatsApp names it. */
export const whatsappLanguage = (locale: string): string => LANGUAGES[locale] ?? locale;
