/** What is wrong with a design in one language, or could be better, before it is saved. */
import type { Brand } from './brand.ts';
import { blockType } from './catalogue.ts';
import { contrast, ENOUGH } from './contrast.ts';
import { allBlocks, type Design } from './design.ts';
import { draw, type SharedBlock } from './draw.ts';
import { ITEM_FIELDS } from './nodes.ts';
import { wordsIn } from './said.ts';
import { behind, type DesignTexts, ENVELOPE, isEmpty, lineOf } from './texts.ts';
import { tagOfAddress, type Uses, usesOf } from './uses.ts';
import { plainText, type RichText } from './words.ts';

/** Errors keep a design from being saved; warnings ask whether it is meant so; hints are about what would be better. */
export const CHECKS = {
  designEmpty: 'error',
  subjectMissing: 'error',
  textMissing: 'error',
  textKind: 'error',
  textLong: 'error',
  translationMissing: 'error',
  placeholderUnknown: 'error',
  addressMissing: 'error',
  addressWrong: 'error',
  pictureMissing: 'error',
  pictureText: 'error',
  sharedMissing: 'error',
  contentMissing: 'error',
  letterheadFirst: 'error',
  translationOutdated: 'warning',
  placeholderEmpty: 'warning',
  payLinkMissing: 'warning',
  unsubscribeMissing: 'warning',
  contrastText: 'warning',
  contrastButton: 'warning',
  wordListed: 'warning',
  preheaderMissing: 'hint',
} as const;
export type CheckKey = keyof typeof CHECKS;

/** Its texts are `check.<key>` of the area `blocks`. */
export interface Check {
  readonly severity: (typeof CHECKS)[CheckKey];
  readonly key: CheckKey;
  readonly values: Readonly<Record<string, string | number>>;
  /** Null: the message as a whole, or its subject and preheader. */
  readonly blockId: string | null;
  readonly field: string | null;
}

export interface CheckOptions {
  readonly locale: string;
  /** The texts of the leading language; null where these are they. */
  readonly leading: DesignTexts | null;
  /** Those that messages of this kind have; with a `value`, those of the account that is previewed. */
  readonly placeholders: readonly { readonly tag: string; readonly value?: string }[];
  readonly brand: Brand;
  /** Words that the client doesn't want in its messages. */
  readonly words: readonly string[];
  readonly shared?: (name: string) => SharedBlock | null;
  readonly content?: (name: string) => RichText | null;
}

type Report = (key: CheckKey, values?: Check['values'], blockId?: string | null, field?: string | null) => void;

/** @returns everything there is to say about a design that `readDesign` accepted, errors first. */
export function checkDesign(design: Design, texts: DesignTexts, options: CheckOptions): Check[] {
  const found: Check[] = [];
  const report: Report = (key, values = {}, blockId = null, field = null) =>
    found.push({ severity: CHECKS[key], key, values, blockId, field });
  const { brand, locale, shared, content } = options;
  const known = { ...(shared ? { shared } : {}), ...(content ? { content } : {}) };
  const uses = usesOf(draw(design, texts, { brand, word: wordsIn(locale), ...known }));
  checkBlocks(design, texts, options, report);
  checkEnvelope(design, texts, report);
  checkTranslation(design, texts, options, report);
  checkPlaceholders(uses, texts, options, report);
  checkLinks(design, uses, report);
  checkBrand(brand, report);
  checkWords(texts, options.words, report);
  const order = ['error', 'warning', 'hint'];
  return found.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
}

function checkBlocks(design: Design, texts: DesignTexts, { leading, shared, content }: CheckOptions, report: Report): void {
  if (design.blocks.length === 0) report('designEmpty');
  const [first] = design.blocks;
  // Without it, or under a condition, the address would not show in the window.
  if (design.medium === 'paper' && first && (first.type !== 'letterhead' || first.when || first.each)) report('letterheadFirst');
  for (const { id, type, fields } of allBlocks(design)) {
    for (const [field, { kind, most, optional }] of Object.entries(blockType(type)?.texts ?? {})) {
      const text = texts[`${id}.${field}`]?.text;
      if (text === undefined || isEmpty(text)) {
        // What the leading language says and this one doesn't is told as a missing translation.
        const said = leading?.[`${id}.${field}`];
        if (!optional && !(said && !isEmpty(said.text))) report('textMissing', {}, id, field);
      } else if ((kind === 'line') !== (typeof text === 'string')) report('textKind', {}, id, field);
      else if (lengthOf(text) > most) report('textLong', { number: most }, id, field);
    }
    if (type === 'image' || type === 'picture') {
      if (fields.src === '') report('pictureMissing', {}, id, 'src');
      else if (fields.decorative !== true && isEmpty(texts[`${id}.alt`]?.text ?? '')) report('pictureText', {}, id, 'alt');
    }
    if (type === 'button' && fields.href === '') report('addressMissing', {}, id, 'href');
    if (type === 'shared' && (fields.name === '' || (shared && !shared(String(fields.name)))))
      report('sharedMissing', { name: String(fields.name) }, id, 'name');
    if (type === 'content' && (fields.name === '' || (content && !content(String(fields.name)))))
      report('contentMissing', { name: String(fields.name) }, id, 'name');
  }
}

const lengthOf = (text: DesignTexts[string]['text']) => (typeof text === 'string' ? text : plainText(text)).length;

function checkEnvelope({ medium }: Design, texts: DesignTexts, report: Report): void {
  for (const field of ENVELOPE[medium])
    if (isEmpty(texts[field]?.text ?? '')) report(field === 'subject' ? 'subjectMissing' : 'preheaderMissing', {}, null, field);
}

function checkTranslation(design: Design, texts: DesignTexts, { leading }: CheckOptions, report: Report): void {
  if (!leading) return;
  const ids = new Set(allBlocks(design).map(({ id }) => id));
  for (const [key, state] of behind(leading, texts)) {
    const [id, field] = key.includes('.') ? (key.split('.') as [string, string]) : [null, key];
    // Texts of blocks that are gone stay in the leading language until it is saved again.
    if (id !== null && !ids.has(id)) continue;
    if (state === 'outdated') report('translationOutdated', {}, id, field);
    else if (key !== 'subject') report('translationMissing', {}, id, field);
  }
}

function checkPlaceholders({ tags }: Uses, texts: DesignTexts, { placeholders }: CheckOptions, report: Report): void {
  const known = new Map(placeholders.map(({ tag, value }) => [tag, value]));
  const inEnvelope = ['subject', 'preheader'].flatMap((field) => {
    const text = texts[field]?.text;
    const line = typeof text === 'string' ? lineOf(text) : [];
    return line.flatMap((one) => (one.type === 'placeholder' ? [{ tag: one.attrs.tag, field, fallback: one.attrs.fallback !== '' }] : []));
  });
  const all = [...inEnvelope.map((each) => ({ ...each, blockId: null, list: null })), ...tags];
  const told = new Set<string>();
  for (const { tag, blockId, field, fallback, list } of all) {
    const once = JSON.stringify([tag, blockId, field]);
    if (told.has(once)) continue;
    told.add(once);
    const [group, name] = tag.split('.') as [string, string];
    if (group === 'item') {
      if (!list || !ITEM_FIELDS[list].includes(name)) report('placeholderUnknown', { tag }, blockId, field);
    } else if (!known.has(tag)) report('placeholderUnknown', { tag }, blockId, field);
    else if (known.get(tag) === '' && !fallback) report('placeholderEmpty', { tag }, blockId, field);
  }
}

function checkLinks({ medium }: Design, { tags, links }: Uses, report: Report): void {
  for (const { href, blockId, field } of links) if (!isAddress(href)) report('addressWrong', { address: href }, blockId, field);
  // A page is where the debtor pays; a letter has nothing to click.
  if (medium !== 'mail') return;
  const leads = (wanted: string) => tags.some(({ tag, asked }) => tag === wanted && !asked);
  if (!leads('link.pay')) report('payLinkMissing');
  if (!leads('link.unsubscribe')) report('unsubscribeMissing');
}

/** @returns whether an address can lead anywhere; of placeholders, those that hold one. */
function isAddress(href: string): boolean {
  const tag = tagOfAddress(href);
  if (tag) return /^(link|global|meta|item|agent|strategy|reaction)\./.test(tag);
  if (/^mailto:/i.test(href)) return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/i.test(href);
  if (/^tel:/i.test(href)) return href.replace(/\D/g, '').length >= 3;
  return URL.canParse(href) && new URL(href).hostname.includes('.');
}

/** Rounded down: what is just not enough must not look as if it were. */
const rounded = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1);

function checkBrand({ text, surface, background, accent, onAccent }: Brand, report: Report): void {
  const least = Math.min(contrast(text, surface), contrast(text, background));
  if (least < ENOUGH) report('contrastText', { ratio: rounded(least) });
  const button = contrast(onAccent, accent);
  if (button < ENOUGH) report('contrastButton', { ratio: rounded(button) });
}

function checkWords(texts: DesignTexts, words: readonly string[], report: Report): void {
  const wanted = words.map((word) => word.trim()).filter((word) => word !== '');
  for (const [key, { text }] of Object.entries(texts)) {
    const said = typeof text === 'string' ? text : plainText(text);
    const [id, field] = key.includes('.') ? (key.split('.') as [string, string]) : [null, key];
    for (const word of wanted) if (holdsWord(said, word)) report('wordListed', { word }, id, field);
  }
}

/** Whole words only: a list that holds "Klage" has nothing against "Beklagte". */
function holdsWord(text: string, word: string): boolean {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}
