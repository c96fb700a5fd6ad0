/** Rich text as HTML for mails, with its placeholders as Liquid. Styles are inline: several mail programs read no others. */
import { inertHtml, liquidAddress, liquidChip } from './liquid.ts';
import type { Inline, RichBlock, RichText } from './words.ts';

const HEADINGS = { 1: '24px;line-height:30px', 2: '20px;line-height:26px', 3: '17px;line-height:24px' } as const;
const TAGS = { bold: 'strong', italic: 'em', underline: 'u' } as const;

/** @param link colour of links. @returns one line. */
export function lineHtml(line: readonly Inline[] | undefined, link: string): string {
  return (line ?? []).map((one) => inlineHtml(one, link)).join('');
}

function inlineHtml(one: Inline, link: string): string {
  const inner = one.type === 'text' ? inertHtml(one.text) : one.type === 'hardBreak' ? '<br />' : liquidChip(one.attrs);
  return (one.marks ?? []).reduce((html, mark) => {
    if (mark.type !== 'link') return `<${TAGS[mark.type]}>${html}</${TAGS[mark.type]}>`;
    return `<a class="q-link" href="${liquidAddress(mark.attrs.href)}" style="color:${link};text-decoration:underline">${html}</a>`;
  }, inner);
}

/** @param link colour of links. @returns a text's paragraphs, headings and lists. */
export function richHtml(text: RichText, link: string): string {
  return text.content.map((block, at) => blockHtml(block, link, at === text.content.length - 1)).join('');
}

function blockHtml(block: RichBlock, link: string, last: boolean): string {
  const margin = `margin:0${last ? '' : ' 0 12px'}`;
  if (block.type === 'paragraph') return `<p style="${margin}">${lineHtml(block.content, link)}</p>`;
  if (block.type === 'heading') {
    const { level } = block.attrs;
    return `<h${level} style="${margin};font-size:${HEADINGS[level]};font-weight:700">${lineHtml(block.content, link)}</h${level}>`;
  }
  const tag = block.type === 'bulletList' ? 'ul' : 'ol';
  const items = block.content.map(({ content }) => `<li>${content.map((one) => lineHtml(one.content, link)).join('<br />')}</li>`);
  return `<${tag} style="${margin};padding:0 0 0 24px">${items.join('')}</${tag}>`;
}
