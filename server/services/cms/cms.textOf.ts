/** What a page says as plain text. */
import sanitizeHtml from 'sanitize-html';
import { decode } from './cms.text.ts';

const LINES = 'p div tr h1 h2 h3 h4 h5 h6 li'.split(' ');
const WITHOUT_TEXT = 'script style title textarea option select noscript noembed noframes iframe template object svg math xmp'.split(' ');

/** @returns what a page says, with the address after each link. */
export function textOf(html: string): string {
  // What is left holds "<" and ">" only around these elements, so one pass over its tags is enough.
  const plain = sanitizeHtml(html, {
    allowedTags: ['a', 'br', ...LINES],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    nonTextTags: WITHOUT_TEXT,
  });
  const out: string[] = [];
  let link: { readonly address: string; readonly said: string[] } | null = null;
  const close = () => {
    if (!link) return;
    const said = link.said.join('').trim();
    out.push(link.address === '' || link.address === '#' || said === link.address ? said : `${said}: ${link.address}`);
    link = null;
  };
  for (const piece of plain.replace(/\s+/g, ' ').split(/(<[^<>]*>)/)) {
    if (!piece.startsWith('<')) (link?.said ?? out).push(piece);
    else if (piece.startsWith('<a')) {
      close();
      link = { address: piece.slice('<a href="'.length, -'">'.length), said: [] };
    } else if (piece === '</a>') close();
    else if (link) link.said.push(' ');
    else if (piece.startsWith('<br') || piece.startsWith('</')) out.push('\n');
  }
  close();
  return decode(out.join(''))
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
