/**
 * Nodes → HTML of a debtor's page. No style stands in it (the page's Content-Security-Policy allows none): alignment, columns and spaces are classes
 * of portal.css. What a page does is drawn by the portal.
 */
import { Html, html } from '../core/html.ts';
import { DEFAULT_BRAND } from './brand.ts';
import type { Node } from './nodes.ts';
import type { Inline, RichBlock, RichText } from './words.ts';

export type FunctionNode = Extract<Node, { node: 'function' }>;

/** What a function of the page comes to; an `aside` is a link that stands in one line with its neighbours. */
export interface Drawn {
  readonly html: Html;
  readonly aside?: boolean;
}

export interface PageOptions {
  /** @returns what a function comes to now; null: nothing, e.g. where nothing is due. */
  readonly draw: (node: FunctionNode) => Drawn | null;
  /** Whether headings of the first level are the page's own; otherwise another one is, and these stand below it. */
  readonly hasTitle: boolean;
  /** The page's own background: columns of another one are tinted, in a colour that the page has for the light and for the dark. */
  readonly surface?: string;
}

/** @param nodes filled (page/fill.ts). @returns the page's content. */
export function toPage(nodes: readonly Node[], options: PageOptions): Html {
  const out: Html[] = [];
  let asides: Html[] = [];
  const close = () => {
    if (asides.length > 0) out.push(html`<p class="asides">${asides}</p>`);
    asides = [];
  };
  for (const node of nodes) {
    const drawn = node.node === 'function' ? options.draw(node) : { html: element(node, options) };
    if (!drawn) continue;
    if (drawn.aside) asides.push(drawn.html);
    else if (drawn.html.text !== '') {
      close();
      out.push(drawn.html);
    }
  }
  close();
  return joined(out, '\n');
}

/** @returns the functions that are on a page, in its order. */
export function functionsIn(nodes: readonly Node[]): FunctionNode[] {
  return nodes.flatMap((node) => {
    if (node.node === 'function') return [node];
    if (node.node === 'columns') return functionsIn(node.columns.flatMap(({ nodes: own }) => own));
    return 'nodes' in node ? functionsIn(node.nodes) : [];
  });
}

/** @returns whether nodes have a heading of the first level. */
export function hasHeading(nodes: readonly Node[]): boolean {
  return nodes.some((node) => {
    if (node.node === 'text') return node.text.content.some((block) => block.type === 'heading' && block.attrs.level === 1);
    if (node.node === 'columns') return node.columns.some(({ nodes: own }) => hasHeading(own));
    return 'nodes' in node && hasHeading(node.nodes);
  });
}

const joined = (parts: readonly Html[], between = '') => new Html(parts.map(({ text }) => text).join(between));

const SPACES = [
  [12, 's'],
  [24, 'm'],
  [48, 'l'],
] as const;

function element(node: Node, options: PageOptions): Html {
  switch (node.node) {
    case 'columns': {
      const isTinted = node.background !== null && node.background !== (options.surface ?? DEFAULT_BRAND.surface);
      return html`<div class="columns${isTinted && ' tinted'}">${node.columns.map(({ width, nodes }) => html`<div class="column w${Math.round(width)}">${toPage(nodes, options)}</div>`)}</div>`;
    }
    case 'text':
      return richText(node.text, `said ${node.align}${node.small ? ' small' : ''}`, options.hasTitle);
    case 'button':
      // A button that leads nowhere is none.
      return node.href === ''
        ? html``
        : html`<p class="said ${node.align}" dir="auto"><a class="button" href="${node.href}" rel="noreferrer">${lineHtml(node.label)}</a></p>`;
    case 'image': {
      // Nothing is loaded from elsewhere.
      if (!node.src.startsWith('/')) return html``;
      const picture = html`<img src="${node.src}" alt="${lineWords(node.alt)}" width="${node.width}">`;
      return html`<p class="picture ${node.align}">${node.href ? html`<a href="${node.href}" rel="noreferrer">${picture}</a>` : picture}</p>`;
    }
    case 'line':
      return html`<hr>`;
    case 'space':
      return html`<div class="space ${SPACES.find(([most]) => node.height <= most)?.[1] ?? 'xl'}"></div>`;
    case 'table': {
      const row = (tag: 'th' | 'td', cells: (typeof node.head)[number][]) =>
        html`<tr>${cells.map((cell, at) => (tag === 'th' ? html`<th scope="col" class="${node.ends[at] ?? 'left'}">${lineHtml(cell)}</th>` : html`<td class="${node.ends[at] ?? 'left'}">${lineHtml(cell)}</td>`))}</tr>`;
      return html`<table class="said">${node.head.length > 0 && html`<thead>${row('th', [...node.head])}</thead>`}<tbody>${node.rows.map((cells) => row('td', [...cells]))}</tbody></table>`;
    }
    case 'block':
    case 'when':
    case 'each':
      return toPage(node.nodes, options);
    case 'function':
      return options.draw(node)?.html ?? html``;
    // Paper alone has these.
    case 'letterhead':
    case 'pageBreak':
    case 'pageFooter':
    case 'paymentPart':
      return html``;
  }
}

/** @returns a text's paragraphs, headings and lists, each in the direction of its own words. @param below whether its headings stand below a title. */
export function richText(text: RichText, classes: string, below = true): Html {
  const shown = text.content.filter((block) => block.type !== 'paragraph' || (block.content ?? []).length > 0);
  return shown.length === 0 ? html`` : html`<div class="${classes}">${shown.map((block) => blockHtml(block, below))}</div>`;
}

function blockHtml(block: RichBlock, below: boolean): Html {
  if (block.type === 'paragraph') return html`<p dir="auto">${lineHtml(block.content ?? [])}</p>`;
  if (block.type === 'heading') {
    const inner = lineHtml(block.content ?? []);
    const level = block.attrs.level + (below ? 1 : 0);
    if (level === 1) return html`<h1 dir="auto">${inner}</h1>`;
    return level === 2 ? html`<h2 dir="auto">${inner}</h2>` : html`<h3 dir="auto">${inner}</h3>`;
  }
  const items = block.content.map(
    ({ content }) =>
      html`<li dir="auto">${joined(
        content.map((each) => lineHtml(each.content ?? [])),
        '<br>',
      )}</li>`,
  );
  return block.type === 'bulletList' ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
}

/** @returns a line. */
export const lineHtml = (line: readonly Inline[]): Html => joined(line.map(inlineHtml));

function inlineHtml(one: Inline): Html {
  // A placeholder that nobody filled in says nothing.
  const inner = one.type === 'text' ? html`${one.text}` : one.type === 'hardBreak' ? html`<br>` : html``;
  return (one.marks ?? []).reduce((around, mark) => {
    if (mark.type === 'link') return html`<a href="${mark.attrs.href}" rel="noreferrer">${around}</a>`;
    if (mark.type === 'bold') return html`<strong>${around}</strong>`;
    return mark.type === 'italic' ? html`<em>${around}</em>` : html`<u>${around}</u>`;
  }, inner);
}

/** @returns a line's words alone. */
export const lineWords = (line: readonly Inline[]): string =>
  line.map((one) => (one.type === 'text' ? one.text : one.type === 'hardBreak' ? ' ' : '')).join('');
