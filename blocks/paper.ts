/** Nodes → the HTML that a letter is printed from. Placeholders, conditions and repetitions are Liquid, as in mails (mjml.ts). */
import { toLocale } from '../core/locale.ts';
import { type Brand, FONTS } from './brand.ts';
import { readableOn } from './contrast.ts';
import { liquidAddress, liquidAttribute, liquidText } from './liquid.ts';
import { groupMarkup, isGroup, pictureAddress, tableMarkup } from './markup.ts';
import { type Align, isCode, type Node } from './nodes.ts';
import { paperStyle, TOP } from './paperStyle.ts';
import { paymentPart } from './paymentPart.ts';
import { lineHtml, richHtml } from './richHtml.ts';
import { saidIn } from './said.ts';
import { lineOf } from './texts.ts';
import { WINDOWS } from './windows.ts';
import { type Inline, plainText, type RichText } from './words.ts';

export interface PaperOptions {
  readonly brand: Brand;
  readonly locale: string;
  /** What the document is called: a line with `{{ tag }}` in it. */
  readonly title: string;
  /** This installation's address without a slash at its end, for pictures of its own. */
  readonly base?: string;
}

type Letterhead = Extract<Node, { node: 'letterhead' }>;
type Table = Extract<Node, { node: 'table' }>;

/** What nodes are printed with. */
interface Ink {
  readonly brand: Brand;
  readonly base: string;
  readonly locale: string;
}

/** @returns the letter as a page of HTML that brings its own style sheet and needs nothing else. Only placeholders, conditions and lists are Liquid. */
export function toPaper(nodes: readonly Node[], { brand, locale, title, base = '' }: PaperOptions): string {
  const head = find(nodes, ({ node }) => node === 'letterhead') as Letterhead | null;
  const window = head?.window ?? 'dinB';
  const ink: Ink = { brand, base, locale };
  const isBill = (node: Node) => find([node], (each) => each.node === 'paymentPart') !== null;
  const text = content(
    nodes.filter((node) => !isBill(node)),
    ink,
  );
  const hasFooter = find(nodes, ({ node }) => node === 'pageFooter') !== null;
  // Head and foot of a table are repeated on every page: empty ones keep its distance at the top, and the room that the footer, which stands still, needs.
  const sheet = `<table class="q-sheet" role="presentation"><thead><tr><td class="q-over"></td></tr></thead><tbody><tr><td>${text}</td></tr></tbody>${hasFooter ? '<tfoot><tr><td class="q-room"></td></tr></tfoot>' : ''}</table>`;
  const bill = content(nodes.filter(isBill), ink);
  const marks = WINDOWS[window].marks.map((at) => `<div class="q-mark" aria-hidden="true" style="margin-top:${at - TOP}mm"></div>`);
  return `<!doctype html>
<html lang="${toLocale(locale).slice(0, 2)}" dir="ltr"><head><meta charset="utf-8" /><title>${liquidText(lineOf(title))}</title>
<style>${paperStyle({ window, hasFooter, font: FONTS[brand.font], accent: readableOn('#ffffff', brand.accent), words: saidIn(locale).words })}</style></head>
<body>${marks.join('')}${sheet}${bill}</body></html>`;
}

/** @returns the first node of a kind, in blocks and under conditions as well. */
function find(nodes: readonly Node[], is: (node: Node) => boolean): Node | null {
  for (const node of nodes) {
    const found = is(node) ? node : 'nodes' in node ? find(node.nodes, is) : null;
    if (found) return found;
  }
  return null;
}

const content = (nodes: readonly Node[], ink: Ink): string => nodes.map((node) => element(node, ink)).join('\n');

/** Links on paper are words: where they lead is said behind them (paperStyle.ts). */
const LINK = 'inherit';

const rich = (text: RichText) => richHtml(text, LINK);
const line = (said: readonly Inline[]) => lineHtml(said, LINK);

function element(node: Node, ink: Ink): string {
  if (isGroup(node)) return groupMarkup(node, (nodes) => content(nodes, ink));
  switch (node.node) {
    case 'columns':
      return columns(node, ink);
    case 'text':
      return plainText(node.text).trim() === '' ? '' : part(`q-text${node.small ? ' q-small' : ''}`, node.align, rich(node.text));
    // Paper can't be pressed: what a button says stands there, with where it leads.
    case 'button':
      return part('q-text', node.align, `<p>${line(node.label)}: ${liquidAddress(node.href)}</p>`);
    case 'image':
      return picture(node, ink);
    case 'line':
      return '<hr class="q-line" />';
    case 'space':
      return `<div style="height:${node.height}px"></div>`;
    case 'table':
      return table(node);
    case 'letterhead':
      return letterhead(node, ink);
    case 'pageBreak':
      return '<div class="q-break"></div>';
    case 'pageFooter':
      return `<div class="q-footer">${rich(node.text)}</div>`;
    case 'paymentPart':
      return paymentPart(node.creditor, ink.locale);
    case 'function':
      return '';
  }
}

const part = (kind: string, align: Align, inner: string) => `<div class="q-part ${kind} q-${align}">${inner}</div>`;

function columns({ columns: all }: Extract<Node, { node: 'columns' }>, ink: Ink): string {
  const cells = all.map(({ width, nodes }) => `<div class="q-column" style="width:${width}%">${content(nodes, ink)}</div>`);
  return `<div class="q-columns">${cells.join('')}</div>`;
}

function picture({ src, alt, width, align }: Extract<Node, { node: 'image' }>, { base }: Ink): string {
  if (src === '') return '';
  const image = `<img class="${isCode(src) ? 'q-code' : 'q-picture'}" src="${liquidAddress(pictureAddress(src, base))}" alt="${liquidAttribute(alt)}" width="${width}" />`;
  return part('q-image', align, image);
}

function table(node: Table): string {
  const { head, body } = tableMarkup(
    node,
    (tag, said, end) => `<${tag}${tag === 'th' ? ' scope="col"' : ''} class="q-${end}">${line(said)}</${tag}>`,
  );
  const heads = head === '' ? '' : `<thead>${head}</thead>`;
  return `<div class="q-part"><table class="q-table${head === '' ? ' q-facts' : ''}">${heads}<tbody>${body}</tbody></table></div>`;
}

function letterhead({ logo, sender, address, facts, contact }: Letterhead, { brand, base }: Ink): string {
  const name = brand.name === '' ? '{{ account.creditor }}' : liquidAttribute([{ type: 'text', text: brand.name }]);
  const sign =
    brand.logo === ''
      ? `<strong>${name}</strong>`
      : `<img src="${liquidAddress(pictureAddress(brand.logo, base))}" alt="${name}" width="${brand.logoWidth}" />`;
  const rows = facts.map(([label, value]) => `<tr><td>${line(label)}</td><td>${line(value)}</td></tr>`).join('');
  const asides = [
    rows === '' ? '' : `<table>${rows}</table>`,
    plainText(contact).trim() === '' ? '' : `<div class="q-contact">${rich(contact)}</div>`,
  ];
  return `<div class="q-head">
<div class="q-logo q-${logo}">${sign}</div>
<div class="q-sender">${line(sender)}</div>
<div class="q-address">${line(address)}</div>
<div class="q-aside">${asides.join('')}</div>
</div>`;
}
