/** Nodes → MJML, which becomes the HTML of tables that Outlook, Gmail and Apple Mail read. Placeholders, conditions and repetitions are Liquid. */
import { toLocale } from '../core/locale.ts';
import { type Brand, FONTS } from './brand.ts';
import { contrast, lightened, mix, readableOn } from './contrast.ts';
import { liquidAddress, liquidAttribute } from './liquid.ts';
import { groupMarkup, isGroup, pictureAddress, tableMarkup } from './markup.ts';
import { isCode, type Node } from './nodes.ts';
import { lineHtml, richHtml } from './richHtml.ts';
import { lineOf } from './texts.ts';
import { plainText } from './words.ts';

export interface MjmlOptions {
  readonly brand: Brand;
  readonly locale: string;
  /** The subject: a line with `{{ tag }}` in it. */
  readonly title: string;
  /** What inboxes show beside the subject, likewise; empty: they show how the mail begins. */
  readonly preheader: string;
  /** This installation's address without a slash at its end, for pictures of its own. */
  readonly base?: string;
}

type Columns = Extract<Node, { node: 'columns' }>;
type Table = Extract<Node, { node: 'table' }>;

/** What nodes are painted with where they are. */
interface Paint {
  readonly brand: Brand;
  readonly base: string;
  /** Of words and of links on this background. */
  readonly text: string;
  readonly link: string;
  readonly line: string;
  readonly button: { readonly background: string; readonly text: string };
}

/** Backgrounds and words where the reader's mail program is dark. */
const DARK = { page: '#121615', letter: '#1d2322', text: '#f1f3f2', line: '#3f4745' };

/** px: a screen is further away than paper, and coarser. */
const CODE_WIDTH = 180;

/** @returns the mail as MJML. Whatever the texts are, it compiles, and only placeholders, conditions and lists are Liquid. */
export function toMjml(nodes: readonly Node[], { brand, locale, title, preheader, base = '' }: MjmlOptions): string {
  const preview = preheader.trim() === '' ? '' : `\n    <mj-preview>${liquidAttribute(lineOf(preheader))}</mj-preview>`;
  return `<mjml lang="${toLocale(locale).slice(0, 2)}" dir="ltr">
  <mj-head>
    <mj-title>${liquidAttribute(lineOf(title))}</mj-title>${preview}
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-attributes><mj-all font-family="${FONTS[brand.font]}" /><mj-text font-size="15px" line-height="23px" padding="6px 24px" /></mj-attributes>
    <mj-style>${darkStyle(brand)}</mj-style>
  </mj-head>
  <mj-body width="600px" background-color="${brand.background}" css-class="q-body">
${sections(nodes, brand, base)}
  </mj-body>
</mjml>`;
}

function darkStyle(brand: Brand): string {
  return `
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      @media (prefers-color-scheme: dark) {
        .q-body, .q-body > div { background-color: ${DARK.page} !important; }
        .q-letter, .q-letter > table { background: ${DARK.letter} !important; background-color: ${DARK.letter} !important; }
        .q-letter div, .q-letter table, .q-page div, .q-page table { color: ${DARK.text} !important; }
        .q-letter p, .q-letter td, .q-letter th { border-color: ${DARK.line} !important; }
        .q-letter .q-link, .q-page .q-link { color: ${lightened(brand.accent, DARK.letter)} !important; }
      }
    `;
}

const hasColumns = (node: Node): boolean => node.node === 'columns' || ('nodes' in node && node.nodes.some(hasColumns));

/** What takes the width of the mail becomes a section of its own; what is between shares one. */
function sections(nodes: readonly Node[], brand: Brand, base: string): string {
  const out: string[] = [];
  let run: Node[] = [];
  const close = () => {
    if (run.length > 0)
      out.push(section({ node: 'columns', background: brand.surface, columns: [{ width: 100, nodes: run }] }, brand, base));
    run = [];
  };
  for (const node of nodes) {
    if (!hasColumns(node)) run.push(node);
    else {
      close();
      if (node.node === 'columns') out.push(section(node, brand, base));
      else if (isGroup(node)) out.push(groupMarkup(node, (nodes) => sections(nodes, brand, base), raw));
    }
  }
  close();
  return out.join('\n');
}

const raw = (liquid: string) => `<mj-raw>${liquid}</mj-raw>`;

function section({ background, columns }: Columns, brand: Brand, base: string): string {
  const shade = background ?? brand.background;
  const text = readableOn(shade, brand.text);
  // Where the accent can't be read, a link is told by its line alone.
  const link = readableOn(shade, brand.accent) === brand.accent ? brand.accent : text;
  const paint: Paint = { brand, base, text, link, line: mix(shade, text, 0.2), button: buttonOn(shade, brand) };
  const kind = background === null ? 'q-page' : background === brand.surface ? 'q-letter' : 'q-own';
  const inner = columns.map(({ width, nodes }) => `<mj-column width="${width}%">${content(nodes, paint)}</mj-column>`);
  const colour = background === null ? '' : ` background-color="${background}"`;
  return `<mj-section css-class="${kind}"${colour} padding="10px 0">${inner.join('')}</mj-section>`;
}

/** On a background in the accent's own colour, a button is the other way round: it would not be seen. */
function buttonOn(shade: string, { accent, onAccent }: Brand): Paint['button'] {
  return contrast(shade, accent) < 1.5 ? { background: onAccent, text: accent } : { background: accent, text: onAccent };
}

const content = (nodes: readonly Node[], paint: Paint): string => nodes.map((node) => element(node, paint)).join('\n');

function element(node: Node, paint: Paint): string {
  const { button, text, link, line } = paint;
  if (isGroup(node)) return groupMarkup(node, (nodes) => content(nodes, paint), raw);
  switch (node.node) {
    // No block puts columns into columns; if one did, what is in them would still be there.
    case 'columns':
      return node.columns.map(({ nodes }) => content(nodes, paint)).join('\n');
    case 'text': {
      if (plainText(node.text).trim() === '') return '';
      const size = node.small ? ' font-size="13px" line-height="19px"' : '';
      return `<mj-text align="${node.align}" color="${text}"${size}>${richHtml(node.text, link)}</mj-text>`;
    }
    case 'button':
      return `<mj-button href="${liquidAddress(node.href) || '#'}" align="${node.align}" background-color="${button.background}" color="${button.text}" font-size="15px" font-weight="700" border-radius="8px" inner-padding="13px 24px" padding="10px 24px">${lineHtml(node.label, button.text)}</mj-button>`;
    case 'image': {
      if (node.src === '') return '';
      const src = pictureAddress(node.src, paint.base);
      const href = node.href ? ` href="${liquidAddress(node.href)}"` : '';
      return `<mj-image src="${liquidAddress(src)}" alt="${liquidAttribute(node.alt)}" width="${isCode(node.src) ? CODE_WIDTH : node.width}px" align="${node.align}"${href} padding="6px 24px" />`;
    }
    case 'line':
      return `<mj-divider border-width="1px" border-color="${line}" padding="10px 24px" />`;
    case 'space':
      return `<mj-spacer height="${node.height}px" />`;
    case 'table':
      return table(node, paint);
    // Mails have none: their blocks are not for pages and letters.
    case 'function':
    case 'letterhead':
    case 'pageBreak':
    case 'pageFooter':
    case 'paymentPart':
      return '';
  }
}

function table(node: Table, { text, link, line }: Paint): string {
  const { head, body } = tableMarkup(node, (tag, said, end, isLast) => {
    const weight = tag === 'th' ? 'font-weight:700;' : '';
    const scope = tag === 'th' ? ' scope="col"' : '';
    return `<${tag}${scope} align="${end}" style="padding:6px ${isLast ? 0 : 8}px 6px 0;border-bottom:1px solid ${line};vertical-align:top;${weight}text-align:${end}">${lineHtml(said, link)}</${tag}>`;
  });
  return `<mj-table color="${text}" font-size="14px" line-height="20px" padding="6px 24px">${head}${body}</mj-table>`;
}
